'use client';
import { useMemo, useRef, useState } from 'react';
import { type OffProvider, PROVIDER_NAMES, parseProviderId } from '../../lib/domain/provider-id.ts';
import type { Wallets } from '../../lib/wallet/wallet-types.ts';
import { RecentSwaps } from '../activity/recent-swaps.tsx';
import { useSavedSwaps } from '../activity/use-saved-swaps.ts';
import { OffProviders } from '../routes/off-providers.tsx';
import { RouteLine } from '../routes/route-line.tsx';
import { RouteList } from '../routes/route-list.tsx';
import { priceIn, routeKey, routeMoney } from '../routes/route-money.ts';
import type { LiveQuote } from '../routes/use-quote.ts';
import { assetView } from '../tokens/asset-view.ts';
import type { TokenBook } from '../tokens/use-tokens.ts';
import { Button } from '../ui/button.tsx';
import { leftOver } from '../ui/decimal-math.ts';
import { AddressField } from './address-field.tsx';
import type { ButtonAction } from './button-state.ts';
import type { SwapForm } from './form-url.ts';
import { LateReviewSheet, LateTokenSelector, useSheetsSoon } from './late-sheets.tsx';
import { parseTypedAmount } from './parse-amount.ts';
import { slippageAdvice } from './slippage-advice.ts';
import { SlippageField } from './slippage-field.tsx';
import { SwapCard } from './swap-card.tsx';
import { useBalances } from './use-balances.ts';
import { type Swap, useSwap } from './use-swap.ts';

/** The swap page: the form on the left, the routes on the right, one above the other on phones. */
export function SwapScreen({
  wallets,
  offProviders,
}: {
  wallets: Wallets | undefined;
  offProviders?: readonly OffProvider[] | undefined;
}) {
  const swap = useSwap(wallets);
  useSheetsSoon();
  const [selecting, setSelecting] = useState<'sell' | 'buy'>();
  const amountInput = useRef<HTMLInputElement>(null);
  const toInput = useRef<HTMLInputElement>(null);
  const fromInput = useRef<HTMLInputElement>(null);
  const swaps = useSavedSwaps();
  const { form, change, quote, route, button } = swap;

  const press = (action: ButtonAction) => {
    const deeds: Record<ButtonAction, () => void> = {
      chooseSell: () => setSelecting('sell'),
      chooseBuy: () => setSelecting('buy'),
      enterAmount: () => amountInput.current?.focus(),
      useMaximum: () =>
        swap.balance !== undefined &&
        change({ amount: leftOver(swap.balance, swap.reserve ?? '0', swap.sellToken?.decimals ?? 18) }),
      useMinimum: () => swap.minimum !== undefined && change({ amount: swap.minimum }),
      enterTo: () => toInput.current?.focus(),
      enterFrom: () => fromInput.current?.focus(),
      connect: () => void wallets?.connect(swap.sell.chain),
      retry: quote.refresh,
      showFailures: () => document.getElementById('failed-providers')?.scrollIntoView({ block: 'center' }),
      review: () => setTimeout(() => swap.setReviewing(true)),
    };
    deeds[action]();
  };

  return (
    <div className="mx-auto grid w-full max-w-[1160px] grid-cols-[minmax(0,1fr)] items-start gap-6 px-4 py-5 sm:px-6 wide:grid-cols-[432px_minmax(0,1fr)] wide:gap-7 wide:py-11">
      <h1 className="sr-only">Swap across chains</h1>
      <SwapCard
        sell={{
          asset: form.sell,
          symbol: swap.sell.symbol,
          decimals: swap.sellToken?.decimals,
          amount: form.amount,
          invalid: parseTypedAmount(form.amount).kind === 'bad',
          valueUsd: sellValue(swap),
          balance: swap.balance,
          input: amountInput,
          onAmount: (amount) => change({ amount }),
          onAsset: () => setSelecting('sell'),
        }}
        buy={{
          asset: form.buy,
          amount: route?.expectedBuyAmount,
          guaranteed: route?.expectedBuyAmountMaxSlippage,
          valueUsd: route && routeMoney(route).buyUsd,
          allInPercent: route && routeMoney(route).allInPercent,
          waiting: quote.phase === 'asking' && !route,
          dimmed: quote.dimmed,
          onAsset: () => setSelecting('buy'),
        }}
        button={button}
        onFlip={swap.flip}
        onPress={() => button.action && press(button.action)}
        details={<Details swap={swap} toInput={toInput} fromInput={fromInput} />}
        below={
          button.action === 'connect' && (
            <Button
              look="ghost"
              size="small"
              className="justify-self-center"
              onClick={() => swap.setWithoutWallet(true)}
            >
              Continue without a wallet
            </Button>
          )
        }
      />
      <div className="grid min-w-0 gap-6">
        <Routes swap={swap} />
        {offProviders && quote.phase !== 'idle' && <OffProviders off={offProviders} />}
        {swaps && quote.phase === 'idle' && <RecentSwaps swaps={swaps} />}
      </div>
      <Selector swap={swap} wallets={wallets} selecting={selecting} onClose={() => setSelecting(undefined)} />
      {route && swap.request && (
        <LateReviewSheet
          open={swap.reviewing}
          onOpenChange={swap.setReviewing}
          chosen={route}
          request={swap.request}
          wallets={wallets}
          account={swap.account}
        />
      )}
    </div>
  );
}

