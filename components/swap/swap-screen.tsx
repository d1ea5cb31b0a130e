'use client';
import Link from 'next/link';
import { type ComponentProps, type ComponentType, useEffect, useRef, useState } from 'react';
import type { RecentWay } from '../../lib/api/recent-way.ts';
import { decimalValueUsd } from '../../lib/domain/amount.ts';
import type { Pair } from '../../lib/domain/pair.ts';
import type { OffProvider, ProviderId } from '../../lib/domain/provider-id.ts';
import type { Wallets } from '../../lib/wallet/wallet-types.ts';
import { useEmbedding } from '../embed/embedding.tsx';
import { offersProvider } from '../embed/offers.ts';
import { LateRouteList, warmRouteList } from '../routes/lazy-route-list.tsx';
import { OffProviders } from '../routes/off-providers.tsx';
import { priceIn, routeMoney } from '../routes/route-money.ts';
import { assetView } from '../tokens/asset-view.ts';
import { Button } from '../ui/button.tsx';
import { shareOf } from '../ui/decimal-math.ts';
import { Notice } from '../ui/notice.tsx';
import type { Refusal } from '../ui/refusal.ts';
import { RefusalText } from '../ui/refusal-notice.tsx';
import { useText } from '../ui/text.tsx';
import { whenIdle } from '../ui/when-idle.ts';
import type { ButtonAction } from './button-state.ts';
import { IdlePanel } from './idle-panel.tsx';
import {
  LateRecentSwaps,
  LateRecentWays,
  LateReviewSheet,
  LateSelectorSheet,
  useSheetsSoon,
  warmReview,
  warmSelector,
} from './lazy-sheets.tsx';
import { StickyButton } from './sticky-button.tsx';
import { SwapCard } from './swap-card.tsx';
import { SwapDetails } from './swap-details.tsx';
import { SwapNumbers } from './swap-numbers.tsx';
import { useSideChanges, useTrueNames } from './use-side-changes.ts';
import { type Swap, useSwap } from './use-swap.ts';

export type SwapScreenProps = {
  wallets: Wallets | undefined;
  /** The query string with which the page was opened. */
  search: string;
  /** The providers that this deployment asks. */
  asked: readonly ProviderId[];
  /** The pair that is selected when the query names none. */
  first: Pair;
  /** The providers that this deployment does not ask, with the reasons. */
  offProviders: readonly OffProvider[];
  /** Why no swap can begin, as far as the server knew when it sent the page. */
  refusal?: Refusal;
  /** Recent quotes between pairs, for the page without an amount. */
  recentWays?: readonly RecentWay[];
  /** Renders nothing; receives every state of the swap. */
  listener?: ComponentType<{ swap: Swap }>;
};

const GRID = 'mx-auto grid w-full grid-cols-[minmax(0,1fr)] items-start gap-6';
const WIDE = `${GRID} max-w-[1160px] px-4 py-5 sm:px-6 wide:grid-cols-[432px_minmax(0,1fr)] wide:gap-7 wide:py-11`;
/** Inside a host page the layout is as wide as its frame. */
const COMPACT = `${GRID} max-w-[560px] gap-3 p-3`;

