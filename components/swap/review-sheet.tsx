'use client';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { ConnectedAccount, PaidBy, Wallets } from '../../lib/wallet/wallet-types.ts';
import { DepositCard } from '../deposit/deposit-card.tsx';
import { OpenChannel } from '../deposit/open-channel.tsx';
import { orderAddress } from '../deposit/order-words.ts';
import { useVaultCheck } from '../deposit/use-vault-check.ts';
import { RouteLine } from '../routes/route-line.tsx';
import { routeLineData } from '../routes/route-line-data.ts';
import { assetView } from '../tokens/asset-view.ts';
import { Button } from '../ui/button.tsx';
import { HashLink } from '../ui/hash-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useNow } from '../ui/use-now.ts';
import { type Consent, consentsFor, ReviewBody } from './review-body.tsx';
import { trackPath } from './saved-swaps.ts';
import { type Payment, type QuotedRoute, recordHash, usePayment } from './use-payment.ts';
import { type Review, useReview } from './use-review.ts';

type ReviewSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  chosen: WireRoute;
  request: QuoteRequest;
  wallets: Wallets | undefined;
  account: ConnectedAccount | undefined;
};

export function ReviewSheet(props: ReviewSheetProps) {
  return props.open ? <OpenReview {...props} /> : null;
}

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

function OpenReview({ open, onOpenChange, chosen, request, wallets, account }: ReviewSheetProps) {
  // What was chosen when this opened is what is compared; later quotes of the page do not reach in here.
  const [subject] = useState({ chosen, request });
  const { review, again } = useReview(subject.chosen, subject.request);
  const { payment, pay, payToChannel, reset } = usePayment(wallets);
  const router = useRouter();
  const [wished, setBy] = useState<PaidBy>('transaction');
  const [byHand, setByHand] = useState(false);
  const [consents, setConsents] = useState<ReadonlySet<Consent>>(new Set());
  const paying = payment.phase === 'paying';
  const quoted: QuotedRoute | undefined = review.phase === 'ready' ? review : undefined;
  const by = quoted?.route.meta.typedData ? wished : 'transaction';
  const startAgain = () => {
    reset();
    setByHand(false);
    setConsents(new Set());
    again();
  };
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      busy={paying}
      width={520}
      title={
        byHand ? (quoted?.route.meta.depositChannel ? 'Pay by deposit address' : 'Pay from your wallet') : 'Review swap'
      }
      footer={
        quoted &&
        !byHand && (
          <ReviewFooter
            quoted={quoted}
            account={account}
            payment={payment}
            consents={consents}
            by={by}
            onPay={() => account && void (quoted.route.tx ? pay(account, quoted, by) : payToChannel(account, quoted))}
            onByHand={() => {
              // The order's address is shown on the swap's own page, where it survives a reload.
              if (orderAddress(quoted.route)) router.push(trackPath(recordHash(quoted, '')));
              else setByHand(true);
            }}
            onAgain={startAgain}
          />
        )
      }
    >
      {quoted && byHand && quoted.route.meta.depositChannel ? (
        <OpenChannel quoted={quoted} onBack={() => setByHand(false)} />
      ) : quoted && byHand ? (
        <ByHand quoted={quoted} request={subject.request} onAgain={startAgain} />
      ) : (
        <ReviewState review={review} chosen={subject.chosen} onAgain={startAgain}>
          {quoted && review.phase === 'ready' && (
            <>
              <RouteLine data={routeLineData(quoted.route)} tone="water" />
              <ReviewBody
                route={quoted.route}
                slippage={subject.request.slippage}
                changePercent={review.changePercent}
                byHand={account === undefined}
                by={by}
                onBy={account && quoted.route.meta.typedData ? setBy : undefined}
                busy={paying}
                consents={consents}
                onConsent={(consent, given) =>
                  setConsents((now) => {
                    const next = new Set(now);
                    if (given) next.add(consent);
                    else next.delete(consent);
                    return next;
                  })
                }
              />
            </>
          )}
        </ReviewState>
      )}
    </Sheet>
  );
}

function ReviewState({
  review,
  chosen,
  onAgain,
  children,
}: {
  review: Review;
  chosen: WireRoute;
  onAgain: () => void;
  children: ReactNode;
}) {
  if (review.phase === 'asking') {
    return (
      <div aria-busy="true" className="grid gap-4">
        <p role="status" className="text-ink-2">
          {chosen.providers.includes('GARDEN')
            ? 'Garden is reserving your swap. Mostly this takes seconds, at times up to a minute…'
            : 'Asking once more, with your addresses…'}
        </p>
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
        <Skeleton className="h-[50px]" />
        <Skeleton className="h-40" />
      </div>
    );
  }
  if (review.phase === 'failed') {
    return (
      <Notice
        kind="care"
        live="assertive"
        title="This route cannot be had just now"
        action={<Button onClick={onAgain}>Ask again</Button>}
      >
        {review.message} Nothing was sent. You can also close this and take another route.
      </Notice>
    );
  }
  return <div className="grid gap-4">{children}</div>;
}

function ByHand({ quoted, request, onAgain }: { quoted: QuotedRoute; request: QuoteRequest; onAgain: () => void }) {
  const router = useRouter();
  const vault = useVaultCheck(quoted.route, request);
  return (
    <DepositCard
      route={quoted.route}
      vault={vault}
      onAgain={onAgain}
      onHash={(hash) => router.push(trackPath(recordHash(quoted, hash)))}
    />
  );
}

/** Seconds until the quote lapses, zero once it has. */
function useSecondsLeft(route: WireRoute): number | undefined {
  const now = useNow(route.expiration !== undefined);
  return route.expiration === undefined ? undefined : Math.max(0, Number(route.expiration) - Math.floor(now / 1000));
}

function ReviewFooter({
  quoted,
  account,
  payment,
  consents,
  by,
  onPay,
  onByHand,
  onAgain,
}: {
  quoted: QuotedRoute;
  account: ConnectedAccount | undefined;
  payment: Payment;
  consents: ReadonlySet<Consent>;
  by: PaidBy;
  onPay: () => void;
  onByHand: () => void;
  onAgain: () => void;
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
