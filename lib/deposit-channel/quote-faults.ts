/** Turns a provider's refusal to quote into the fields of the request that would have to change. */
import type { FieldFault } from '../api/schemas/problem.ts';
import type { ProviderErrorCode } from '../domain/errors.ts';

/** Codes that are not here are the upstream's trouble, not the caller's. */
const FIELDS: Partial<Record<ProviderErrorCode, readonly string[]>> = {
  missingChainflipSellAsset: ['sellAsset'],
  missingChainflipSellChain: ['sellAsset'],
  missingChainflipBuyAsset: ['buyAsset'],
  missingChainflipBuyChain: ['buyAsset'],
  tokenNotFound: ['sellAsset', 'buyAsset'],
  unsupportedChainId: ['sellAsset', 'buyAsset'],
  crossChainNotSupported: ['sellAsset', 'buyAsset'],
  dexAggregationNotSupported: ['sellAsset', 'buyAsset'],
  swapAmountTooSmall: ['sellAmount'],
  invalidSellAmount: ['sellAmount'],
  insufficientLiquidity: ['sellAmount'],
};

/** None where nothing in the request would help. `code` of a fault is the provider's. */
export const refusalFaults = ({ code, message }: { code: ProviderErrorCode; message: string }): FieldFault[] =>
  (FIELDS[code] ?? []).map((field) => ({ field, message, code }));