/** The swap page: the form on the left and the routes on the right, stacked on phones. */
export function SwapScreen({ wallets, search, asked, first, offProviders, ...more }: SwapScreenProps) {
  const { recentWays = [], refusal, listener: Listener } = more;
  const t = useText();
  const { embedded, options, hides } = useEmbedding();
  const swap = useSwap(wallets, search, asked, first);
  const shownWays = embedded ? [] : recentWays.filter(isPictured).slice(0, MOST_WAYS);
  const offered = swap.wanted.filter((id) => offersProvider(options, id));
  const compact = embedded && options.layout !== 'full';
  const [selecting, setSelecting] = useState<'sell' | 'buy'>();
  const sides = useSideChanges(swap);
  useTrueNames(swap);
  const { quote, route, button, sold } = swap;
  const hasRoute = route !== undefined;
  const [served] = useState(quote.phase !== 'idle');
  useSheetsSoon(swap.book, quote.phase === 'asking');
  useEffect(() => {
    if (quote.phase === 'asking') warmRouteList();
    return hasRoute && quote.phase !== 'asking' ? whenIdle(warmReview) : undefined;
  }, [quote.phase, hasRoute]);
  const refs = useRefs();
  const [subject, setSubject] = useState<Subject>();
  const press = usePress(swap, wallets, sides, refs, { select: setSelecting, review: setSubject });
  const pressButton = () => button.action && press(button.action);

  return (
    <div className={compact ? COMPACT : WIDE}>
      <h1 className="sr-only">{t('Swap across chains')}</h1>
      {!embedded && <EarlyQuote request={swap.request} />}
      {/* Whoever asks for a quote is told by its answer. */}
      {refusal && quote.phase === 'idle' && (
        <div className={compact ? undefined : 'wide:col-span-2'}>
          <Notice kind="care">
            <RefusalText refusal={refusal} />
          </Notice>
        </div>
      )}
      <SwapCard
        sell={sellProps(swap, wallets, sides, refs, setSelecting)}
        buy={{
          asset: swap.form.buy,
          amount: route?.expectedBuyAmount,
          valueUsd: route && routeMoney(route).buyUsd,
          waiting: quote.phase === 'asking' && !route,
          dimmed: quote.dimmed,
          onAsset: () => setSelecting('buy'),
          onSoon: () => warmSelector(swap.book),
        }}
        button={button}
        buttonRef={refs.button}
        onFlip={sides.flip}
        onPress={pressButton}
        numbers={
          <SwapNumbers
            route={route}
            waiting={quote.phase === 'asking' && !route}
            leastWaits={swap.tolerancePending}
            dimmed={quote.dimmed}
          />
        }
        details={<SwapDetails swap={swap} toInput={refs.to} fromInput={refs.from} />}
        below={
          // From the start, so that the form does not grow with the first digit.
          !swap.account &&
          !swap.withoutWallet && (
            <Button
              look="ghost"
              size="small"
              className="min-h-11 justify-self-center sm:min-h-8"
              onClick={() => {
                swap.setWithoutWallet(true);
                // The button disappears, and its focus with it.
                requestAnimationFrame(() => (refs.to.current?.value === '' ? refs.to : refs.from).current?.focus());
              }}
            >
              {t('Continue without a wallet')}
            </Button>
          )
        }
      />
      <div className="grid min-w-0 gap-6">
        <noscript>
          <p className="font-medium">{t('Turn on JavaScript to compare routes and sign.')}</p>
        </noscript>
        {quote.phase === 'idle' ? (
          !compact && (
            <>
              <IdlePanel sell={swap.sell} buy={swap.buy} asked={offered} />
              {shownWays.length > 0 && <LateRecentWays ways={shownWays} />}
            </>
          )
        ) : (
          <LateRouteList
            served={served}
            quote={{ ...quote, errors: reasonsOf(quote, offProviders), choose: (key) => chooseRoute(swap, key) }}
            asked={offered}
            sell={{ symbol: swap.sell.symbol, decimals: swap.decimals ?? 18 }}
            autoSlippage={swap.isAuto}
            onAmount={sold.setAmount}
            onOtherAmount={() => refs.amount.current?.focus()}
            onOtherAsset={() => setSelecting('buy')}
          />
        )}
        {quote.phase !== 'idle' && (
          <OffProviders off={offProviders.filter(({ provider }) => offersProvider(options, provider))} />
        )}
        {quote.phase !== 'idle' && !embedded && swap.wanted.length < asked.length && (
          <Link href="/settings" prefetch={false} className="px-0.5 text-14 text-ink-2 underline underline-offset-2">
            {t('You left out some providers in Settings.')}
          </Link>
        )}
        {quote.phase === 'idle' && !hides('activity') && <LateRecentSwaps />}
      </div>
      {!embedded && <StickyButton button={button} of={refs.button} onPress={pressButton} />}
      {Listener && <Listener swap={swap} />}
      <LateSelectorSheet
        selecting={selecting}
        book={swap.book}
        sell={swap.form.sell}
        buy={swap.form.buy}
        wallets={wallets}
        amount={refs.amount}
        onChoose={sides.choose}
        onClose={() => setSelecting(undefined)}
      />
      {subject && (
        <LateReviewSheet
          {...subject}
          open={swap.reviewing}
          onOpenChange={swap.setReviewing}
          wallets={wallets}
          account={swap.account}
        />
      )}
    </div>
  );
}

/** In the page as it is served: asks the question of its link while the page's own scripts still load. */
function EarlyQuote({ request }: Pick<Swap, 'request'>) {
  if (typeof window !== 'undefined' || request === undefined) return null;
  return <script async fetchPriority="high" src="/early-quote.js" data-question={JSON.stringify(request)} />;
}

/** As many as stand beside the form on one screen. */
const MOST_WAYS = 4;

