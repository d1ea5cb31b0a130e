/** Names an asset the way its Cosmos chain's bank does. */
import type { Asset } from '../domain/asset.ts';
import { CHAINS } from './chains.ts';

/** Base denomination (`uatom`, `tcy`, `x/ruji`) of a chain's own coin or asset; undefined for all others. */
export function denomOf(asset: Asset): string | undefined {
  if (asset.kind !== 'native') return undefined;
  const { native, denom, otherDenoms } = CHAINS[asset.chain];
  return asset.symbol === native.symbol ? denom : otherDenoms?.[asset.symbol];
}
