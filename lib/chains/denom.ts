/** Translates an asset of a Cosmos chain into the denomination of that chain's bank module. */
import type { Asset } from '../domain/asset.ts';
import { CHAINS } from './chains.ts';

/** The base denomination (`uatom`, `tcy`, `x/ruji`) of a native asset; undefined for all other assets. */
export function denomOf(asset: Asset): string | undefined {
  if (asset.kind !== 'native') return undefined;
  const { native, denom, otherDenoms } = CHAINS[asset.chain];
  return asset.symbol === native.symbol ? denom : otherDenoms?.[asset.symbol];
}
