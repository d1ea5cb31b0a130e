'use client';
import { Download, Printer } from 'lucide-react';
import Link from 'next/link';
import { useMemo } from 'react';
import { trackPath } from '../activity/saved-swaps.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { useNetwork } from '../ui/network.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useText } from '../ui/text.tsx';
import { type Receipt, receiptName, receiptOf } from './receipt-file.ts';
import { ReceiptView } from './receipt-view.tsx';
import { UnknownSwap } from './unknown-swap.tsx';
import { useTracking } from './use-tracking.ts';

export const ReceiptFrame =
  'mx-auto grid w-full max-w-[760px] grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5 sm:px-6 wide:py-11 print:max-w-none print:p-0';

/** Buttons to print the receipt, to save it, and to return to the swap. */
export function ReceiptActions({ receipt, hash }: { receipt: Receipt; hash?: string | undefined }) {
  const t = useText();
  const { quoteId, routeIndex } = receipt;
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button look="primary" onClick={() => window.print()} icon={<Printer aria-hidden size={16} />}>
        {t('Print or save as PDF')}
      </Button>
      <Button
        onClick={() => saveFile(receiptName(receipt), 'application/json', `${JSON.stringify(receipt, null, 2)}\n`)}
        icon={<Download aria-hidden size={16} />}
      >
        {t('Save as a file')}
      </Button>
      <Link
        href={trackPath({ quoteId, routeIndex, ...(hash ? { hash } : {}) })}
        className={buttonClasses('ghost', 'medium')}
      >
        {t('Follow this swap')}
      </Link>
    </div>
  );
}

/** The receipt of a swap that this deployment knows. */
export function ReceiptScreen({
  quoteId,
  routeIndex,
  hash,
}: {
  quoteId: string;
  routeIndex: number;
  hash?: string | undefined;
}) {
  const t = useText();
  const network = useNetwork();
  const { response, receivedAt, unknown } = useTracking(quoteId, routeIndex, hash);
  const receipt = useMemo(
    () =>
      response &&
      receivedAt !== undefined &&
      receiptOf(response, { service: window.location.origin, network, now: receivedAt }),
    [response, receivedAt, network],
  );
  if (unknown !== undefined)
    return (
      <div className={ReceiptFrame}>
        <UnknownSwap message={unknown} hash={hash} />
      </div>
    );
  if (!receipt)
    return (
      <div className={ReceiptFrame} aria-busy="true">
        <h1 className="sr-only">{t('Receipt of a swap')}</h1>
        <Skeleton className="h-10" />
        <Skeleton className="h-160" />
      </div>
    );
  return (
    <div className={ReceiptFrame}>
      <ReceiptActions receipt={receipt} hash={hash ?? receipt.payment?.hash} />
      <ReceiptView receipt={receipt} origin={receipt.service} />
    </div>
  );
}
