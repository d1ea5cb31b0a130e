/**
 * Converts a chain's base units to the node's units and back; remainders that cannot be expressed stay with the vault.
 */
import { checksumAddress } from '../../domain/asset.ts';
import type { Network } from './network.ts';
import { nodeChain } from './network-config.ts';
import { contractOf, formatNodeAsset, type NodeAsset, nodeAsset } from './node-asset.ts';
import { poolOf } from './state.ts';

/** The decimals in which the node counts this asset: 8 for all but CACAO (10). */
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

/** Denominations of THORChain's own tokens other than RUNE. */
const DENOMS: Readonly<Record<string, string>> = { 'THOR.TCY': 'tcy', 'THOR.RUJI': 'x/ruji' };

/** The chain's name for the asset: a contract, a denomination, or undefined for the native coin. */
export function chainToken(asset: NodeAsset): string | undefined {
  const contract = contractOf(asset);
  if (contract !== undefined) return checksumAddress(contract.replace(/^0X/, '0x').toLowerCase());
  return DENOMS[formatNodeAsset(asset)];
}

/** The pool asset that a payment on a chain brings; undefined if the network knows none. */
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
