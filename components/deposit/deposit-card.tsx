'use client';
import { useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { byteLength } from '../review/decode-memo.ts';
import { MemoFields } from '../review/what-you-sign.tsx';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { clock } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { depositBlock, paymentLink, secondsToPay } from './deposit-rules.ts';
import { HashField } from './hash-field.tsx';
import { PaymentLine } from './payment-line.tsx';
import { QrChoice, type QrText } from './qr-choice.tsx';
import { SecondLegNote } from './second-leg-note.tsx';

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
              <SecondLegNote route={route} />
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

function qrChoices(route: WireRoute): QrText[] {
  const { inboundAddress = '', memo } = route;
  const link = paymentLink(route);
  return [
    { name: 'Address', text: inboundAddress },
    ...(link ? [{ name: 'Address and amount', text: link }] : []),
    ...(memo ? [{ name: 'Memo', text: memo }] : []),
  ];
}

function PaymentDetails({ route }: { route: WireRoute }) {
  const { inboundAddress = '', memo } = route;
  const sell = assetView(route.sellAsset);
  return (
    <div className="grid gap-3">
      <PaymentLine
        name={`Send exactly this much ${sell.symbol} on ${sell.chainName}, in one payment`}
        value={route.sellAmount}
        what="the amount"
      >
        <span className="num ltr font-medium text-20 [overflow-wrap:anywhere]">
          {route.sellAmount} {sell.symbol}
        </span>
      </PaymentLine>
      <PaymentLine name={`To this ${sell.chainName} address`} value={inboundAddress} what="the address">
        <FullAddress address={inboundAddress} />
      </PaymentLine>
      {memo && (
        <PaymentLine name={`With exactly this memo, ${byteLength(memo)} bytes`} value={memo} what="the memo">
          <span className="ltr font-mono text-14 [overflow-wrap:anywhere]">{memo}</span>
        </PaymentLine>
      )}
      <QrChoice choices={qrChoices(route)} />
      {memo && (
        <p className="text-center text-12 text-ink-3">
          No QR code carries the memo along with the address: attach it yourself.
        </p>
      )}
      {memo && (
        <Disclosure summary="What the memo says">
          <MemoFields memo={memo} route={route} />
        </Disclosure>
      )}
    </div>
  );
}
