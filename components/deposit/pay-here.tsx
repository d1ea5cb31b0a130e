'use client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { TrackData } from '../../lib/api/schemas/track.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { swapLink } from '../swap/form-url.ts';
import { assetView } from '../tokens/asset-view.ts';
import { useTokens } from '../tokens/use-tokens.ts';
import { FullAddress } from '../ui/address.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { clock, duration } from '../ui/format.ts';
import { useNetwork } from '../ui/network.tsx';
import { transferLink } from './deposit-rules.ts';
import { HashField } from './hash-field.tsx';
import { PaymentLine } from './payment-line.tsx';
import { QrChoice } from './qr-choice.tsx';

type Route = NonNullable<TrackData['route']>;

export const when = (ms: number) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(ms));

/** A browser's clock may be wrong by more than the margin: then the service's counts. */
const CLOCK_TOLERANCE_MS = 60_000;
export const offsetOf = (updatedAt: string | undefined, heardAt: number | undefined): number => {
  const offset = updatedAt && heardAt !== undefined ? Date.parse(updatedAt) - heardAt : 0;
  return Math.abs(offset) > CLOCK_TOLERANCE_MS ? offset : 0;
};

/** The frame around an address to pay to, and where a payment that was sent already is told of. */
export function PayHere({
  route,
  over,
  onHash,
  children,
}: {
  route: Route;
  over: boolean;
  onHash: (hash: string) => void;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby="pay-here" className="grid gap-4 border-line border-t pt-4">
      <h2 id="pay-here" className="font-semibold text-14">
        {over ? 'This address is over' : `Send ${assetView(route.sellAsset).symbol} to this address`}
      </h2>
      {children}
      <div className="grid gap-2">
        <h3 className="font-semibold text-14">I already sent</h3>
        <HashField chain={assetOf(route.sellAsset).chain} onHash={onHash} />
      </div>
    </section>
  );
}

/** Leads to the form with the same swap in it. */
export function AgainLink({ route, from, children }: { route: Route; from: string; children: ReactNode }) {
  const again = swapLink({
    sell: route.sellAsset,
    buy: route.buyAsset,
    amount: route.sellAmount,
    to: route.destinationAddress,
    from,
    slippage: route.meta.slippagePercent,
  });
  return (
    <Link href={again} className={classNames(buttonClasses('quiet', 'medium'), 'justify-self-start')}>
      {children}
    </Link>
  );
}

export const Watching = ({ what }: { what: string }) => (
  <p role="status" className="flex items-center gap-2 text-ink-2">
    <span aria-hidden className="size-2 animate-pulse rounded-full bg-water motion-reduce:animate-none" />
    Watching for your {what}…
  </p>
);

/** @param left seconds. @param note until when, and what has to have happened by then. */
export function TimeLeft({ left, note }: { left: number; note: string }) {
  return (
    <p className="num flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="text-ink-2">
        Send within
        <span className="block text-12 text-ink-3">{note}</span>
      </span>
      <span className={classNames('font-medium text-20', left < 600 && 'text-amber')}>
        {left < 3600 ? clock(left) : duration(left)}
      </span>
    </p>
  );
}

/** @param amountName over the amount: how exactly it has to be met. */
export function WhatToSend({ route, address, amountName }: { route: Route; address: string; amountName: string }) {
  const network = useNetwork();
  const decimals = useTokens().find(route.sellAsset)?.decimals;
  const sell = assetView(route.sellAsset);
  const link = transferLink({ asset: route.sellAsset, amount: route.sellAmount, address, decimals }, network);
  return (
    <>
      <PaymentLine name={amountName} value={route.sellAmount} what="the amount">
        <span className="num ltr font-medium text-20 [overflow-wrap:anywhere]">
          {route.sellAmount} {sell.symbol}
        </span>
      </PaymentLine>
      <PaymentLine name={`To this ${sell.chainName} address`} value={address} what="the address">
        <FullAddress address={address} />
      </PaymentLine>
      <QrChoice
        choices={[{ name: 'Address', text: address }, ...(link ? [{ name: 'Address and amount', text: link }] : [])]}
      />
    </>
  );
}

export const FoundByItself = ({ what }: { what: string }) => (
  <p className="text-12 text-ink-3">
    This page finds your {what} by itself, also after you have closed it: its address brings you back, and it is listed
    among your swaps in this browser.
  </p>
);
