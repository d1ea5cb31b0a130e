'use client';
import { useEffect, useRef, useState } from 'react';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { Pair } from '../../lib/domain/pair.ts';
import type { ProviderId } from '../../lib/domain/provider-id.ts';
import type { Wallets } from '../../lib/wallet/wallet-types.ts';
import { type FramedOptions, useEmbedding } from '../embed/embedding.tsx';
import { askedProviders, losesTooMuch, lossOf } from '../embed/offers.ts';
import { brandNames } from '../routes/provider-text.ts';
import type { chosenRoute } from '../routes/quote-state.ts';
import { priceIn, routeKey } from '../routes/route-money.ts';
import { type LiveQuote, useQuote } from '../routes/use-quote.ts';
import { readPreferences } from '../settings/preferences.ts';
import { usePreferences } from '../settings/use-preferences.ts';
import { type AssetView, assetView } from '../tokens/asset-view.ts';
import { type TokenBook, useTokens } from '../tokens/use-tokens.ts';
import { type PageBrand, useBrand } from '../ui/brand.tsx';
import { useText } from '../ui/text.tsx';
import { useNow } from '../ui/use-now.ts';
import { useOnline } from '../ui/use-online.ts';
import { type ButtonInput, buttonState } from './button-state.ts';
import type { SwapForm } from './form-url.ts';
import { type QuoteTerms, quoteRequest } from './quote-request.ts';
import { withinLimit } from './slippage-advice.ts';
import { useNeedsApproval } from './use-allowance.ts';
import { useEnteredAddress } from './use-entered-address.ts';
import { useFunds } from './use-funds.ts';
import { useMinimum } from './use-minimum.ts';
import { useOwnTolerance } from './use-own-tolerance.ts';
import { useRecipient } from './use-recipient.ts';
import { useSoldAmount } from './use-sold-amount.ts';
import { useSwapForm } from './use-swap-form.ts';

/**
 * The state of the whole swap screen, derived once for all its components.
 * @param search the query with which the page was opened.
 * @param asked the providers that this deployment asks.
 * @param first the pair that is selected when the query names none.
 */
export function useSwap(wallets: Wallets | undefined, search: string, asked: readonly ProviderId[], first: Pair) {
  const t = useText();
  const { options } = useEmbedding();
  const book = useTokens();
  const { form, change } = useSwapForm(search, first);
  const { terms, wanted } = useTerms(form, change, asked);
  const modes = useModes();
  const sides = sidesOf(form, book);
  const { sell, buy, sellToken, decimals } = sides;
  const account = modes.withoutWallet ? undefined : wallets?.accountFor(sell.chain);
  const receiving = wallets?.accountFor(buy.chain);
  const from = useEnteredAddress(account?.address ?? form.from, sell.chain, false);
  const [lastRoute, setLastRoute] = useState<ReturnType<typeof chosenRoute>>();
  const price = sellToken?.priceUsd ?? (lastRoute && priceIn(lastRoute, form.sell));
  const sold = useSoldAmount(form, change, price, decimals);
  const recipient = useRecipient(form, change, buy, receiving, lastRoute);
  const slippage = withinLimit(form.slippage, options.maxSlippage);
  const request = quoteRequest(
    { ...form, slippage },
    sold.read.kind === 'number' ? sold.amount : '',
    sellToken?.decimals,
    { to: recipient.entered.address, from: from.address },
    terms,
  );
  const offer = useOwnTolerance(useQuote(request, modes.reviewing), request, slippage, options.maxSlippage);
  const { quote, route } = offer;
  useEffect(() => setLastRoute(route), [route]);
  useChosenRoute(form.route, quote);
  const funds = useFunds(sellToken, account, route);
  const needsApproval = useNeedsApproval(route, sellToken, account?.address);
  const minimum = useMinimum(quote.phase === 'done' && quote.routes.length === 0 ? request : undefined, quote.errors, {
    symbol: sell.symbol,
    decimals,
  });
  const button = buttonState(t, {
    sell: { ...sell, decimals },
    buy,
    amount: sold.read,
    valueWithoutPrice: sold.withoutPrice && book.phase !== 'loading',
    connected: account !== undefined,
    offerWallet: !modes.withoutWallet && wallets?.canSign(sell.chain) !== false,
    wrongNetwork: account !== undefined && wallets?.isElsewhere(sell.chain) === true,
    to: recipient.entered.phase,
    from: from.phase,
    ...funds,
    quote: useQuoteInput(quote, sell, minimum, offer.tolerancePending),
    needsApproval,
    lossTooHigh: route && losesTooMuch(options, route) ? lossOf(route) : undefined,
  });
  return {
    book,
    form,
    change,
    sold,
    ...sides,
    account,
    own: receiving,
    recipient,
    from,
    ...offer,
    wanted,
    funds,
    minimum,
    button,
    ...modes,
  };
}
export type Swap = ReturnType<typeof useSwap>;

