'use client';
import Link from 'next/link';
import { QrCode } from '../deposit/qr-code.tsx';
import { useText } from '../ui/text.tsx';

/** The address that verifies a compact receipt, which follows the # and so is sent to no server. */
const verifyPath = (signed: string): string => `/receipt/verify#${signed}`;

/** The signed form of a receipt: a code for readers of the paper, a link for readers of the page. */
export function SignedReceipt({ signed, origin }: { signed: string; origin: string | undefined }) {
  const t = useText();
  return (
    <section className="flex flex-wrap items-center gap-4 border-line border-t pt-3">
      {origin !== undefined && (
        <QrCode text={`${origin}${verifyPath(signed)}`} label={t('QR code: signed receipt')} size={280} dense />
      )}
      <div className="grid min-w-48 flex-1 gap-1.5">
        <h2 className="font-semibold text-14">{t('Signed')}</h2>
        {origin !== undefined && (
          <p className="text-ink-2">
            {t('The code holds what was paid, to whom, what arrived and when, signed by this deployment.')}
          </p>
        )}
        <p className="print:hidden">
          <Link href={verifyPath(signed)} className="text-water underline">
            {t('Check its signature')}
          </Link>
        </p>
      </div>
    </section>
  );
}
