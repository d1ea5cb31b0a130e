'use client';
import { Download } from 'lucide-react';
import { QrCode } from '../../deposit/qr-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useText } from '../../ui/text.tsx';
import { RawText } from '../what-you-sign.tsx';
import type { ColdExport } from './cold-payment.ts';
import { formName, takeAlongText } from './cold-text.ts';

/** What is to be signed, in every format for a signer. */
export function TakeAlong({ made }: { made: ColdExport }) {
  const t = useText();
  const [first, ...others] = made.forms;
  return (
    <section className="grid gap-3" aria-labelledby="take-along">
      <h3 id="take-along" className="font-semibold text-14">
        {t('1. Export it')}
      </h3>
      <p className="text-ink-2">{takeAlongText(t, made.kind)}</p>
      <div>
        <Button
          icon={<Download aria-hidden size={16} />}
          onClick={() => saveFile(made.file.name, made.file.type, made.file.bytes)}
        >
          {t('Save as a file')}
        </Button>
      </div>
      {first && (
        <div className="grid gap-1">
          <p className="text-13 text-ink-2">{formName(t, first.name)}</p>
          <RawText text={first.text} what={formName(t, first.name)} />
        </div>
      )}
      {others.map(({ name, text }) => (
        <Disclosure key={name} summary={formName(t, name)}>
          <RawText text={text} what={formName(t, name)} />
        </Disclosure>
      ))}
      {made.qr !== undefined && (
        <Disclosure summary={t('QR code')}>
          <div className="grid justify-items-center">
            <QrCode text={made.qr} label={t('QR code of the unsigned transaction')} size={288} />
          </div>
        </Disclosure>
      )}
    </section>
  );
}
