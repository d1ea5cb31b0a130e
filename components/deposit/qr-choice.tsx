'use client';
import { useId, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { useText } from '../ui/text.tsx';
import { QrCode } from './qr-code.tsx';

export type QrKind = 'address' | 'link' | 'memo';
export type QrText = { kind: QrKind; text: string };

/** Shows one QR code at a time, initially the first: wallets read links with the amount, exchanges plain addresses. */
export function QrChoice({ choices }: { choices: readonly QrText[] }) {
  const t = useText();
  const [at, setAt] = useState<QrKind>();
  const id = useId();
  const shown = choices.find(({ kind }) => kind === at) ?? choices[0];
  if (!shown) return null;
  const names = { address: t('Address'), link: t('Address and amount'), memo: t('Memo') };
  const labels = {
    address: t('QR code: address'),
    link: t('QR code: address and amount'),
    memo: t('QR code: memo'),
  };
  return (
    <div className="grid @lg:max-w-52 content-start justify-items-center gap-2">
      <div id={id}>
        <QrCode text={shown.text} label={labels[shown.kind]} />
      </div>
      {choices.length > 1 && (
        <fieldset className="flex max-w-full flex-wrap justify-center gap-1.5">
          <legend className="sr-only">{t('What the QR code holds')}</legend>
          {choices.map(({ kind }) => (
            <button
              key={kind}
              type="button"
              aria-pressed={kind === shown.kind}
              aria-controls={id}
              onClick={() => setAt(kind)}
              className={classNames(
                'min-h-8 rounded-6 border px-2.5 text-13 max-sm:min-h-11',
                kind === shown.kind
                  ? 'border-water bg-water-tint font-semibold text-water'
                  : 'border-line-3 text-ink-2 hover:border-ink-3',
              )}
            >
              {names[kind]}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
