'use client';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import type { Text } from '../../lib/i18n/text.ts';
import type { PaidBy } from '../../lib/payments/payable-route.ts';
import { payeeTraits } from '../../lib/payments/traits.ts';
import type { ConnectedAccount } from '../../lib/wallet/wallet-types.ts';
import { orderAddress } from '../deposit/order-text.ts';
import { useEmbedding } from '../embed/embedding.tsx';
import { assetView } from '../tokens/asset-view.ts';
import { Button } from '../ui/button.tsx';
import { PRECISE, shortAmount } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { BlockNote } from './block-note.tsx';
import type { BlockReason } from './block-reason.ts';
import { PaymentState } from './payment-state.tsx';
import type { Payment, QuotedRoute } from './use-payment.ts';

export type ReviewFooterProps = {
  quoted: QuotedRoute;
  /** Seconds until the route expires; undefined where it does not. */
  left: number | undefined;
  /** Replaces all buttons when the price has moved. */
  priceMoved?: ReactNode;
  /** A press is being checked. */
  busy?: boolean;
  account: ConnectedAccount | undefined;
  payment: Payment;
  by: PaidBy;
  /** Why it cannot be paid now. */
  reason?: BlockReason | undefined;
  /** The host of the frame refuses swaps that lose this much. */
  tooMuch?: boolean;
  /** @param allowanceBy `transaction` where an allowance is not to be signed. */
  onPay: (allowanceBy?: PaidBy) => void;
  onByHand: () => void;
  onAgain: () => void;
  /** Closes the review and connects a wallet; undefined where no wallet can sign for the sold asset. */
  onConnect: (() => void) | undefined;
  /** Exports what is to be signed to a wallet that is not connected; undefined where that is impossible. */
  onElsewhere?: (() => void) | undefined;
};

export function ReviewFooter(props: ReviewFooterProps) {
  const t = useText();
  const { quoted, left, account, payment, by, priceMoved, onAgain } = props;
  const { route } = quoted;
  if (priceMoved && left !== 0) return priceMoved;
  const lapsed = payment.phase === 'failed' && payment.expired;
  if (lapsed || (left === 0 && payment.phase !== 'paying')) {
    return (
      <>
        {lapsed ? (
          <PaymentState payment={payment} route={route} by={by} />
        ) : (
          <p role="alert" className="text-amber">
            {t('This quote has expired. Nothing was sent, and your form is as you left it.')}
          </p>
        )}
        <Button look="primary" size="large" onClick={onAgain}>
          {t('Get a new quote')}
        </Button>
      </>
    );
  }
  if (needsWallet(route) && (!account || !route.tx)) return <WalletNeeded {...props} />;
  return <Deeds {...props} />;
}

function PressRefused({ covered }: { covered: boolean }) {
  const t = useText();
  return (
    <p role="alert" className="text-amber">
      {covered
        ? t('Something may be covering this button. Nothing was sent. Press it again once you see all of it.')
        : t('You pressed too soon. Nothing was sent. Read the review, then press again.')}
    </p>
  );
}

type OtherWayProps = { disabled: boolean; onClick: (event: MouseEvent) => void };

function OtherWay({ text, ...button }: { text: string } & OtherWayProps) {
  return (
    <Button look="ghost" size="small" {...button}>
      {text}
    </Button>
  );
}

const payText = (t: Text, by: PaidBy, deed: { amount: string; symbol: string }): string =>
  by === 'signature' ? t('Sign to swap {amount} {symbol}', deed) : t('Swap {amount} {symbol}', deed);

/** The way on after an allowance was not signed. */
function SendAllowance({ payment, ...button }: Pick<ReviewFooterProps, 'payment'> & OtherWayProps) {
  const t = useText();
  if (payment.phase !== 'failed' || payment.fault !== 'permitRefused') return null;
  return <OtherWay {...button} text={t('Give the allowance by a transaction')} />;
}

function waysOf(route: WireRoute, account: ConnectedAccount | undefined) {
  const channel = route.meta.depositChannel !== undefined;
  return {
    channel,
    // A route without a transaction of its own can still be paid by a transfer to its deposit address.
    byWallet: account !== undefined && (route.tx !== undefined || channel),
    // A contract call or a message, which nobody can make by hand.
    onlySigned: account === undefined && !channel && route.inboundAddress === undefined,
  };
}

