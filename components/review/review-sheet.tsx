'use client';
import { useEffect, useMemo, useState } from 'react';
import type { SaleRequest } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Price } from '../../lib/domain/price-move.ts';
import type { PaidBy } from '../../lib/payments/payable-route.ts';
import { isInsideSafe } from '../../lib/wallet/evm/safe-frame.ts';
import { type Asked, type ConnectedAccount, PaymentError, type Wallets } from '../../lib/wallet/wallet-types.ts';
import { assertNotVetoed } from '../embed/assert-not-vetoed.ts';
import { useEmbedding } from '../embed/embedding.tsx';
import { losesTooMuch, lossOf } from '../embed/offers.ts';
import { percent } from '../ui/format.ts';
import { Sheet } from '../ui/sheet.tsx';
import { useText } from '../ui/text.tsx';
import { askedOf } from './asked-of.ts';
import { blockReason } from './block-reason.ts';
import { ByHand } from './by-hand.tsx';
import { canSignElsewhere } from './cold/cold-kind.ts';
import { SignElsewhere } from './cold/sign-elsewhere.tsx';
import type { Consent } from './dangers.ts';
import { PriceMoved } from './price-moved.tsx';
import { ReviewBody } from './review-body.tsx';
import { ReviewFooter } from './review-footer.tsx';
import { ReviewState } from './review-state.tsx';
import { differs } from './signing.ts';
import { useByHand } from './use-by-hand.ts';
import { useDangerFacts } from './use-danger-facts.ts';
import { useNameCheck } from './use-name-check.ts';
import { recordHash, usePayment } from './use-payment.ts';
import { usePriceWatch } from './use-price-watch.ts';
import { type Review, useReview } from './use-review.ts';
import { secondsLeft, useSecondsLeft } from './use-seconds-left.ts';
import { useSigning } from './use-signing.ts';
import { useVaultEvidence } from './use-vault-evidence.ts';
import { hasAnswered, useWitnesses, withTestimony } from './use-witnesses.ts';

export type ReviewSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  chosen: WireRoute;
  request: SaleRequest;
  wallets: Wallets | undefined;
  account: ConnectedAccount | undefined;
  /** The name that was entered as the recipient, which is resolved again here. */
  receiverName?: string | undefined;
  /** The user has not chosen the tolerance: it is the route's own, and no warning is given. */
  auto?: boolean;
};

export function ReviewSheet(props: ReviewSheetProps) {
  return props.open ? <OpenReview {...props} /> : null;
}

type View = 'review' | 'byHand' | 'elsewhere';
type Ready = Extract<Review, { phase: 'ready' }>;

function OpenReview({ open, onOpenChange, chosen, request, wallets, account, receiverName, auto }: ReviewSheetProps) {
  const t = useText();
  // The choice at the time of opening is what is compared; later quotes of the page do not change it.
  const [subject] = useState({ chosen, request, connected: account !== undefined });
  const [elsewhere, setElsewhere] = useState(false);
  const [view, setView] = useState<View>('review');
  const signs = subject.connected || elsewhere;
  const { review, again, askPrice } = useReview(subject.chosen, subject.request, signs);
  const paying = usePayment(wallets);
  const sold = assetOf(chosen.sellAsset).chain;
  // Everything that paying needs is loaded before the button is pressed, because a phone opens a wallet only within
  // that tap.
  useEffect(() => wallets?.prepare(sold), [wallets, sold]);
  const startAgain = (accepted?: Price) => {
    paying.reset();
    setView('review');
    again(accepted);
  };
  const connect = () => {
    onOpenChange(false);
    void wallets?.connect(sold);
  };
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      busy={paying.payment.phase === 'paying'}
      width={520}
      title={titleOf(t, view, subject.chosen)}
      flush
    >
      {review.phase === 'ready' ? (
        <ReadyReview
          // A new answer starts a new review, without the consents of the last one.
          key={`${review.quoteId} ${review.routeIndex}`}
          review={review}
          chosen={subject.chosen}
          request={subject.request}
          account={account}
          receiverName={receiverName}
          auto={auto}
          view={view}
          onView={setView}
          paying={paying}
          onAgain={startAgain}
          askPrice={askPrice}
          onConnect={wallets?.canSign(sold) ? connect : undefined}
          onSigns={elsewhere || subject.connected ? undefined : () => setElsewhere(true)}
        />
      ) : (
        <div className={SCROLLS}>
          <ReviewState review={review} chosen={subject.chosen} connected={signs} onAgain={() => startAgain()}>
            {null}
          </ReviewState>
        </div>
      )}
    </Sheet>
  );
}

