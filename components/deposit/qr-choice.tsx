'use client';
import { useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { QrCode } from './qr-code.tsx';

export type QrText = { name: string; text: string };

/** One QR code at a time: exchanges read plain addresses, wallets read links with the amount. */
export function QrChoice({ choices }: { choices: readonly QrText[] }) {
  const [at, setAt] = useState(0);
  const shown = choices[at] ?? choices[0];
  if (!shown) return null;
  return (
    <div className="grid justify-items-center gap-2">
      <QrCode text={shown.text} label={`QR code: ${shown.name.toLowerCase()}`} />
      {choices.length > 1 && (
        <fieldset className="flex flex-wrap justify-center gap-1.5">
          <legend className="sr-only">What the QR code holds</legend>
          {choices.map((choice, index) => (
            <button
              key={choice.name}
              type="button"
              aria-pressed={index === at}
              onClick={() => setAt(index)}
              className={classNames(
                'min-h-8 rounded-6 border px-2.5 text-12',
                index === at
                  ? 'border-water bg-water-tint font-semibold text-water'
                  : 'border-line-2 text-ink-2 hover:border-ink-3',
              )}
            >
              {choice.name}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
