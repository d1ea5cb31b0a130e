import type { Amount } from './amount.ts';
import type { ProviderId } from './provider-id.ts';

/** Names why a provider offers no route: the sixteen codes of the specification, section 7.3. */
export const PROVIDER_ERROR_CODES = [
  'unknownError',
  'tradingHalted',
  'providerQuoteTimeout',
  'tokenNotFound',
  'unsupportedChainId',
  'invalidSellAmount',
  'crossChainNotSupported',
  'insufficientLiquidity',
  'swapAmountTooSmall',
  'quoteNotFound',
  'dexAggregationNotSupported',
  'httpError',
  'missingChainflipBuyAsset',
  'missingChainflipBuyChain',
  'missingChainflipSellAsset',
  'missingChainflipSellChain',
] as const;

export type ProviderErrorCode = (typeof PROVIDER_ERROR_CODES)[number];

/** What a provider answers instead of a route. `message` is for people: what happened and what would help. */
export type ProviderFailure = {
  provider: ProviderId;
  errorCode: ProviderErrorCode;
  message: string;
};

/** The only error that a provider adapter throws on purpose; anything else is a bug and becomes `unknownError`. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code: ProviderErrorCode;
  /** With `swapAmountTooSmall`: what would have to be sold at least, where the provider knows. */
  readonly least?: Amount;

  constructor(code: ProviderErrorCode, message: string, options: { cause?: unknown; least?: Amount } = {}) {
    const { least, ...rest } = options;
    super(message, rest);
    this.code = code;
    if (least) this.least = least;
  }
}

export const isProviderError = (error: unknown): error is Error & { code: ProviderErrorCode; least?: Amount } =>
  error instanceof Error && error.name === 'ProviderError' && 'code' in error;
