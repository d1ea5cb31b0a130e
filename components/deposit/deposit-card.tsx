'use client';
import { useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { byteLength } from '../swap/decode-memo.ts';
import { MemoFields } from '../swap/what-you-sign.tsx';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { clock } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { depositBlock, paymentLink, secondsToPay } from './deposit-rules.ts';
import { HashField } from './hash-field.tsx';
import { QrCode } from './qr-code.tsx';

export type VaultCheck = 'checking' | 'same' | 'changed' | 'unknown';

type DepositProps = {
  route: WireRoute;
  /** Whether the address is still the one that the network names. */
  vault: VaultCheck;
  onHash: (hash: string) => void;
  /** Asks for the quote anew. */
  onAgain: () => void;
};

/**
 * Payment from a wallet that is not connected. Nothing to pay to is shown before the person has said that the wallet
 * can do it, and nothing any more once there is too little time or the vault has changed.
 */
export function DepositCard({ route, vault, onHash, onAgain }: DepositProps) {
  const now = useNow();
  const [openedAt] = useState(() => Date.now());
  const [confirmed, setConfirmed] = useState(false);
  const chain = CHAINS[assetOf(route.sellAsset).chain];
  const block = depositBlock(route, openedAt);
  const left = secondsToPay(route, now);
  const over = (left !== undefined && left <= 0) || vault === 'changed';
  if (block)
    return (
      <Notice kind="care" title="This cannot be paid by hand">
        {block} Nothing was sent.
      </Notice>
    );
  return (
    <div className="grid gap-4">
      {over ? (
        <Notice
          kind="loss"
          live="assertive"
          title="Do not send"
          action={<Button onClick={onAgain}>Get a new quote</Button>}
        >
          {vault === 'changed'
            ? 'The network has changed the address that it receives at. What was shown here is void.'
            : 'The time for this payment is over. What was shown here is void.'}{' '}
          If you have sent already, enter the hash below: the payment is not lost.
        </Notice>
      ) : (
        <>
          <Confirmation memo={route.memo !== undefined} confirmed={confirmed} onConfirm={setConfirmed} />
          {confirmed && (
            <>
              {left !== undefined && <TimeLeft seconds={left} />}
              <PaymentDetails route={route} />
              <VaultLine vault={vault} chainName={chain.name} />
            </>
          )}
        </>
      )}
      {(confirmed || over) && <HashField chain={chain.id} onHash={onHash} />}
    </div>
  );
}

function Confirmation({
  memo,
  confirmed,
  onConfirm,
}: {
  memo: boolean;
  confirmed: boolean;
  onConfirm: (confirmed: boolean) => void;
}) {
  return (
    <div className="grid gap-3">
      <Notice kind="care" title={memo ? 'Only for wallets that can attach a memo' : 'Only from a wallet of your own'}>
        {memo
          ? 'A payment without exactly this memo, or from an exchange, is lost or comes back to an address that is not yours.'
          : 'A payment from an exchange may come back to an address that is not yours.'}
      </Notice>
      <label className="flex cursor-pointer items-start gap-3 rounded-10 border border-line-3 p-3 hover:border-ink-3">
        <input
          type="checkbox"
          checked={confirmed}
          onChange={(event) => onConfirm(event.target.checked)}
          className="mt-0.5 size-5 shrink-0 accent-(--water)"
        />
        <span>
          {memo
            ? 'My wallet can attach this exact memo (OP_RETURN on Bitcoin and its kin). I hold its keys; it is not an exchange.'
            : 'I hold the keys of the wallet that I send from; it is not an exchange.'}
        </span>
      </label>
    </div>
  );
}

function TimeLeft({ seconds }: { seconds: number }) {
  return (
    <p className="num flex items-baseline justify-between">
      <span className="text-ink-2">Send within</span>
      <span className={classNames('font-medium text-20', seconds < 120 && 'text-amber')}>{clock(seconds)}</span>
    </p>
  );
}

function VaultLine({ vault, chainName }: { vault: VaultCheck; chainName: string }) {
  const words = {
    checking: 'Asking the network whether this is still its address…',
    same: `Checked within the last minute: the network receives here on ${chainName}.`,
    unknown: 'The address could not be checked again just now. It was right when you opened this.',
    changed: '',
  }[vault];
  return (
    <p role="status" className="text-12 text-ink-3">
      {words}
    </p>
  );
}

function PaymentDetails({ route }: { route: WireRoute }) {
  const { inboundAddress = '', memo } = route;
  const sell = assetView(route.sellAsset);
  const line = 'flex items-start justify-between gap-3 rounded-10 border border-line-2 p-3';
  return (
    <div className="grid gap-3">
      <div className={line}>
        <div className="min-w-0">
          <p className="text-12 text-ink-3">
            Send exactly this much {sell.symbol} on {sell.chainName}, in one payment
          </p>
          <p className="num ltr font-medium text-20 [overflow-wrap:anywhere]">
            {route.sellAmount} {sell.symbol}
          </p>
        </div>
        <CopyButton value={route.sellAmount} what="the amount" words />
      </div>
      <div className={line}>
        <div className="min-w-0">
          <p className="text-12 text-ink-3">To this {sell.chainName} address</p>
          <FullAddress address={inboundAddress} />
        </div>
        <CopyButton value={inboundAddress} what="the address" words />
      </div>
      {memo && (
        <div className={line}>
          <div className="min-w-0">
            <p className="text-12 text-ink-3">With exactly this memo, {byteLength(memo)} bytes</p>
            <p className="ltr font-mono text-14 [overflow-wrap:anywhere]">{memo}</p>
          </div>
          <CopyButton value={memo} what="the memo" words />
        </div>
      )}
      <QrChoice route={route} />
      {memo && (
        <Disclosure summary="What the memo says">
          <MemoFields memo={memo} route={route} />
        </Disclosure>
      )}
    </div>
  );
}

function QrChoice({ route }: { route: WireRoute }) {
  const { inboundAddress = '', memo } = route;
  const link = paymentLink(route);
  const choices = [
    { name: 'Address', text: inboundAddress },
    ...(link ? [{ name: 'Address and amount', text: link }] : []),
    ...(memo ? [{ name: 'Memo', text: memo }] : []),
  ];
  const [at, setAt] = useState(0);
  const shown = choices[at] ?? choices[0];
  if (!shown) return null;
  return (
    <div className="grid justify-items-center gap-2">
      <QrCode text={shown.text} label={`QR code: ${shown.name.toLowerCase()}`} />
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
      {memo && (
        <p className="text-center text-12 text-ink-3">
          No QR code carries the memo along with the address: attach it yourself.
        </p>
      )}
    </div>
  );
}