const SCROLLS = 'min-h-0 flex-1 overflow-y-auto overscroll-contain p-4';

/** The consents that were given. */
function useConsents() {
  const [consents, setConsents] = useState<ReadonlySet<Consent>>(new Set());
  const onConsent = (consent: Consent, given: boolean) =>
    setConsents((now) => new Set(given ? [...now, consent] : [...now].filter((one) => one !== consent)));
  return { consents, onConsent };
}

/** What replaces the payment when its price has moved, and the check before it is made. */
function usePriceGate(
  { watch, route }: Ready,
  still: { paying: boolean; lapsed: boolean },
  { payment, reset }: Pick<ReadyProps['paying'], 'payment' | 'reset'>,
  { askPrice, onAgain }: Pick<ReadyProps, 'askPrice' | 'onAgain'>,
) {
  const { moved, confirm, agree } = usePriceWatch(watch, askPrice, still);
  const isPriceFailure = moved !== undefined && payment.phase === 'failed' && payment.fault === 'priceMoved';
  // Both prices say more than the failure, which would stay after the price has recovered.
  useEffect(() => {
    if (isPriceFailure) reset();
  }, [isPriceFailure, reset]);
  const onAccept = () => {
    const accepted = agree();
    if (accepted) onAgain(accepted);
  };
  const shown = moved !== undefined && !still.paying && !still.lapsed;
  return {
    priceMoved: shown && <PriceMoved move={moved} route={route} onAccept={onAccept} />,
    /** @throws {PaymentError} also where the route has expired, for instance while an allowance was mined. */
    confirmPrice: async () => {
      if (secondsLeft(route, Date.now()) === 0) throw new PaymentError('expired', '', { nothingSent: true });
      await confirm();
    },
  };
}

/** The user's request, with the minimum that this review shows. */
function useAsked(request: SaleRequest, chosen: WireRoute, { expectedBuyAmountMaxSlippage: least }: WireRoute) {
  return useMemo(() => askedOf(request, chosen, least), [request, chosen, least]);
}

/** The request, also compared with what independent nodes say. Where they differ, their own notice says so. */
function useHeld(route: WireRoute, asked: Asked) {
  const witness = useWitnesses(route, asked);
  const held = useMemo(() => withTestimony(asked, witness), [asked, witness]);
  return { witness, held, differing: hasAnswered(witness) && witness.verdict === 'differs' };
}

type ReadyProps = Pick<ReviewSheetProps, 'chosen' | 'request' | 'account' | 'receiverName' | 'auto'> & {
  review: Ready;
  view: View;
  onView: (view: View) => void;
  paying: ReturnType<typeof usePayment>;
  /** Passes on the agreed price, where the price fell. */
  onAgain: (accepted?: Price) => void;
  askPrice: (signal: AbortSignal) => Promise<Price>;
  onConnect: (() => void) | undefined;
  /** Asks again for the transaction, where it was left out because no wallet was connected. */
  onSigns: (() => void) | undefined;
};

