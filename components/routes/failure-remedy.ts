/** What to do about each reason for which a provider offers no route. */
import type { WireProviderError } from '../../lib/api/schemas/quote.ts';
import type { ProviderErrorCode } from '../../lib/domain/errors.ts';

const REMEDIES: Readonly<Record<ProviderErrorCode, string>> = {
  unknownError: 'Ask again in a moment; the other routes are not affected.',
  tradingHalted: 'Wait until trading resumes, or take another route.',
  providerQuoteTimeout: 'It did not answer in time. Ask again in a moment.',
  tokenNotFound: 'It does not trade this asset. Another provider or another asset may do.',
  unsupportedChainId: 'It does not serve this chain. Another provider may do.',
  invalidSellAmount: 'Change the amount.',
  crossChainNotSupported: 'It does not swap between these two. Another provider may do.',
  insufficientLiquidity: 'Sell less, or allow more slippage.',
  swapAmountTooSmall: 'Sell more.',
  quoteNotFound: 'It offers no route for this swap. Nothing needs doing: take another one.',
  dexAggregationNotSupported: 'Choose an asset that it trades itself.',
  httpError: 'Its service is in trouble. Ask again in a moment.',
  missingChainflipBuyAsset: 'It does not know the asset that you buy.',
  missingChainflipBuyChain: 'It does not know the chain that you buy on.',
  missingChainflipSellAsset: 'It does not know the asset that you sell.',
  missingChainflipSellChain: 'It does not know the chain that you sell on.',
};

/** Where one of two legs is what failed; its message names it. */
const OF_TWO_LEGS: Partial<Record<ProviderErrorCode, string>> = {
  tokenNotFound: 'Both have to trade what lies between. Another asset, or one of the two alone, may do.',
  crossChainNotSupported: 'It goes this way round on certain chains only. Another route or another asset may do.',
  insufficientLiquidity: 'Sell less, or allow more slippage: each leg gets half of it.',
  swapAmountTooSmall: 'Sell more: what the first leg pays at the least must be enough for the second.',
  dexAggregationNotSupported:
    'Whoever runs this site can deploy what is missing. Until then take another route, or buy an asset that Chainflip pays out itself.',
};

/** What a seller can change comes first, then what passes by itself, then what stays. */
const HELPFUL: readonly ProviderErrorCode[] = ['swapAmountTooSmall', 'invalidSellAmount', 'insufficientLiquidity'];
const PASSING: readonly ProviderErrorCode[] = ['tradingHalted', 'providerQuoteTimeout', 'httpError', 'unknownError'];

const placeOf = ({ errorCode }: Pick<WireProviderError, 'errorCode'>): number =>
  HELPFUL.includes(errorCode) ? 0 : PASSING.includes(errorCode) ? 1 : 2;

/** Those first that somebody can do something about; who is alike stays in its order. */
export const byHelp = <E extends Pick<WireProviderError, 'errorCode'>>(errors: readonly E[]): E[] =>
  errors.toSorted((a, b) => placeOf(a) - placeOf(b));

/** What would help, a sentence. */
export const failureRemedy = ({ provider, errorCode }: Pick<WireProviderError, 'provider' | 'errorCode'>): string =>
  (provider.includes('->') ? OF_TWO_LEGS[errorCode] : undefined) ?? REMEDIES[errorCode];
