/** Maps assets to a node's notation and back, and money between an asset's own units and a node's. */
import { CHAINS } from '../../chains/chains.ts';
import { type Amount, rescale } from '../../domain/amount.ts';
import { type Asset, formatAsset, parseAsset } from '../../domain/asset.ts';
import { type FamilyConfig, NODE_DECIMALS } from './config.ts';

/** In the form that a node prints: all upper case, `ETH.USDC-0XA0B8…`. */
export const nodeAssetOf = (asset: Asset): string => formatAsset(asset).toUpperCase();

/**
 * The asset behind a node's notation; undefined for synths, trade and secured assets and for chains that Portage
 * lacks. The first separator decides the kind of asset. Source: THORNode common/asset.go.
 */
export function assetOfNode(config: FamilyConfig, text: string): Asset | undefined {
  const separator = /[./~-]/.exec(text)?.[0];
  if (separator === undefined) {
    const native = config.nativeAssets.find(({ asset }) => asset === `${config.nativeChain}.${text.toUpperCase()}`);
    return native && assetOfNode(config, native.asset);
  }
  if (separator !== '.') return undefined;
  const parsed = parseAsset(text);
  return parsed.ok && parsed.asset.kind !== 'synth' ? parsed.asset : undefined;
}

/** Decimals in which the node counts this asset. */
export const nodeDecimalsOf = (config: FamilyConfig, asset: Asset): number =>
  config.nodeDecimals[nodeAssetOf(asset)] ?? NODE_DECIMALS;

/** Decimals of an asset that is not a token, known without a request. */
export function nativeDecimalsOf(config: FamilyConfig, asset: Asset): number {
  const chain = CHAINS[asset.chain];
  if (asset.symbol === chain.native.symbol) return chain.native.decimals;
  const own = config.nativeAssets.find((native) => native.asset === nodeAssetOf(asset));
  if (own) return own.nodeDecimals;
  return asset.chain === 'KUJI' ? 6 : NODE_DECIMALS;
}

/** A node's amount in the asset's own units. Rounding happens only where the asset is coarser than the node. */
export const fromNode = (
  config: FamilyConfig,
  asset: Asset,
  decimals: number,
  nodeUnits: bigint,
  rounding: 'down' | 'up',
): Amount => ({
  asset,
  decimals,
  baseUnits: rescale(nodeUnits, nodeDecimalsOf(config, asset), decimals, rounding),
});

/** Node units of an amount, rounded down: the part that the node counts. */
export const toNode = (config: FamilyConfig, amount: Amount): bigint =>
  rescale(amount.baseUnits, amount.decimals, nodeDecimalsOf(config, amount.asset), 'down');
