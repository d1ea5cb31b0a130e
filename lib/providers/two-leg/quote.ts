/** Quotes a route of two legs: every meeting asset at once, each leg once for each, and the highest total wins. */
import { amountText } from '../../domain/amount.ts';
import { type Asset, sameAsset } from '../../domain/asset.ts';
import { isProviderError, ProviderError, type ProviderErrorCode } from '../../domain/errors.ts';
import { PROVIDER_NAMES } from '../../domain/provider-id.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { timeLimit } from '../../domain/time-limit.ts';
import type { CallOptions, ProviderQuoteRequest } from '../provider.ts';
import { quotedBy } from '../quote-errors.ts';
import { type LiveBridges, settleBridges } from './bridges.ts';
import { checkMeeting, composeRoute, leastSale } from './compose.ts';
import { firstRequest, legName, quoteLeg, secondRequest } from './legs.ts';
import type { TwoLegPair, TwoLegSetup } from './two-leg.ts';

/** Time that is kept back, so that a leg that hangs costs only its own meeting point. */
const KEPT_BACK_MS = 300;
const KEPT_BACK_SHARE = 0.05;
/** Time that the second leg needs at least. */
const SECOND_LEG_MS = 1500;
const SECOND_LEG_SHARE = 0.25;

/** The most specific error for a seller comes first; a time-out is the least specific. */
const MOST_TELLING: readonly ProviderErrorCode[] = [
  'swapAmountTooSmall',
  'invalidSellAmount',
  'insufficientLiquidity',
  'tradingHalted',
  'missingChainflipSellAsset',
  'missingChainflipBuyAsset',
  'tokenNotFound',
  'quoteNotFound',
  'dexAggregationNotSupported',
  'unknownError',
  'httpError',
  'providerQuoteTimeout',
];

const telling = ({ code }: { code: ProviderErrorCode }): number => {
  const rank = MOST_TELLING.indexOf(code);
  return rank < 0 ? MOST_TELLING.indexOf('unknownError') : rank;
};

type Limits = { first: CallOptions; second: () => CallOptions };

function limitsOf({ signal, budgetMs }: CallOptions, now: () => number): Limits {
  if (budgetMs === undefined) return { first: { signal }, second: () => ({ signal }) };
  const whole = budgetMs - Math.min(KEPT_BACK_MS, budgetMs * KEPT_BACK_SHARE);
  const endsAt = now() + whole;
  const own = AbortSignal.any([signal, timeLimit(whole)]);
  return {
    first: { signal: own, budgetMs: whole - Math.min(SECOND_LEG_MS, whole * SECOND_LEG_SHARE) },
    second: () => ({ signal: own, budgetMs: Math.max(endsAt - now(), 0) }),
  };
}

/** The second leg's amounts are in the bridge asset: translates them into the sold one for the seller. */
function inWhatIsSold(pair: TwoLegPair, error: unknown, first: RouteDraft): unknown {
  if (!isProviderError(error) || error.code !== 'swapAmountTooSmall') return error;
  const { asset } = first.expectedBuy;
  const brings = `the first leg would bring ${amountText(first.expectedBuy)}`;
  const least = error.least && sameAsset(error.least.asset, asset) ? leastSale(first, error.least) : undefined;
  if (!error.least || !least)
    return new ProviderError(error.code, `${error.message} ${brings.replace(/^t/, 'T')}.`, { cause: error });
  const takes = `${legName(pair, 1)}: it takes ${amountText(error.least)} or more`;
  const message = `${takes}, and ${brings}. Sell about ${amountText(least)} or more.`;
  return new ProviderError(error.code, message, { cause: error, least });
}

async function through(
  setup: TwoLegSetup,
  request: ProviderQuoteRequest,
  bridge: Asset,
  limits: Limits,
): Promise<RouteDraft> {
  const { pair } = setup;
  const first = await quoteLeg(setup, 0, firstRequest(setup, request, bridge), limits.first);
  const second = await quoteLeg(setup, 1, secondRequest(setup, request, first), limits.second()).catch(
    (error: unknown) => {
      throw inWhatIsSold(pair, error, first);
    },
  );
  checkMeeting(pair, first, second);
  return composeRoute(setup, request, first, second);
}

/** Why the requested transaction is missing; when both addresses are given the preparer makes it. */
function withoutTx({ includeTx, sourceAddress, destinationAddress }: ProviderQuoteRequest) {
  if (!includeTx || (sourceAddress && destinationAddress)) return {};
  return {
    txUnavailable: destinationAddress
      ? 'A transaction needs the address that it is sent from.'
      : 'A transaction needs a destination address.',
  };
}

const better = (a: RouteDraft, b: RouteDraft): RouteDraft =>
  b.expectedBuy.baseUnits > a.expectedBuy.baseUnits ? b : a;

/** One route, by the best meeting point. @throws {ProviderError} the most specific one when there is none. */
export async function quoteTwoLegs(
  setup: TwoLegSetup,
  live: LiveBridges,
  request: ProviderQuoteRequest,
  options: CallOptions,
): Promise<RouteDraft[]> {
  const settled = settleBridges(setup, request);
  if ('refused' in settled) throw new ProviderError(settled.refused.code, settled.refused.message);
  options.signal.throwIfAborted();
  const limits = limitsOf(options, setup.now);
  const bridges = await live.among(settled.bridges, limits.first.signal);
  const title = PROVIDER_NAMES[setup.pair.id];
  const tried = await Promise.allSettled(
    bridges.map((bridge) => quotedBy(title, limits.first.signal, () => through(setup, request, bridge, limits))),
  );
  const [one, ...others] = tried.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (one) return [{ ...others.reduce(better, one), ...withoutTx(request) }];
  const reasons = tried
    .flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    .filter(isProviderError);
  const [reason] = reasons.sort((a, b) => telling(a) - telling(b));
  throw reason ?? new ProviderError('quoteNotFound', `${title} has no route for this.`);
}
