'use client';
import type { ReactNode } from 'react';
import type { TrackData } from '../../lib/api/schemas/track.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { SiteLink } from '../embed/site-link.tsx';
import { swapLink } from '../swap/form-url.ts';
import { assetView } from '../tokens/asset-view.ts';
import { useTokens } from '../tokens/use-tokens.ts';
import { FullAddress } from '../ui/address.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { dateTime, fullAmount } from '../ui/format.ts';
import { useNetwork } from '../ui/network.tsx';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { transferLink } from './deposit-rules.ts';
import { HashField } from './hash-field.tsx';
import { PaymentLine, PaymentSlip } from './payment-line.tsx';
import { QrChoice } from './qr-choice.tsx';

type Route = NonNullable<TrackData['route']>;

/** The frame around an address to pay, with a field to name a payment that was already sent. */
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
  const t = useText();
  const { symbol, chain } = assetView(route.sellAsset);
  return (
    <section aria-labelledby="pay-here" className="@container grid gap-4 border-line border-t pt-4">
      <h2 id="pay-here" className="font-semibold text-16">
        {over ? t('This address has expired') : t('Send {symbol} to this address', { symbol })}
      </h2>
      {children}
      <div className="grid gap-2 border-line border-t pt-4">
        <h3 className="font-semibold text-14">{t('I already sent')}</h3>
        <HashField chain={chain} onHash={onHash} />
      </div>
    </section>
  );
}

/** A link to the form, filled in with the same swap. */
export function AgainLink({ route, from, children }: { route: Route; from: string; children: ReactNode }) {
  const again = swapLink({
    sell: route.sellAsset,
    buy: route.buyAsset,
    amount: route.sellAmount,
    to: route.destinationAddress,
    from,
    slippage: route.meta.slippagePercent ?? 1,
  });
  return (
    <SiteLink href={again} className={classNames(buttonClasses('quiet', 'medium'), 'justify-self-start')}>
      {children}
    </SiteLink>
  );
}

/**
 * An address that no longer counts, struck out, and the way to a new one.
 * @param since when it ended, Unix seconds.
 * @param why said unless the page has explained above that the swap failed, and why.
 */
export function ExpiredAddress({
  address,
  since,
  why,
  explained,
  children,
}: {
  address: string;
  since: string | undefined;
  why: string;
  explained: boolean;
  /** The link to the new one. */
  children: ReactNode;
}) {
  const t = useText();
  const name =
    since === undefined
      ? t('No longer valid')
      : t('No longer valid since {time}', { time: dateTime(Number(since) * 1000, t.tag) });
  return (
    <>
      {!explained && (
        <Notice kind="loss" live="assertive" title={t('Do not send')} action={children}>
          {why}
        </Notice>
      )}
      <PaymentSlip>
        <PaymentLine name={name} value="" what="" over>
          <FullAddress address={address} dim />
        </PaymentLine>
      </PaymentSlip>
      {explained && children}
    </>
  );
}

/** Says that the page watches for the payment, and how many confirmations it will need. */
export function Watching({ route }: { route: Route }) {
  const t = useText();
  const { confirmations } = CHAINS[assetView(route.sellAsset).chain];
  return (
    <div className="flex items-start gap-2.5 rounded-10 bg-water-tint p-3">
      <span
        aria-hidden
        className="mt-1.5 size-2 shrink-0 animate-pulse rounded-full bg-water motion-reduce:animate-none"
      />
      <div className="grid gap-0.5">
        <p role="status" className="font-medium">
          {t('Watching for your deposit…')}
        </p>
        <p className="text-13 text-ink-2">
          {t.count(confirmations, {
            one: 'Once it is seen, it counts after {n} confirmation.',
            other: 'Once it is seen, it counts after {n} confirmations.',
          })}
        </p>
      </div>
    </div>
  );
}

/** @param amountName the label of the amount, which says how exactly it must be met. */
export function WhatToSend({ route, address, amountName }: { route: Route; address: string; amountName: string }) {
  const t = useText();
  const network = useNetwork();
  const decimals = useTokens().find(route.sellAsset)?.decimals;
  const sell = assetView(route.sellAsset);
  const link = transferLink({ asset: route.sellAsset, amount: route.sellAmount, address, decimals }, network);
  return (
    <div className="grid @lg:grid-cols-[minmax(0,1fr)_auto] gap-4">
      <PaymentSlip>
        <PaymentLine name={amountName} value={route.sellAmount} what={t('the amount')}>
          <span className="num ltr font-medium text-20 [overflow-wrap:anywhere]">
            {fullAmount(route.sellAmount, t.tag)} {sell.symbol}
          </span>
        </PaymentLine>
        <PaymentLine
          name={t('To this {chain} address', { chain: sell.chainName })}
          value={address}
          what={t('the address')}
        >
          <FullAddress address={address} />
        </PaymentLine>
      </PaymentSlip>
      <QrChoice
        choices={[...(link ? [{ kind: 'link', text: link } as const] : []), { kind: 'address', text: address }]}
      />
    </div>
  );
}

export function FoundByItself() {
  const t = useText();
  return (
    <p className="text-13 text-ink-2">
      {t(
        'This page finds your payment, even after you close it. Come back by its link, or from Activity in this browser.',
      )}
    </p>
  );
}
