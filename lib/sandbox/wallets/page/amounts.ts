/** Writes amounts for people: exact, in whole coins. */
import { chainOf } from '../../../chains/chains.ts';
import { fromBaseUnits } from '../../../domain/amount.ts';
import type { ChainId } from '../../../domain/chain-id.ts';

export function coins(chain: ChainId, baseUnits: bigint): string {
  const { native } = chainOf(chain);
  return `${fromBaseUnits(baseUnits, native.decimals)} ${native.shownSymbol ?? native.symbol}`;
}
