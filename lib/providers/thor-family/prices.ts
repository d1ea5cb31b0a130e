/** Market prices from the pools: what an amount is worth in another asset, and in US dollars for display. */
import type { Asset } from '../../domain/asset.ts';
import { nodeAssetOf, nodeDecimalsOf } from './assets.ts';
import type { FamilyConfig } from './config.ts';
import type { NetworkState } from './network-state.ts';
import type { NodePool } from './upstream-schemas.ts';

const TOR = 1e8;
const USD_STABLE = /^[A-Z]+\.(USDC|USDT|DAI|GUSD|LUSD|USDP|BUSD|USK)(-|$)/;

const isOpen = (pool: NodePool) => pool.status.toLowerCase() === 'available';
const isDeep = (pool: NodePool) => pool.balanceAsset > 0n && pool.balancePoolAsset > 0n;

/**
 * The value of `sellNodeUnits` of `sell` in node units of `buy` at the pools' prices, without slip and fees;
 * undefined when a pool is missing or empty.
 */
export function marketValue(
  config: FamilyConfig,
  state: NetworkState,
  sell: Asset,
  buy: Asset,
  sellNodeUnits: bigint,
): bigint | undefined {
  const depths = (asset: Asset) => {
    if (nodeAssetOf(asset) === config.poolAsset) return { asset: 1n, poolAsset: 1n };
    const pool = state.pools.get(nodeAssetOf(asset));
    return pool && isDeep(pool) ? { asset: pool.balanceAsset, poolAsset: pool.balancePoolAsset } : undefined;
  };
  const from = depths(sell);
  const to = depths(buy);
  if (!from || !to) return undefined;
  return (sellNodeUnits * from.poolAsset * to.asset) / (from.asset * to.poolAsset);
}

/** US dollars of one RUNE or CACAO, from the node if it reports that, otherwise from the deepest dollar pool. */
function poolAssetPriceUsd(config: FamilyConfig, state: NetworkState): number | undefined {
  const runePrice = state.network?.rune_price_in_tor;
  if (runePrice !== undefined && runePrice > 0n) return Number(runePrice) / TOR;
  const deepest = [...state.pools.values()]
    .filter((pool) => USD_STABLE.test(pool.asset.toUpperCase()) && isOpen(pool) && isDeep(pool))
    .reduce<NodePool | undefined>(
      (best, pool) => (best && best.balancePoolAsset >= pool.balancePoolAsset ? best : pool),
      undefined,
    );
  if (!deepest) return undefined;
  const poolAssetUnit = 10 ** (config.nodeDecimals[config.poolAsset] ?? 8);
  return Number(deepest.balanceAsset) / 1e8 / (Number(deepest.balancePoolAsset) / poolAssetUnit);
}

/** US dollars of one `asset`, for display and comparison only. */
export function priceUsdOf(config: FamilyConfig, state: NetworkState, asset: Asset): number | undefined {
  const name = nodeAssetOf(asset);
  const base = () => poolAssetPriceUsd(config, state);
  if (name === config.poolAsset) return base();
  const pool = state.pools.get(name);
  if (!pool) return undefined;
  if (pool.asset_tor_price !== undefined && pool.asset_tor_price > 0n) return Number(pool.asset_tor_price) / TOR;
  const basePrice = base();
  if (basePrice === undefined || !isDeep(pool)) return undefined;
  const assetUnit = 10 ** nodeDecimalsOf(config, asset);
  const poolAssetUnit = 10 ** (config.nodeDecimals[config.poolAsset] ?? 8);
  return (basePrice * (Number(pool.balancePoolAsset) / poolAssetUnit)) / (Number(pool.balanceAsset) / assetUnit);
}

/** `(market − got) / market` in basis points, a loss positive, rounded to the nearest. */
export function lossBps(market: bigint, got: bigint): number {
  if (market <= 0n) return 0;
  const tenThousandths = ((market - got) * 100_000n) / market;
  return Math.round(Number(tenThousandths) / 10);
}