function sellValue({ form, route, sellToken }: Swap): number | undefined {
  const amount = parseTypedAmount(form.amount);
  const price = (route && priceIn(route, form.sell)) ?? sellToken?.priceUsd;
  return amount.kind === 'amount' && price !== undefined ? Number(amount.value) * price : undefined;
}

type InputRef = React.RefObject<HTMLInputElement | null>;

function Details({ swap, toInput, fromInput }: { swap: Swap; toInput: InputRef; fromInput: InputRef }) {
  const { form, change, buy, sell, receiver, account, withoutWallet, route } = swap;
  const askFrom = account === undefined && (withoutWallet || form.from !== '' || swap.button.action === 'enterFrom');
  return (
    <>
      <AddressField
        label={`Receive ${buy.symbol} at`}
        address={swap.to}
        chainName={buy.chainName}
        suggestion={receiver}
        input={toInput}
        onChange={(to) => change({ to })}
      />
      {askFrom && (
        <AddressField
          label="Send from / refund address"
          address={swap.from}
          chainName={sell.chainName}
          hint={`Your own ${sell.chainName} address. What cannot be swapped comes back to it.`}
          input={fromInput}
          onChange={(from) => change({ from })}
        />
      )}
      <SlippageField
        slippage={form.slippage}
        advice={slippageAdvice(form.slippage, route)}
        onChange={(slippage) => change({ slippage })}
      />
    </>
  );
}

/** How many will answer: as many as did last time, else everybody who lists both assets or any. */
function expectedAnswers(book: TokenBook, quote: LiveQuote): number | undefined {
  if (quote.again) return quote.routes.length + quote.errors.length || undefined;
  return book.providers.size || undefined;
}

function Routes({ swap }: { swap: Swap }) {
  const { quote, book, route } = swap;
  const lost = quote.lostKey?.split('+').map((id) => {
    const provider = parseProviderId(id);
    return provider ? PROVIDER_NAMES[provider] : id;
  });
  return (
    <RouteList
      phase={quote.phase}
      routes={quote.routes}
      errors={quote.errors}
      answered={quote.answered}
      asked={expectedAnswers(book, quote)}
      dimmed={quote.dimmed}
      again={quote.again}
      freshSeconds={quote.freshSeconds}
      problem={quote.problem}
      chosenKey={route && routeKey(route)}
      lostName={lost?.join(', ')}
      idle={<Idle swap={swap} />}
      onChoose={quote.choose}
      onRefresh={quote.refresh}
    />
  );
}

/** Before anything was asked: the two waters, and how many ways between them will be compared. */
function Idle({ swap }: { swap: Swap }) {
  const { sell, buy, book } = swap;
  const ways = book.providers.size;
  const line = useMemo(
    () => ({
      from: { symbol: sell.symbol, place: sell.chainName, icon: sell.icon },
      to: { symbol: buy.symbol, place: buy.chainName, icon: buy.icon },
      stops: [{ name: ways > 0 ? `${ways} ways to compare` : 'Ways to compare', shortName: 'Ways', seconds: 0 }],
      inboundSeconds: 0,
      outboundSeconds: 0,
    }),
    [sell, buy, ways],
  );
  return (
    <section aria-label="Routes" className="grid gap-2.5">
      <h2 className="flex min-h-9 items-center font-semibold text-14">Routes</h2>
      <div className="card grid gap-3 p-4">
        <RouteLine data={line} />
        <p className="text-ink-2">
          Enter an amount and every way from {sell.symbol} to {buy.symbol} is drawn here as a line: how long it takes,
          what it costs, and the least that you will get. You sign with your own wallet, or pay by hand.
        </p>
      </div>
    </section>
  );
}

function Selector({
  swap,
  wallets,
  selecting,
  onClose,
}: {
  swap: Swap;
  wallets: Wallets | undefined;
  selecting: 'sell' | 'buy' | undefined;
  onClose: () => void;
}) {
  const { book, form } = swap;
  // The title stays while the sheet closes.
  const [side, setSide] = useState<'sell' | 'buy'>('sell');
  if (selecting && selecting !== side) setSide(selecting);
  const balances = useBalances(book.tokens, wallets?.accounts ?? [], selecting !== undefined);
  const selected = side === 'sell' ? form.sell : form.buy;
  const other = side === 'sell' ? form.buy : form.sell;
  const choose = (asset: string) => {
    if (asset.toLowerCase() === other.toLowerCase()) swap.flip();
    else swap.change(changeOfSide(form, side, asset));
  };
  return (
    <LateTokenSelector
      open={selecting !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={side === 'sell' ? 'What do you sell?' : 'What do you buy?'}
      book={book}
      selected={selected}
      other={other}
      balances={balances}
      onChoose={choose}
    />
  );
}

/** An address stays only while its chain does. */
function changeOfSide(form: SwapForm, side: 'sell' | 'buy', asset: string): Partial<SwapForm> {
  const chainOf = (id: string) => assetView(id).chain;
  if (side === 'sell') return { sell: asset, ...(chainOf(asset) === chainOf(form.sell) ? {} : { from: '' }) };
  return { buy: asset, ...(chainOf(asset) === chainOf(form.buy) ? {} : { to: '' }) };
}
