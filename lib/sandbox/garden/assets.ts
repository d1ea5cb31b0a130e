/** Lists the assets of the emulated Garden under its own names, with prices, limits and payout costs. */

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
  /** EIP-55; undefined for a native coin. */
  token?: `0x${string}`;
};

/** The scale of dollar amounts in quotes. */
export const USD = 100_000_000n;

export type AssetState = {
  active: boolean;
  /** Which of the asset's contracts new orders use. */
  generation: number;
  /** In base units. */
  min: bigint;
  max: bigint;
  /** Dollars per whole coin, times USD. */
  price: bigint;
  /** The timelock of users' locks of this asset in blocks; undefined means the chain's usual one. */
  timelock?: number;
};

const BITCOIN_LIKE = { price: 95_000n, min: 1n, max: 50_000n, stock: 200_000n };
const STABLE = { price: 1n, min: 100_000n, max: 4_500_000_000n, stock: 20_000_000_000n };
const ETHER = { price: 3300n, min: 50n, max: 1_500_000n, stock: 5_000_000n };
type Kind = typeof BITCOIN_LIKE;
/** `min`, `max` and `stock` above are in ten-thousandths of a whole coin. */
const UNITS_PER_COIN = 10_000n;

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
const units = (id: string, tenThousandths: bigint): bigint =>
  (tenThousandths * 10n ** BigInt(row(id)[1])) / UNITS_PER_COIN;

const onEvm = HTLC_ASSETS.map(({ id, chain, token }): GardenAsset => {
  const [name, decimals] = row(id);
  return { id, name, chain, decimals, ...(token === undefined ? {} : { token }) };
});
export const ASSETS: readonly GardenAsset[] = [
  { id: 'bitcoin:btc', name: 'Bitcoin:BTC', chain: 'BTC', decimals: 8 },
  ...onEvm,
];

/** Ids are compared ignoring letter case. */
export const assetById = (id: string): GardenAsset | undefined => ASSETS.find((asset) => asset.id === id.toLowerCase());

/** @throws {Error} for an unknown id, which no stored order contains. */
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

/** The solver's initial stock of an asset, base units. */
export const stockOf = (id: string): bigint => units(id, row(id)[2].stock);

/** The first part of the asset's id, such as `ethereum`. */
export const chainName = (asset: GardenAsset): string => asset.id.slice(0, asset.id.indexOf(':'));

export const isBitcoin = (asset: GardenAsset): boolean => asset.chain === 'BTC';

/** The contract of an asset; '' for Bitcoin, which has none. */
export const htlcOf = (asset: GardenAsset, generation: number): string =>
  isBitcoin(asset) ? '' : htlcAddress(asset.id, generation);

/** The solver's charge for locking and redeeming on the destination chain, in dollars times USD. */
const PAYOUT_COST: Partial<Record<ChainId, bigint>> = {
  BTC: 80_000_000n,
  ETH: 60_000_000n,
  ARB: 2_000_000n,
  BASE: 2_000_000n,
  BSC: 5_000_000n,
};
export const payoutCost = (asset: GardenAsset): bigint => PAYOUT_COST[asset.chain] ?? 0n;

/** The sandbox's chain id of an EVM chain. */
export const chainNumber = (chain: ChainId): number => Number(chainOf(chain).sandbox.networkId);

/** The timelock of users' locks in blocks of the chain: a day on slow chains, some hours on fast ones. */
const SOURCE_BLOCKS: Partial<Record<ChainId, number>> = { BTC: 144, ETH: 7200, BASE: 7200, ARB: 432_000, BSC: 43_200 };
const DESTINATION_BLOCKS: Partial<Record<ChainId, number>> = { BTC: 12 };
const USUAL_DESTINATION_BLOCKS = 3600;

/** The solver's lock expires long before the user's, so that a late redeem cannot cost the solver both. */
export function timelocksOf(
  from: GardenAsset,
  to: GardenAsset,
  source = SOURCE_BLOCKS[from.chain] ?? 7200,
): { source: number; destination: number } {
  const seconds = source * chainOf(from.chain).blockSeconds;
  const half = Math.floor(seconds / 2 / chainOf(to.chain).blockSeconds);
  return { source, destination: Math.max(1, Math.min(DESTINATION_BLOCKS[to.chain] ?? USUAL_DESTINATION_BLOCKS, half)) };
}
