import { useEffect, useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import type { ConnectedAccount, PaidBy } from '../../lib/wallet/wallet-types.ts';
import { orderAddress } from '../deposit/order-words.ts';
import { assetView } from '../tokens/asset-view.ts';
import { Button } from '../ui/button.tsx';
import { HashLink } from '../ui/hash-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { type Consent, consentsFor } from './review-body.tsx';
import type { Payment, QuotedRoute } from './use-payment.ts';

const STEP_WORDS = {
  switchingNetwork: 'Your wallet is asked to change the network',
  checking: 'Checking what will be signed',
  approving: 'Approve the allowance in your wallet',
  waitingForApproval: 'Waiting for the allowance to be in a block',
  signing: 'Sign in your wallet',
  handingIn: 'Garden sends it and pays the gas',
  sending: 'Sending',
  sent: 'Sent',
} as const;

/** Seconds until the quote lapses, zero once it has. */
function useSecondsLeft(route: WireRoute): number | undefined {
  const now = useNow(route.expiration !== undefined);
  return route.expiration === undefined ? undefined : Math.max(0, Number(route.expiration) - Math.floor(now / 1000));
}

export function ReviewFooter({
  quoted,
  account,
  payment,
  consents,
  by,
  onPay,
  onByHand,
  onAgain,
  onConnect,
}: {
  quoted: QuotedRoute;
  account: ConnectedAccount | undefined;
  payment: Payment;
  consents: ReadonlySet<Consent>;
  by: PaidBy;
  onPay: () => void;
  onByHand: () => void;
  onAgain: () => void;
  /** Closes the review and connects a wallet; undefined where none can sign for what is sold. */
  onConnect: (() => void) | undefined;
}) {
  const { route } = quoted;
  const left = useSecondsLeft(route);
  const settled = useSettled(quoted);
  const missing = consentsFor(route).some((consent) => !consents.has(consent));
  const deed = `${route.sellAmount} ${assetView(route.sellAsset).symbol}`;
  const lapsed = payment.phase === 'failed' && payment.expired;
  if (lapsed || (left === 0 && payment.phase !== 'paying')) {
    return (
      <>
        {lapsed ? (
          <PaymentState payment={payment} route={route} />
        ) : (
          <p role="alert" className="text-amber">
            This quote has expired. Nothing was sent.
          </p>
        )}
        <Button look="primary" size="large" onClick={onAgain}>
          Get a new quote
        </Button>
      </>
    );
  }
  if (needsWallet(route) && (!account || !route.tx))
    return <WalletNeeded route={route} connected={account !== undefined} onConnect={onConnect} onAgain={onAgain} />;
  const channel = route.meta.depositChannel !== undefined;
  // Without a transaction of its own a route with a deposit address can still be paid by a transfer to that.
  const byWallet = account !== undefined && (route.tx !== undefined || channel);
  return (
    <>
      <PaymentState payment={payment} route={route} />
      {byWallet ? (
        <Button
          look="primary"
          size="large"
          busy={payment.phase === 'paying'}
          disabled={
            missing || !settled || payment.phase === 'paying' || (payment.phase === 'failed' && !payment.nothingSent)
          }
          onClick={onPay}
        >
          {by === 'signature' ? `Sign to swap ${deed}` : `Swap ${deed}`}
        </Button>
      ) : (
        <>
          {account && route.meta.txUnavailable && <Notice kind="care">{route.meta.txUnavailable}</Notice>}
          <Button look="primary" size="large" disabled={missing || !settled} onClick={onByHand}>
            {channel || orderAddress(route) ? 'Pay by deposit address' : `Show where to send ${deed}`}
          </Button>
        </>
      )}
      {byWallet && (channel || route.inboundAddress) && payment.phase !== 'paying' && (
        <Button look="ghost" size="small" className="justify-self-center" disabled={missing} onClick={onByHand}>
          Pay from another wallet
        </Button>
      )}
    </>
  );
}

/** The first of two legs is a call of a contract or a program: nobody can make it by hand. */
const needsWallet = ({ providers }: WireRoute): boolean => providers[0]?.endsWith('->CHAINFLIP') === true;

function WalletNeeded({
  route,
  connected,
  onConnect,
  onAgain,
}: {
  route: WireRoute;
  connected: boolean;
  onConnect: (() => void) | undefined;
  onAgain: () => void;
}) {
  const [first] = route.legs;
  const name = first ? PROVIDER_NAMES[first.provider] : 'the first leg';
  if (connected)
    return (
      <>
        <Notice kind="care" live="polite" title="There is nothing to sign yet">
          {route.meta.txUnavailable ?? 'The payment could not be made ready.'} Nothing was sent.
        </Notice>
        <Button look="primary" size="large" onClick={onAgain}>
          Ask again
        </Button>
      </>
    );
  return (
    <>
      <Notice kind="care" title="This route needs a wallet that signs here">
        Its first leg is a call of {name}, which no plain transfer can make. Connect a wallet, or take a route that is
        payable from any wallet.
      </Notice>
      {onConnect && (
        <Button look="primary" size="large" onClick={onConnect}>
          Connect a wallet
        </Button>
      )}
    </>
  );
}

/** A changed quote can be signed only after it has been there for a second. */
function useSettled(quoted: QuotedRoute): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(quoted.quoteId), 1000);
    return () => clearTimeout(timer);
  }, [quoted.quoteId]);
  return settled === quoted.quoteId;
}

function PaymentState({ payment, route }: { payment: Payment; route: WireRoute }) {
  if (payment.phase === 'idle') return null;
  if (payment.phase === 'paying') {
    return (
      <p role="status" className="text-ink-2">
        {payment.step ? STEP_WORDS[payment.step] : 'Asking your wallet'}…
      </p>
    );
  }
  return (
    <Notice kind={payment.nothingSent ? 'care' : 'loss'} live="assertive" title={payment.title}>
      {payment.message}
      {payment.hash && (
        <span className="mt-1 block">
          <HashLink
            hash={payment.hash}
            what={`the hash on ${assetView(route.sellAsset).chainName} (${assetOf(route.sellAsset).chain})`}
          />
        </span>
      )}
    </Notice>
  );
}