function ReadyReview({
  chosen,
  request,
  account,
  receiverName,
  auto,
  review,
  view,
  onView,
  paying,
  ...on
}: ReadyProps) {
  const t = useText();
  const embedding = useEmbedding();
  const tooMuch = losesTooMuch(embedding.options, review.route);
  const [wished, setBy] = useState<PaidBy>('transaction');
  const { consents, onConsent } = useConsents();
  const { route, changePercent } = review;
  const { payment, pay, payToChannel } = paying;
  const by = route.meta.typedData ? wished : 'transaction';
  const byHand = account === undefined;
  const asked = useAsked(request, chosen, route);
  const { witness, held, differing } = useHeld(route, asked);
  const signing = useSigning(route, by, byHand, differing ? asked : held);
  const evidence = useVaultEvidence(route, request);
  const name = useNameCheck(receiverName, route);
  const facts = { ...useDangerFacts(route), less: review.less };
  const [making, setMaking] = useState(false);
  const left = useSecondsLeft(route);
  const still = { paying: making || payment.phase === 'paying', lapsed: left === 0 };
  const { priceMoved, confirmPrice } = usePriceGate(review, still, paying, on);
  const payer = account && { isSafe: isInsideSafe(), signs: by === 'signature' };
  const reason = blockReason(t, route, { signing, evidence, witness, name, facts, payer }, consents);
  const { toTrack, showPayment } = useByHand(review, held, () => onView('byHand'));
  const refuse = paying.refuse;
  /** Paying by hand is also submitted to the host, so that its refusal cannot be bypassed. */
  const permitted = (go: () => void) => () => {
    setMaking(true);
    void assertNotVetoed(embedding, review, 'payment', 'byHand')
      .then(confirmPrice)
      .then(go, refuse)
      .finally(() => setMaking(false));
  };
  const isOther = differs(signing) || differing;
  if (view === 'byHand' && !isOther && !(left === 0 && route.meta.depositChannel && !making))
    return (
      <div className={`${SCROLLS} grid content-start gap-4`}>
        <ByHand
          quoted={review}
          asked={held}
          witness={witness}
          request={request}
          priceMoved={priceMoved}
          confirmPrice={confirmPrice}
          onMaking={setMaking}
          onAgain={() => on.onAgain()}
          onBack={() => onView('review')}
          onHash={toTrack}
        />
      </div>
    );
  if (view === 'elsewhere' && !isOther)
    return (
      <div className={`${SCROLLS} grid content-start gap-4`}>
        <SignElsewhere
          route={route}
          asked={held}
          priceMoved={priceMoved}
          confirmPrice={confirmPrice}
          onBack={() => onView('review')}
          onAgain={() => on.onAgain()}
          onHash={(hash) => recordHash(review, hash)}
          onSent={toTrack}
        />
      </div>
    );
  return (
    <>
      <div className={`${SCROLLS} grid content-start gap-4`}>
        <ReviewBody
          route={route}
          chosen={chosen}
          slippage={request.slippage}
          auto={auto}
          changePercent={changePercent}
          nowThrough={review.nowThrough}
          byHand={byHand}
          by={by}
          onBy={account && route.meta.typedData ? setBy : undefined}
          busy={payment.phase === 'paying'}
          consents={consents}
          onConsent={onConsent}
          signing={signing}
          facts={facts}
          evidence={evidence}
          witness={witness}
          name={name}
        />
      </div>
      <div className="grid gap-2 border-line border-t p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {tooMuch && (
          <p role="alert" className="text-red">
            {t('This swap loses {percent}, more than this site allows', { percent: percent(lossOf(route), t.tag) })}
          </p>
        )}
        <ReviewFooter
          quoted={review}
          left={left}
          priceMoved={priceMoved}
          busy={making}
          account={account}
          payment={payment}
          by={by}
          reason={reason}
          tooMuch={tooMuch}
          onPay={(allowanceBy) =>
            account &&
            void (route.tx
              ? pay(account, review, held, { by, allowanceBy }, confirmPrice)
              : payToChannel(account, review, held, confirmPrice))
          }
          onByHand={permitted(showPayment)}
          onAgain={() => on.onAgain()}
          onConnect={on.onConnect}
          onElsewhere={canSignElsewhere(route) ? permitted(() => onView('elsewhere')) : byHand ? on.onSigns : undefined}
        />
      </div>
    </>
  );
}

function titleOf(t: ReturnType<typeof useText>, view: View, route: WireRoute): string {
  if (view === 'review') return t('Review swap');
  if (view === 'elsewhere') return t('Sign elsewhere');
  return route.meta.depositChannel ? t('Pay by deposit address') : t('Pay from your wallet');
}
