/** What the emulated Garden trades: assets under its own names, their prices, limits and the cost of paying them out. */

import { chainOf } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { HTLC_ASSETS, htlcAddress } from '../evm/garden-contracts.ts';

export type GardenAsset = {
  /** `ethereum:wbtc` */
  id: string;
  /** `<full name>:<symbol>` */
  name: string;
  chain: ChainId;
  decimals: number;
  /** EIP-55; undefined for a chain's own coin. */
  token?: `0x${string}`;
};

/** Prices and money of quotes: dollars times this. */
export const USD = 100_000_000n;

export type AssetState = {
  active: boolean;
  /** Which of the asset's contracts new orders use. */
  generation: number;
  /** Base units. */
  min: bigint;
  max: bigint;
  /** Of a whole coin, times USD. */
  price: bigint;
  /** Blocks for which locks of this asset hold that users make; the chain's usual ones without. */
  timelock?: number;
};

const BITCOIN_LIKE = { price: 95_000n, min: 1n, max: 50_000n, stock: 200_000n };
const STABLE = { price: 1n, min: 100_000n, max: 4_500_000_000n, stock: 20_000_000_000n };
const ETHER = { price: 3300n, min: 50n, max: 1_500_000n, stock: 5_000_000n };
type Kind = typeof BITCOIN_LIKE;
/** `min`, `max` and `stock` above are in ten-thousandths of a whole coin. */
const PARTS = 10_000n;

const ROWS: Readonly<Record<string, readonly [name: string, decimals: number, kind: Kind]>> = {
  'bitcoin:btc': ['Bitcoin:BTC', 8, BITCOIN_LIKE],
  'ethereum:wbtc': ['Wrapped Bitcoin:WBTC', 8, BITCOIN_LIKE],
  'ethereum:cbbtc': ['Coinbase Wrapped BTC:cbBTC', 8, BITCOIN_LIKE],
  'ethereum:usdc': ['USD Coin:USDC', 6, STABLE],
  'ethereum:usdt': ['Tether USD:USDT', 6, STABLE],
  'ethereum:eth': ['Ethereum:ETH', 18, ETHER],
  'base:cbbtc': ['Coinbase Wrapped BTC:cbBTC', 8, BITCOIN_LIKE],
  'base:usdc': ['USD Coin:USDC', 6, STABLE],
  'arbitrum:wbtc': ['Wrapped Bitcoin:WBTC', 8, BITCOIN_LIKE],
  'arbitrum:usdc': ['USD Coin:USDC', 6, STABLE],
  'bnbchain:btcb': ['Binance-Peg BTCB Token:BTCB', 18, BITCOIN_LIKE],
};

const row = (id: string): readonly [string, number, Kind] => {
  const found = ROWS[id];
  if (found === undefined) throw new Error(`no asset ${id}`);
  return found;
};
const units = (id: string, parts: bigint): bigint => (parts * 10n ** BigInt(row(id)[1])) / PARTS;

const onEvm = HTLC_ASSETS.map(({ id, chain, token }): GardenAsset => {
  const [name, decimals] = row(id);
  return { id, name, chain, decimals, ...(token === undefined ? {} : { token }) };
});
export const ASSETS: readonly GardenAsset[] = [
  { id: 'bitcoin:btc', name: 'Bitcoin:BTC', chain: 'BTC', decimals: 8 },
  ...onEvm,
];

/** Ids are compared without regard to letter case. */
export const assetById = (id: string): GardenAsset | undefined => ASSETS.find((asset) => asset.id === id.toLowerCase());

/** @throws {Error} for what a stored order cannot name. */
export function assetOf(id: string): GardenAsset {
  const found = assetById(id);
  if (found === undefined) throw new Error(`no asset ${id}`);
  return found;
}

export const seedAssets = (): Record<string, AssetState> =>
  Object.fromEntries(
    ASSETS.map(({ id }) => {
      const { price, min, max } = row(id)[2];
      return [id, { active: true, generation: 0, min: units(id, min), max: units(id, max), price: price * USD }];
    }),
  );

/** What the solver owns of an asset when the world begins, in base units. */
export const stockOf = (id: string): bigint => units(id, row(id)[2].stock);

/** `ethereum`, as the first part of the asset's id says. */
export const chainName = (asset: GardenAsset): string => asset.id.slice(0, asset.id.indexOf(':'));

export const isBitcoin = (asset: GardenAsset): boolean => asset.chain === 'BTC';

/** Contract of an asset; Bitcoin has none. */
export const htlcOf = (asset: GardenAsset, generation: number): string =>
  isBitcoin(asset) ? '' : htlcAddress(asset.id, generation);

/** What the solver takes for the lock and the redeem on the destination's chain, in dollars times USD. */
const PAYOUT_COST: Partial<Record<ChainId, bigint>> = {
  BTC: 80_000_000n,
  ETH: 60_000_000n,
  ARB: 2_000_000n,
  BASE: 2_000_000n,
  BSC: 5_000_000n,
};
export const payoutCost = (asset: GardenAsset): bigint => PAYOUT_COST[asset.chain] ?? 0n;

/** Sandbox number of an EVM chain. */
export const chainNumber = (chain: ChainId): number => Number(chainOf(chain).sandbox.networkId);

/** Blocks for which a user's lock holds, in each chain's own: a day on the slow chains, some hours on the quick ones. */
const SOURCE_BLOCKS: Partial<Record<ChainId, number>> = { BTC: 144, ETH: 7200, BASE: 7200, ARB: 432_000, BSC: 43_200 };
const DESTINATION_BLOCKS: Partial<Record<ChainId, number>> = { BTC: 12 };
const USUAL_DESTINATION_BLOCKS = 3600;

/** The solver's lock ends long before the user's, so that whoever opens it late does not cost the solver both. */
export function timelocksOf(
  from: GardenAsset,
  to: GardenAsset,
  source = SOURCE_BLOCKS[from.chain] ?? 7200,
): { source: number; destination: number } {
  const seconds = source * chainOf(from.chain).blockSeconds;
  const half = Math.floor(seconds / 2 / chainOf(to.chain).blockSeconds);
  return { source, destination: Math.max(1, Math.min(DESTINATION_BLOCKS[to.chain] ?? USUAL_DESTINATION_BLOCKS, half)) };
}