/** The quote options of the host of a frame, or else of the reader and this deployment, and the providers to ask. */
function useTerms(form: SwapForm, change: (values: Partial<SwapForm>) => void, asked: readonly ProviderId[]) {
  const { embedded, options } = useEmbedding();
  const { affiliate } = useBrand();
  const [{ leftOut }] = usePreferences();
  useDefaultSlippage(form, change, embedded);
  if (embedded) return { terms: termsOf(options, asked), wanted: asked };
  const wanted = wantedProviders(asked, leftOut);
  return { terms: termsOfPage(affiliate, wanted.length < asked.length ? wanted : undefined), wanted };
}

/** The quote terms that the host sets; empty on the site's own pages. */
function termsOf(options: FramedOptions, asked: readonly ProviderId[]): QuoteTerms {
  const { affiliate, affiliateFee, affiliateFeeRules } = options;
  const providers = askedProviders(options, asked);
  return {
    ...(providers ? { providers } : {}),
    ...(affiliate ? { affiliate } : {}),
    ...(affiliate && affiliateFee !== undefined ? { affiliateFee } : {}),
    ...(affiliate && affiliateFeeRules ? { affiliateFeeRules } : {}),
  };
}

/** The affiliate fee that the deployment takes on its own pages; footer and review disclose it. */
const termsOfPage = (affiliate: PageBrand['affiliate'], providers: ProviderId[] | undefined): QuoteTerms => ({
  ...(affiliate ? { affiliate: affiliate.name, affiliateFee: affiliate.feeBps, affiliateFeeRules: true } : {}),
  ...(providers ? { providers } : {}),
});

/** The providers that the reader has not excluded; all where none would be left. */
function wantedProviders(asked: readonly ProviderId[], leftOut: readonly string[]): ProviderId[] {
  const wanted = asked.filter((id) => !brandNames(id).some((name) => leftOut.includes(name)));
  return wanted.length > 0 ? wanted : [...asked];
}

/** Fills in the reader's default tolerance where the link names none, once. */
function useDefaultSlippage({ slippage }: SwapForm, change: (values: Partial<SwapForm>) => void, embedded: boolean) {
  const done = useRef(embedded);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    const preferred = readPreferences().slippage;
    if (slippage === undefined && preferred !== undefined) change({ slippage: preferred });
  }, [slippage, change]);
}

function useModes() {
  const [withoutWallet, setWithoutWallet] = useState(false);
  const [reviewing, setReviewing] = useState(false);
  return { withoutWallet, setWithoutWallet, reviewing, setReviewing };
}

function sidesOf(form: SwapForm, book: TokenBook) {
  const [sell, buy, sellToken] = [assetView(form.sell), assetView(form.buy), book.find(form.sell)];
  return { sell, buy, sellToken, decimals: sellToken?.decimals ?? nativeDecimals(sell) };
}

/** The decimals of a native coin, known without the token list. */
const nativeDecimals = ({ chain, symbol, address }: AssetView): number | undefined => {
  const { native } = CHAINS[chain];
  return address === undefined && symbol === native.symbol ? native.decimals : undefined;
};

/** Chooses the route named by the link as soon as it is quoted, whatever the amount. */
function useChosenRoute(wanted: string, { routes, chosenKey, choose }: LiveQuote): void {
  const isThere = wanted !== '' && routes.some((route) => routeKey(route) === wanted);
  useEffect(() => {
    if (isThere && chosenKey !== wanted) choose(wanted);
  }, [isThere, chosenKey, wanted, choose]);
}

/** Quotes are refreshed when they are due; one older than this cannot be reviewed until its successor has arrived. */
const STALE_MS = 45_000;

function useQuoteInput(
  quote: LiveQuote,
  sell: AssetView,
  minimum: string | undefined,
  pending: boolean,
): ButtonInput['quote'] {
  const online = useOnline();
  const now = useNow(quote.again);
  const { phase, errors, problem, usable, retrySeconds, receivedAt } = quote;
  const paused = errors.filter((error) => error.errorCode === 'tradingHalted');
  const [first] = paused;
  const allPaused = errors.length > 0 && paused.length === errors.length;
  return {
    // The route's own minimum is still loading.
    phase: pending && phase === 'done' ? 'asking' : phase,
    hasRoute: usable && !pending,
    stale: quote.again && receivedAt !== undefined && now - receivedAt > STALE_MS,
    ...(allPaused && first ? { pausedOn: paused.length > 1 ? sell.chainName : brandNames(first.provider)[0] } : {}),
    ...(minimum === undefined ? {} : { minimum }),
    ...(!online ? { trouble: 'offline' } : {}),
    ...(online && problem ? { trouble: problem.kind === 'tooOften' ? 'tooManyRequests' : 'unreachable' } : {}),
    ...(retrySeconds === undefined ? {} : { retryInSeconds: retrySeconds }),
  };
}