/** Both assets have a picture here, so that a user who quotes a token of their own does not advertise it. */
const isPictured = ({ route }: RecentWay): boolean =>
  [route.sellAsset, route.buyAsset].every((asset) => assetView(asset).icon !== '');

/** Providers that are switched off are named below the list, so they are not listed as failed. */
const reasonsOf = ({ errors }: Swap['quote'], off: readonly OffProvider[]) =>
  errors.filter(
    ({ provider, errorCode }) => errorCode !== 'tradingHalted' || !off.some((one) => one.provider === provider),
  );

function chooseRoute({ quote, change }: Swap, key: string): void {
  quote.choose(key);
  change({ route: key });
}

function useRefs() {
  return {
    amount: useRef<HTMLInputElement>(null),
    to: useRef<HTMLInputElement>(null),
    from: useRef<HTMLInputElement>(null),
    button: useRef<HTMLButtonElement>(null),
  };
}
type Refs = ReturnType<typeof useRefs>;
type Sides = ReturnType<typeof useSideChanges>;
type Select = (side: 'sell' | 'buy') => void;
/**
 * The subject of the review: the route and request the button referred to when it was pressed. Whatever happens to the
 * form behind it (another account, a step back, a failed quote), a payment under way stays in sight and cannot be
 * started twice.
 */
type Subject = Pick<ComponentProps<typeof LateReviewSheet>, 'chosen' | 'request' | 'receiverName' | 'auto'>;

/** Runs the action of the form's one button. */
function usePress(
  swap: Swap,
  wallets: Wallets | undefined,
  sides: Sides,
  refs: Refs,
  { select, review }: { select: Select; review: (subject: Subject) => void },
) {
  const { sold, quote, recipient, sell, buy } = swap;
  return (action: ButtonAction): void => {
    const deeds: Record<ButtonAction, () => void> = {
      chooseSell: () => select('sell'),
      chooseBuy: () => select('buy'),
      enterAmount: () => refs.amount.current?.focus(),
      enterInCoins: () => {
        sold.switchMode();
        refs.amount.current?.focus();
      },
      cutDecimals: () => swap.decimals !== undefined && sold.setAmount(shareOf(sold.amount, 100, swap.decimals)),
      useMaximum: () => sides.sellShare(100),
      useMinimum: () => swap.minimum !== undefined && sold.setAmount(swap.minimum),
      enterTo: () => {
        recipient.setEditing(true);
        requestAnimationFrame(() => refs.to.current?.focus());
      },
      resolveAgain: recipient.entered.resolveAgain,
      enterFrom: () => refs.from.current?.focus(),
      connect: () =>
        void wallets?.connect(sell.chain, {
          // An address that was entered needs no wallet.
          ...(recipient.entered.text === '' ? { receive: buy.chain } : {}),
          withoutWallet: () => swap.setWithoutWallet(true),
        }),
      // A wallet that refuses has told the user itself; the button stays.
      switchNetwork: () => void wallets?.goTo(sell.chain).catch(() => undefined),
      retry: quote.refresh,
      showFailures: () => document.getElementById('failed-providers')?.scrollIntoView({ block: 'center' }),
      review: () => {
        const { route, request } = swap;
        if (!route || !request) return;
        recipient.remember();
        review({ chosen: route, request, receiverName: recipient.entered.name?.name, auto: swap.isAuto });
        setTimeout(() => swap.setReviewing(true));
      },
    };
    deeds[action]();
  };
}

function sellProps(swap: Swap, wallets: Wallets | undefined, sides: Sides, refs: Refs, select: Select) {
  const { form, sold, sell, route, sellToken, funds, account } = swap;
  const price = (route && priceIn(route, form.sell)) ?? sellToken?.priceUsd;
  return {
    asset: form.sell,
    symbol: sell.symbol,
    text: sold.text,
    read: sold.read,
    valueMode: sold.valueMode,
    amount: sold.amount,
    valueUsd: sold.amount !== '' && price !== undefined ? decimalValueUsd(sold.amount, price) : undefined,
    balance: funds.balance,
    waiting: funds.waiting,
    wallet: (wallets?.accounts.length ?? 0) > 1 ? account?.walletName : undefined,
    note: sides.note,
    input: refs.amount,
    onText: sold.setText,
    onShare: sides.sellShare,
    onMode: sold.switchMode,
    onAsset: () => select('sell'),
    onSoon: () => warmSelector(swap.book),
  };
}
