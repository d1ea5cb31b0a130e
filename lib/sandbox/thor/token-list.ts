/** Which pool assets have a local chain or at least a place in the list: tokens must be deployed on their local chain. */

import { contractOf, nodeAsset } from './node-asset.ts';
import { chainToken } from './units.ts';

const LOCAL_EVM = ['ETH', 'ARB', 'AVAX', 'BASE', 'BSC'];

/** Coins, and tokens that stand on their local chain; tokens of chains without a local chain stay listed, halted. */
export function knownToken(name: string): boolean {
  const asset = nodeAsset(name);
  if (contractOf(asset) === undefined || !LOCAL_EVM.includes(asset.chain)) return true;
  return chainToken(asset) !== undefined;
}
