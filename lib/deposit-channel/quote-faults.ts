/** Turns a provider's refusal to quote into the fields of the request that would have to change. */

import type { FieldFault } from '../api/schemas/problem.ts';
import type { ProviderErrorCode } from '../domain/errors.ts';
import { CHANNEL_ID } from '../payments/traits.ts';
import type { Pair, Provider } from '../providers/provider.ts';

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

/** What a provider says of an asset as the sold one, said of the bought one. */
const AS_BOUGHT: Partial<Record<ProviderErrorCode, ProviderErrorCode>> = {
  missingChainflipSellAsset: 'missingChainflipBuyAsset',
  missingChainflipSellChain: 'missingChainflipBuyChain',
};

/** None where nothing in the request would help. `code` of a fault is the provider's. */
export const refusalFaults = ({ code, message }: { code: ProviderErrorCode; message: string }): FieldFault[] =>
  (FIELDS[code] ?? []).map((field) => ({ field, message, code }));

/** Both assets of a pair that is not swapped: a provider names the first only, so it is asked the other way round too. */
export function pairFaults(provider: Pick<Provider, 'refuse'> | undefined, { sellAsset, buyAsset }: Pair) {
  const refusal = provider?.refuse({ sellAsset, buyAsset }, CHANNEL_ID);
  if (!refusal) return [];
  const reversed = provider?.refuse({ sellAsset: buyAsset, buyAsset: sellAsset }, CHANNEL_ID);
  const bought = reversed && AS_BOUGHT[reversed.code];
  return [...refusalFaults(refusal), ...(bought ? refusalFaults({ ...reversed, code: bought }) : [])];
}
