/**
 * Maps Garden's assets to ours by its live list alone: its contracts, limits and open assets change too often to be
 * built in.
 */
import type { NetworkName } from '../../chains/chain.ts';
import { CHAINS, chainByNetworkId } from '../../chains/chains.ts';
import type { Amount } from '../../domain/amount.ts';
import { type Asset, assetKey, parseAsset } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { GardenAssetEntry } from './upstream-schemas.ts';

export type GardenAsset = {
  /** Garden's id, as it writes it: `base:cbbtc`. */
  id: string;
  asset: Asset;
  name: string;
  decimals: number;
  /** The contract or program that takes the money; undefined on Bitcoin-like chains. */
  htlc: string | undefined;
  /** Base units. */
  minimum: bigint | undefined;
  maximum: bigint | undefined;
  priceUsd: number | undefined;
  logoURI: string | undefined;
};

export type Catalogue = {
  list: readonly GardenAsset[];
  /** By chain and contract: a token is not identified by its symbol. */
  find(asset: Asset): GardenAsset | undefined;
  byId(id: string): GardenAsset | undefined;
  reaches(chain: ChainId): boolean;
};

const NATIVE_MARKS = ['', 'primary', 'native', '0x0000000000000000000000000000000000000000'];

/** Litecoin's `chain` reads `bitcoin`: the prefix of the id distinguishes them. Test networks have other prefixes. */
const BY_PREFIX: Readonly<Record<string, ChainId>> = { bitcoin: 'BTC', litecoin: 'LTC', solana: 'SOL' };

function chainOf({ id, chain }: GardenAssetEntry, network: NetworkName): ChainId | undefined {
  const evm = /^evm:(\d+)$/i.exec(chain)?.[1];
  if (evm !== undefined) {
    const known = chainByNetworkId(evm, network);
    return known?.kind === 'evm' ? known.id : undefined;
  }
  const prefix = id.split(':')[0]?.toLowerCase() ?? '';
  const known = Object.hasOwn(BY_PREFIX, prefix) ? BY_PREFIX[prefix] : undefined;
  const kind = chain.split(':')[0]?.toLowerCase();
  if (known === undefined) return undefined;
  return (known === 'SOL' ? kind === 'solana' : kind === 'bitcoin' || kind === 'litecoin') ? known : undefined;
}

function assetFor(entry: GardenAssetEntry, chain: ChainId): Asset | undefined {
  const token = entry.token?.address ?? '';
  if (NATIVE_MARKS.includes(token.toLowerCase())) {
    const { symbol, decimals } = CHAINS[chain].native;
    // A native coin in another precision would sell another amount than the user means.
    return decimals === entry.decimals ? { kind: 'native', chain, symbol } : undefined;
  }
  const symbol = entry.id.split(':')[1]?.toUpperCase() ?? '';
  const parsed = parseAsset(`${chain}.${symbol}-${token}`);
  return parsed.ok ? parsed.asset : undefined;
}

/** The key that distinguishes assets of one chain, whatever their symbols. */
const contractKey = (asset: Asset): string =>
  asset.kind === 'token'
    ? `${asset.chain}:${CHAINS[asset.chain].kind === 'evm' ? asset.address.toLowerCase() : asset.address}`
    : assetKey(asset);

function toGardenAsset(entry: GardenAssetEntry, network: NetworkName): GardenAsset[] {
  if (!entry.is_active) return [];
  const chain = chainOf(entry, network);
  const asset = chain && assetFor(entry, chain);
  if (!asset) return [];
  const htlc = entry.htlc?.address;
  const { kind } = CHAINS[asset.chain];
  if ((kind === 'evm' && !/^0x[0-9a-f]{40}$/i.test(htlc ?? '')) || (kind === 'solana' && !htlc)) return [];
  return [
    {
      id: entry.id,
      asset,
      name: entry.name?.split(':')[0]?.trim() || asset.symbol,
      decimals: entry.decimals,
      htlc: kind === 'utxo' ? undefined : htlc,
      minimum: entry.min_amount,
      maximum: entry.max_amount,
      priceUsd: entry.price !== undefined && entry.price > 0 ? entry.price : undefined,
      logoURI: entry.icon !== undefined && /^https?:\/\//.test(entry.icon) ? entry.icon : undefined,
    },
  ];
}

export function catalogueOf(entries: readonly GardenAssetEntry[], network: NetworkName): Catalogue {
  const byContract = new Map<string, GardenAsset>();
  for (const one of entries.flatMap((entry) => toGardenAsset(entry, network)))
    if (!byContract.has(contractKey(one.asset))) byContract.set(contractKey(one.asset), one);
  const list = [...byContract.values()];
  const ids = new Map(list.map((one) => [one.id.toLowerCase(), one]));
  return {
    list,
    find: (asset) => byContract.get(contractKey(asset)),
    byId: (id) => ids.get(id.toLowerCase()),
    reaches: (chain) => list.some(({ asset }) => asset.chain === chain),
  };
}

/** An amount in the asset as the caller named it. */
export const amountIn = (asset: Asset, { decimals }: GardenAsset, baseUnits: bigint): Amount => ({
  asset,
  decimals,
  baseUnits,
});
