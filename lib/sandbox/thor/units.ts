/** Turns the chain's own units into the node's and back; what cannot be expressed stays with the vault. */
import { checksumAddress } from '../../domain/asset.ts';
import type { Network } from './network.ts';
import { nodeChain } from './network-config.ts';
import { contractOf, formatNodeAsset, type NodeAsset, nodeAsset } from './node-asset.ts';
import { poolOf } from './state.ts';

/** Digits after the point in which the node counts this asset. Source: 1e8 for all but CACAO (1e10). */
const nodeDecimals = (asset: NodeAsset): number => (formatNodeAsset(asset) === 'MAYA.CACAO' ? 10 : 8);

export function chainDecimals(network: Network, asset: NodeAsset): number {
  const name = formatNodeAsset(asset);
  if (name === network.config.native) return network.config.nativeDecimals;
  const pool = poolOf(network.state, name);
  return pool?.chainDecimals ?? nodeChain(network.config, asset.chain)?.decimals ?? 8;
}

const scale = (amount: bigint, from: number, to: number): bigint =>
  to >= from ? amount * 10n ** BigInt(to - from) : amount / 10n ** BigInt(from - to);

export const toNodeUnits = (network: Network, asset: NodeAsset, baseUnits: bigint): bigint =>
  scale(baseUnits, chainDecimals(network, asset), nodeDecimals(asset));

export const toBaseUnits = (network: Network, asset: NodeAsset, amount: bigint): bigint =>
  scale(amount, nodeDecimals(asset), chainDecimals(network, asset));

/** Denominations of THORChain's own tokens that are not RUNE. */
const DENOMS: Readonly<Record<string, string>> = { 'THOR.TCY': 'tcy', 'THOR.RUJI': 'x/ruji' };

/** How the asset's chain calls it: a contract, a denomination, or undefined for the native coin. */
export function chainToken(asset: NodeAsset): string | undefined {
  const contract = contractOf(asset);
  if (contract !== undefined) return checksumAddress(contract.replace(/^0X/, '0x').toLowerCase());
  return DENOMS[formatNodeAsset(asset)];
}

/** The pool asset that a payment on a chain brings; undefined where the network knows none. */
export function assetOfPayment(network: Network, chain: string, token: string | undefined): NodeAsset | undefined {
  if (token === undefined) {
    if (chain === network.config.home) return nodeAsset(network.config.native);
    const gasAsset = nodeChain(network.config, chain)?.gasAsset;
    return gasAsset === undefined ? undefined : nodeAsset(gasAsset);
  }
  const wanted = token.toLowerCase();
  const pool = network.state.pools.find((one) => {
    const asset = nodeAsset(one.name);
    return asset.chain === chain && chainToken(asset)?.toLowerCase() === wanted;
  });
  return pool && nodeAsset(pool.name);
}
