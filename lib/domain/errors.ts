import type { Amount } from './amount.ts';
import type { ProviderId } from './provider-id.ts';

/** The reasons for which a provider offers no route: the sixteen codes of section 7.3 of the specification. */
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

/** A provider's answer when it offers no route. `message` tells people what happened and what would help. */
export type ProviderFailure = {
  provider: ProviderId;
  errorCode: ProviderErrorCode;
  message: string;
};

/** The only error that a provider adapter throws on purpose; anything else is a bug and becomes `unknownError`. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code: ProviderErrorCode;
  /** With `swapAmountTooSmall`: the smallest amount that can be sold, where the provider knows it. */
  readonly least?: Amount;

  constructor(code: ProviderErrorCode, message: string, options: { cause?: unknown; least?: Amount } = {}) {
    const { least, ...rest } = options;
    super(message, rest);
    this.code = code;
    if (least) this.least = least;
  }
}

/** Compares the name: Next may load the class more than once, and `instanceof` would then fail. */
export const isProviderError = (error: unknown): error is Error & { code: ProviderErrorCode; least?: Amount } =>
  error instanceof Error && error.name === 'ProviderError' && 'code' in error;
