/** Explains by its error code why a provider offers no route, and what one press can do about it. */
import type { WireProviderError } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { ProviderErrorCode } from '../../lib/domain/errors.ts';
import { msg, type Text } from '../../lib/i18n/text.ts';
import { compareDecimals } from '../ui/decimal-math.ts';
import { plainId } from './provider-text.ts';

const REASONS: Readonly<Record<ProviderErrorCode, string>> = {
  unknownError: msg('Its answer could not be used. Try again in a moment.'),
  tradingHalted: msg('Trading is paused.'),
  providerQuoteTimeout: msg('No answer in time. Try again in a moment.'),
  tokenNotFound: msg('Does not trade this asset.'),
  unsupportedChainId: msg('Does not support this chain.'),
  invalidSellAmount: msg('Cannot take this amount. Change the amount.'),
  crossChainNotSupported: msg('Does not swap between these two assets.'),
  insufficientLiquidity: msg('Not enough liquidity for this amount. Sell less, or allow more slippage.'),
  swapAmountTooSmall: msg('This amount is too small. Sell more.'),
  quoteNotFound: msg('Offers no route for this swap.'),
  dexAggregationNotSupported: msg('Cannot trade this asset.'),
  httpError: msg('Its service is down. Try again in a moment.'),
  missingChainflipBuyAsset: msg('Does not support the asset you buy.'),
  missingChainflipBuyChain: msg('Does not support the chain you buy on.'),
  missingChainflipSellAsset: msg('Does not support the asset you sell.'),
  missingChainflipSellChain: msg('Does not support the chain you sell on.'),
};

/** Reasons for a failed two-leg route; the provider's own message names the leg. */
const OF_TWO_LEGS: Partial<Record<ProviderErrorCode, string>> = {
  tokenNotFound: msg('These two providers share no asset for this swap.'),
  crossChainNotSupported: msg('Only available on some chains.'),
  insufficientLiquidity: msg('Sell less, or allow more slippage: each leg gets half of it.'),
  swapAmountTooSmall: msg('Sell more: the second leg needs at least its minimum.'),
  dexAggregationNotSupported: msg('Not set up on this site. Buy an asset that Chainflip pays out itself.'),
};

/** The order of the list: what the seller can change, then what passes by itself, then the rest. */
const HELPFUL: readonly ProviderErrorCode[] = ['swapAmountTooSmall', 'invalidSellAmount', 'insufficientLiquidity'];
const PASSING: readonly ProviderErrorCode[] = ['tradingHalted', 'providerQuoteTimeout', 'httpError', 'unknownError'];
/** The provider did not answer, or its answer made no sense. */
const DOWN: readonly ProviderErrorCode[] = ['providerQuoteTimeout', 'httpError', 'unknownError'];
const OTHER_ASSET: readonly ProviderErrorCode[] = [
  'tokenNotFound',
  'unsupportedChainId',
  'crossChainNotSupported',
  'dexAggregationNotSupported',
];

type Failure = Pick<WireProviderError, 'errorCode'>;

const rankOf = ({ errorCode }: Failure): number =>
  HELPFUL.includes(errorCode) ? 0 : PASSING.includes(errorCode) ? 1 : 2;

/** Sorts errors that the user can do something about to the front; equal ones keep their order. */
export const byHelp = <E extends Failure>(errors: readonly E[]): E[] =>
  errors.toSorted((a, b) => rankOf(a) - rankOf(b));

/** The provider, whatever way it swaps. */
const brandOf = (ids: readonly string[]): string => ids.map(plainId).join('+');

/**
 * The providers that have no route at all, each once with the error that a person can do most about. A provider whose
 * streaming way fails and whose plain way does not has not failed.
 */
export function failedBrands(
  errors: readonly WireProviderError[],
  routes: readonly Pick<WireRoute, 'providers'>[],
): WireProviderError[] {
  const offered = new Set(routes.map(({ providers }) => brandOf(providers)));
  const seen = new Set<string>();
  return byHelp(errors).filter(({ provider }) => {
    const brand = brandOf([provider]);
    if (offered.has(brand) || seen.has(brand)) return false;
    seen.add(brand);
    return true;
  });
}

/** What happened and what would help, in one or two sentences. */
export const failureRemedy = (
  t: Text,
  { provider, errorCode }: Failure & Pick<WireProviderError, 'provider'>,
): string => t((provider.includes('->') ? OF_TWO_LEGS[errorCode] : undefined) ?? REASONS[errorCode]);

/** Whether no provider answered properly, so that the request itself gave no reason to fail. */
export const allDown = (errors: readonly Failure[]): boolean =>
  errors.some(({ errorCode }) => DOWN.includes(errorCode)) &&
  errors.every(({ errorCode }) => DOWN.includes(errorCode) || NOT_ABOUT_AMOUNT.has(errorCode));

/** The amounts of `symbol` in a provider's message, ascending. */
function amountsIn(message: string, symbol: string): string[] {
  const amounts = new RegExp(`(\\d+(?:\\.\\d+)?) ${symbol.replace(/[^A-Za-z0-9]/g, '\\$&')}\\b`, 'g');
  return [...message.matchAll(amounts)].flatMap((match) => match[1] ?? []).sort(compareDecimals);
}

export type FailureDeed =
  | { kind: 'sell'; amount: string }
  | { kind: 'amount' }
  | { kind: 'asset' }
  | { kind: 'retry' }
  | undefined;

/**
 * The action that one press takes.
 * @param symbol of the sold asset, which locates amounts in the message.
 */
export function failureDeed(
  { errorCode, message }: Pick<WireProviderError, 'errorCode' | 'message'>,
  symbol: string,
): FailureDeed {
  if (HELPFUL.includes(errorCode)) {
    const amounts = amountsIn(message, symbol);
    // A message may name a minimum and the same with a margin: the greater is sure to be accepted. Of maxima, the lower
    // is.
    const amount =
      errorCode === 'swapAmountTooSmall'
        ? amounts.at(-1)
        : errorCode === 'insufficientLiquidity'
          ? amounts[0]
          : undefined;
    return amount === undefined || compareDecimals(amount, '0') <= 0 ? { kind: 'amount' } : { kind: 'sell', amount };
  }
  if (PASSING.includes(errorCode)) return { kind: 'retry' };
  return OTHER_ASSET.includes(errorCode) ? { kind: 'asset' } : undefined;
}

/** Errors that do not depend on the amount, or (streaming) that leave the amount to the provider's plain id. */
const NOT_ABOUT_AMOUNT: ReadonlySet<ProviderErrorCode> = new Set([
  'quoteNotFound',
  'tokenNotFound',
  'unsupportedChainId',
  'crossChainNotSupported',
  'missingChainflipBuyAsset',
  'missingChainflipBuyChain',
  'missingChainflipSellAsset',
  'missingChainflipSellChain',
]);

/**
 * The least sell amount according to the providers' messages, if every provider that depends on the amount finds it too
 * small; otherwise undefined.
 */
export function minimumIn(all: readonly WireProviderError[], symbol: string): string | undefined {
  const errors = all.filter((error) => !NOT_ABOUT_AMOUNT.has(error.errorCode));
  if (errors.length === 0 || errors.some((error) => error.errorCode !== 'swapAmountTooSmall')) return undefined;
  return errors.flatMap(({ message }) => amountsIn(message, symbol).at(-1) ?? []).sort(compareDecimals)[0];
}
