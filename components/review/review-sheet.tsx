'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { ConnectedAccount, PaidBy, Wallets } from '../../lib/wallet/wallet-types.ts';
import { trackPath } from '../activity/saved-swaps.ts';
import { DepositCard } from '../deposit/deposit-card.tsx';
import { OpenChannel } from '../deposit/open-channel.tsx';
import { orderAddress } from '../deposit/order-words.ts';
import { useVaultCheck } from '../deposit/use-vault-check.ts';
import { RouteLine } from '../routes/route-line.tsx';
import { routeLineData } from '../routes/route-line-data.ts';
import { Sheet } from '../ui/sheet.tsx';
import { type Consent, ReviewBody } from './review-body.tsx';
import { ReviewFooter } from './review-footer.tsx';
import { ReviewState } from './review-state.tsx';
import { type QuotedRoute, recordHash, usePayment } from './use-payment.ts';
import { useReview } from './use-review.ts';

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

function OpenReview({ open, onOpenChange, chosen, request, wallets, account }: ReviewSheetProps) {
  // What was chosen when this opened is what is compared; later quotes of the page do not reach in here.
  const [subject] = useState({ chosen, request, connected: account !== undefined });
  const { review, again } = useReview(subject.chosen, subject.request, subject.connected);
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
            onConnect={
              wallets?.canSign(assetOf(quoted.route.sellAsset).chain)
                ? () => {
                    onOpenChange(false);
                    void wallets.connect(assetOf(quoted.route.sellAsset).chain);
                  }
                : undefined
            }
          />
        )
      }
    >
      {quoted && byHand && quoted.route.meta.depositChannel ? (
        <OpenChannel quoted={quoted} onBack={() => setByHand(false)} />
      ) : quoted && byHand ? (
        <ByHand quoted={quoted} request={subject.request} onAgain={startAgain} />
      ) : (
        <ReviewState review={review} chosen={subject.chosen} connected={subject.connected} onAgain={startAgain}>
          {quoted && review.phase === 'ready' && (
            <>
              <RouteLine data={routeLineData(quoted.route)} tone="water" />
              <ReviewBody
                route={quoted.route}
                slippage={subject.request.slippage}
                changePercent={review.changePercent}
                nowThrough={review.nowThrough}
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
