'use client';
import { type ReactNode, useEffect, useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { byteLength } from '../../lib/payments/thor-family/swap-memo.ts';
import { hasAnswered, type WitnessState } from '../review/use-witnesses.ts';
import { MemoFields } from '../review/what-you-sign.tsx';
import { WitnessLine } from '../review/witness-line.tsx';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { dateTime, fullAmount } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { useNow } from '../ui/use-now.ts';
import { depositBlock, payableUntil, paymentLink, secondsToPay } from './deposit-rules.ts';
import { HashField } from './hash-field.tsx';
import { whatIfByHand } from './manual-payment-text.ts';
import { PaymentLine, PaymentSlip } from './payment-line.tsx';
import { QrChoice, type QrText } from './qr-choice.tsx';
import { SecondLegNote } from './second-leg-note.tsx';
import { TimeLeft } from './time-left.tsx';
import { useLeaveWarning } from './use-leave-warning.ts';
import type { VaultCheck } from './use-vault-check.ts';
import { WhatIfList } from './what-if.tsx';

type DepositProps = {
  route: WireRoute;
  /** Whether the network still names this address. */
  vault: VaultCheck;
  /** What nodes that are not this site's say of it; left out where that stands elsewhere. */
  witness?: WitnessState | undefined;
  onHash: (hash: string) => void;
  /** Shown in place of the payment details when the price has moved. */
  priceMoved?: ReactNode;
  /** Requests a new quote. */
  onAgain: () => void;
  /** Called once, when the payment details are first shown: from then on the user may have paid. */
  onShown?: (() => void) | undefined;
  /** The details were shown before and may have been paid, so they stay visible, however little time is left. */
  returned?: boolean;
};

/** Seconds; with less time, the user may not manage to sign elsewhere. */
const SCARCE_SECONDS = 120;

/**
 * Payment from a wallet that is not connected. The details are shown only after the user has confirmed that the wallet
 * can do it, and no longer once too little time is left or the vault has changed.
 */
export function DepositCard({
  route,
  vault,
  witness,
  priceMoved,
  onHash,
  onAgain,
  onShown,
  returned = false,
}: DepositProps) {
  const t = useText();
  const now = useNow();
  const [openedAt] = useState(now);
  const [confirmed, setConfirmed] = useState(false);
  const chain = CHAINS[assetOf(route.sellAsset).chain];
  const block = returned ? undefined : depositBlock(t, route, openedAt);
  const left = secondsToPay(route, now);
  const differs = hasAnswered(witness) && witness.verdict === 'differs';
  const over = (left !== undefined && left <= 0) || vault === 'changed' || differs;
  const shown = confirmed && !over && !priceMoved && block === undefined;
  useLeaveWarning(shown);
  useEffect(() => {
    if (shown) onShown?.();
  }, [shown, onShown]);
  if (block)
    return (
      <Notice kind="care" title={t('This cannot be paid by hand')}>
        {block} {t('Nothing was sent.')}
      </Notice>
    );
  return (
    <div className="@container grid gap-4">
      {differs && <WitnessLine state={witness} />}
      {over ? (
        <Over route={route} confirmed={confirmed} vault={differs ? 'changed' : vault} onAgain={onAgain} />
      ) : priceMoved ? (
        <>
          {priceMoved}
          {confirmed && t('If you have sent already, enter the hash below: the payment is not lost.')}
        </>
      ) : (
        <>
          <Confirmation memo={route.memo !== undefined} confirmed={confirmed} onConfirm={setConfirmed} />
          {confirmed && <ToPay route={route} left={left} vault={vault} witness={witness} />}
        </>
      )}
      {(confirmed || over) && (
        <div className="grid gap-2 border-line border-t pt-4">
          <h3 className="font-semibold text-14">{t('I already sent')}</h3>
          <HashField chain={chain.id} onHash={onHash} />
        </div>
      )}
    </div>
  );
}

/** Says that this address must no longer be paid, and what to do instead. */
function Over({
  route,
  confirmed,
  vault,
  onAgain,
}: Pick<DepositProps, 'route' | 'vault' | 'onAgain'> & { confirmed: boolean }) {
  const t = useText();
  return (
    <>
      <Notice
        kind="loss"
        live="assertive"
        title={t('Do not send')}
        action={<Button onClick={onAgain}>{t('Get a new quote')}</Button>}
      >
        {vault === 'changed'
          ? t('The network has changed its receiving address. The one shown here is no longer valid.')
          : t('The time to pay has passed. Do not use what was shown here.')}{' '}
        {t('If you have sent already, enter the hash below: the payment is not lost.')}
      </Notice>
      {confirmed && route.inboundAddress && (
        <PaymentSlip>
          <PaymentLine name={t('No longer valid')} value="" what="" over>
            <FullAddress address={route.inboundAddress} dim />
          </PaymentLine>
        </PaymentSlip>
      )}
    </>
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
  const t = useText();
  return (
    <div className="grid gap-3">
      <Notice kind="care" title={memo ? t('Only for wallets that can attach a memo') : t('Only from your own wallet')}>
        {memo
          ? t(
              'A payment without exactly this memo, or from an exchange, is lost or comes back to an address that is not yours.',
            )
          : t('A payment from an exchange may come back to an address that is not yours.')}
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
            ? t(
                'My wallet can attach this exact memo (OP_RETURN on Bitcoin and its kin). I hold its keys; it is not an exchange.',
              )
            : t('I hold the keys of the wallet that I send from; it is not an exchange.')}
        </span>
      </label>
    </div>
  );
}

function VaultLine({ vault, chainName }: { vault: VaultCheck; chainName: string }) {
  const t = useText();
  const text = {
    checking: t('Asking this site again for the address…'),
    same: t(
      'Asked again within the last minute: this site still names this address on {chain}. Only this site says so.',
      {
        chain: chainName,
      },
    ),
    unknown: t('The address could not be checked again. It was right when you opened this.'),
    changed: '',
  }[vault];
  return (
    <p role="status" className="text-13 text-ink-2">
      {text}
    </p>
  );
}

function qrChoices(route: WireRoute): QrText[] {
  const { inboundAddress = '', memo } = route;
  const link = paymentLink(route);
  return [
    ...(link ? [{ kind: 'link', text: link } as const] : []),
    { kind: 'address', text: inboundAddress },
    ...(memo ? [{ kind: 'memo', text: memo } as const] : []),
  ];
}

/**
 * What to enter into the other wallet, while there is time.
 * @param left seconds; undefined without an expiry.
 */
export function ToPay({
  route,
  left,
  vault,
  witness = 'none',
}: Pick<DepositProps, 'route' | 'vault' | 'witness'> & { left: number | undefined }) {
  const t = useText();
  const { memo } = route;
  const { chainName } = assetView(route.sellAsset);
  const until = payableUntil(route);
  return (
    <>
      {left !== undefined && until !== undefined && (
        <TimeLeft
          left={left}
          scarce={SCARCE_SECONDS}
          note={t('Until {time}', { time: dateTime(until * 1000, t.tag) })}
        />
      )}
      <SecondLegNote route={route} />
      <PaymentDetails route={route} />
      {witness === 'none' ? <VaultLine vault={vault} chainName={chainName} /> : <WitnessLine state={witness} />}
      {memo && (
        <Disclosure summary={t('What the memo says')}>
          <MemoFields memo={memo} route={route} />
        </Disclosure>
      )}
      <WhatIfList cases={whatIfByHand(t, route)} />
    </>
  );
}

function PaymentDetails({ route }: { route: WireRoute }) {
  const t = useText();
  const { inboundAddress = '', memo } = route;
  const { symbol, chainName } = assetView(route.sellAsset);
  return (
    <div className="grid @lg:grid-cols-[minmax(0,1fr)_auto] gap-4">
      <PaymentSlip>
        <PaymentLine
          name={t('Send exactly this much {symbol} on {chain}, in one payment', { symbol, chain: chainName })}
          value={route.sellAmount}
          what={t('the amount')}
        >
          <span className="num ltr font-medium text-20 [overflow-wrap:anywhere]">
            {fullAmount(route.sellAmount, t.tag)} {symbol}
          </span>
        </PaymentLine>
        <PaymentLine
          name={t('To this {chain} address', { chain: chainName })}
          value={inboundAddress}
          what={t('the address')}
        >
          <FullAddress address={inboundAddress} />
        </PaymentLine>
        {memo && (
          <PaymentLine
            name={t('With exactly this memo, {n} bytes', { n: byteLength(memo) })}
            value={memo}
            what={t('the memo')}
          >
            <span className="ltr font-mono text-14 leading-6 [overflow-wrap:anywhere]">{memo}</span>
          </PaymentLine>
        )}
      </PaymentSlip>
      <div className="grid content-start gap-2">
        <QrChoice choices={qrChoices(route)} />
        {memo && (
          <p className="max-w-50 justify-self-center text-center text-13 text-ink-2">
            {t('No QR code carries the memo along with the address: attach it yourself.')}
          </p>
        )}
      </div>
    </div>
  );
}
