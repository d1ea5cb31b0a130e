/** Turns a provider's refusal to quote into the fields of the request that would have to change. */

import type { FieldFault } from '../api/schemas/problem.ts';
import type { ProviderErrorCode } from '../domain/errors.ts';
import { CHANNEL_ID } from '../payments/traits.ts';
import type { Pair, Provider } from '../providers/provider.ts';

/** Codes that are missing here are failures of the upstream, not of the caller. */
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

/** A provider's code for the sold asset, and the same for the bought one. */
const AS_BOUGHT: Partial<Record<ProviderErrorCode, ProviderErrorCode>> = {
  missingChainflipSellAsset: 'missingChainflipBuyAsset',
  missingChainflipSellChain: 'missingChainflipBuyChain',
};

/** Empty when no change of the request would help. `code` of a fault is the provider's. */
export const refusalFaults = ({ code, message }: { code: ProviderErrorCode; message: string }): FieldFault[] =>
  (FIELDS[code] ?? []).map((field) => ({ field, message, code }));

/**
 * Faults of both assets of a pair that is not swapped: a provider names only the first, so it is also asked the other
 * way round.
 */
export function pairFaults(provider: Pick<Provider, 'refuse'> | undefined, { sellAsset, buyAsset }: Pair) {
  const refusal = provider?.refuse({ sellAsset, buyAsset }, CHANNEL_ID);
  if (!refusal) return [];
  const reversed = provider?.refuse({ sellAsset: buyAsset, buyAsset: sellAsset }, CHANNEL_ID);
  const bought = reversed && AS_BOUGHT[reversed.code];
  return [...refusalFaults(refusal), ...(bought ? refusalFaults({ ...reversed, code: bought }) : [])];
}