/** The review's main button, and the alternatives beside it. */
function Deeds({ quoted, account, payment, by, ...props }: ReviewFooterProps) {
  const { reason, tooMuch = false, busy = false, ...on } = props;
  const t = useText();
  const { route } = quoted;
  const settled = useSettled(quoted);
  const blocked = tooMuch || (reason !== undefined && reason.kind !== 'account');
  const { symbol } = assetView(route.sellAsset);
  const deed = { amount: shortAmount(route.sellAmount, t.tag, PRECISE), symbol };
  const { channel, byWallet, onlySigned } = waysOf(route, account);
  const paying = payment.phase === 'paying';
  const stopped = blocked || busy || !settled;
  const { refused, trusted } = useTrust();
  return (
    <>
      <PaymentState payment={payment} route={route} by={by} />
      {reason && !paying && <BlockNote reason={reason} />}
      {byWallet ? (
        <Button
          look="primary"
          size="large"
          busy={paying}
          disabled={stopped || reason !== undefined || paying || (payment.phase === 'failed' && !payment.nothingSent)}
          data-pays
          onClick={trusted(on.onPay)}
        >
          {payText(t, by, deed)}
        </Button>
      ) : onlySigned && on.onConnect ? (
        <Button look="primary" size="large" onClick={on.onConnect}>
          {t('Connect a wallet')}
        </Button>
      ) : (
        <>
          {account && route.meta.txUnavailable && <NothingToSign route={route} />}
          <Button look="primary" size="large" busy={busy} disabled={stopped} data-pays onClick={trusted(on.onByHand)}>
            {channel || orderAddress(route)
              ? t('Pay by deposit address')
              : t('Show where to send {amount} {symbol}', deed)}
          </Button>
        </>
      )}
      {refused && <PressRefused covered={refused === 'covered'} />}
      {!paying && (
        <div className="flex flex-wrap justify-center gap-2">
          <SendAllowance payment={payment} disabled={stopped} onClick={trusted(() => on.onPay('transaction'))} />
          {byWallet && (channel || route.inboundAddress) && (
            <OtherWay disabled={blocked} onClick={on.onByHand} text={t('Pay from another wallet')} />
          )}
          {on.onElsewhere && route.tx !== undefined && (
            <OtherWay disabled={blocked} onClick={on.onElsewhere} text={t('Sign elsewhere')} />
          )}
        </div>
      )}
    </>
  );
}

/** In a frame of another site a press counts only while the button is visible. */
function useTrust() {
  const { distrusts, tell } = useEmbedding();
  const [refused, setRefused] = useState<ReturnType<typeof distrusts>>();
  const trusted = (deed: () => void) => (event: MouseEvent<Element>) => {
    const why = distrusts(event.currentTarget);
    setRefused(why);
    if (why === undefined) deed();
    else tell({ type: 'error', code: 'covered', message: 'A press on a button that could not be seen was not taken.' });
  };
  return { refused, trusted };
}

function NothingToSign({ route }: { route: WireRoute }) {
  const t = useText();
  return (
    <Notice kind="care" live="polite" title={t('There is nothing to sign yet')}>
      <p>{t('The payment could not be prepared. Nothing was sent.')}</p>
      {route.meta.txUnavailable && (
        <p lang="en" dir="ltr" className="mt-1 text-13">
          {route.meta.txUnavailable}
        </p>
      )}
    </Notice>
  );
}

/** The first of two legs is a contract or program call, which nobody can make by hand. */
const needsWallet = ({ providers }: WireRoute): boolean =>
  (providers[0]?.includes('->') && payeeTraits(providers[0]).isPaidByOwnCall) === true;

function WalletNeeded(props: ReviewFooterProps) {
  const t = useText();
  const { quoted, account, reason, tooMuch = false, onConnect, onAgain, onElsewhere } = props;
  const { route } = quoted;
  const [first] = route.legs;
  if (account)
    return (
      <>
        <NothingToSign route={route} />
        <Button look="primary" size="large" onClick={onAgain}>
          {t('Ask again')}
        </Button>
      </>
    );
  return (
    <>
      <Notice kind="care" title={t('This route needs a wallet that signs')}>
        {t(
          'This route starts with a contract call to {name}. Connect a wallet, or choose a route that you can pay from any wallet.',
          { name: first ? PROVIDER_NAMES[first.provider] : '' },
        )}
      </Notice>
      {onConnect && (
        <Button look="primary" size="large" onClick={onConnect}>
          {t('Connect a wallet')}
        </Button>
      )}
      {onElsewhere && (
        <Button
          look="ghost"
          size="small"
          className="justify-self-center"
          disabled={route.tx !== undefined && (tooMuch || reason !== undefined)}
          onClick={onElsewhere}
        >
          {t('Sign elsewhere')}
        </Button>
      )}
    </>
  );
}

/** A changed quote can be signed only after it has been visible for a second. */
function useSettled(quoted: QuotedRoute): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(quoted.quoteId), 1000);
    return () => clearTimeout(timer);
  }, [quoted.quoteId]);
  return settled === quoted.quoteId;
}
