/** Tells which tokens exist on the local EVM chains: a pool of any other token could be neither paid in nor out. */
import { isChainId } from '../../domain/chain-id.ts';
import { type SandboxToken, tokenAt } from '../evm/tokens.ts';
import { contractOf, nodeAsset } from './node-asset.ts';

const LOCAL_EVM = ['ETH', 'ARB', 'AVAX', 'BASE', 'BSC'];

/** The local token of a pool asset such as `ETH.USDC-0XA0B8…`. */
export function localToken(name: string): SandboxToken | undefined {
  const asset = nodeAsset(name);
  const contract = contractOf(asset);
  if (contract === undefined || !isChainId(asset.chain)) return undefined;
  return tokenAt(asset.chain, contract);
}

/** True for coins, for tokens of the local chains, and for those of chains that are listed but halted here. */
export function isListed(name: string): boolean {
  const asset = nodeAsset(name);
  if (contractOf(asset) === undefined || !LOCAL_EVM.includes(asset.chain)) return true;
  return localToken(name) !== undefined;
}
