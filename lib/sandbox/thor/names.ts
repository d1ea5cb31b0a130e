/** Registers THORNames and MAYANames, and resolves a name to its address on each chain. */
import { bech32 } from '@scure/base';
import type { NetworkConfig } from './network-config.ts';
import type { NameRecord, NetworkState } from './state.ts';

/**
 * The account in which THORChain collects fees of names that prefer another asset; the real module's key with the
 * sandbox's prefix.
 */
const COLLECTOR_KEY = [
  0x6f, 0xfc, 0x9e, 0xbb, 0x4e, 0xf7, 0xbc, 0x93, 0x64, 0x71, 0x98, 0xf5, 0x3d, 0x4e, 0x87, 0x91, 0x96, 0x09, 0x5e,
  0x1e,
];

const account = (prefix: string, key: readonly number[] | Uint8Array) =>
  bech32.encode(prefix, bech32.toWords(Uint8Array.from(key).slice(0, 20)));

/** An account on the network's own chain of the sandbox (`tthor1…`, `tmaya1…`). */
export const homeAccount = (config: NetworkConfig, key: Uint8Array | readonly number[]): string =>
  account(`t${config.accountPrefix}`, key);

export const affiliateCollector = (config: NetworkConfig): string => homeAccount(config, COLLECTOR_KEY);

/** Node names and module accounts each need an address; their keys are unknown to everyone. */
export const moduleAccount = (config: NetworkConfig, secret: (name: string) => Uint8Array, name: string): string =>
  homeAccount(config, secret(`${config.id}-module-${name}`).slice(0, 20));

export const findName = (state: NetworkState, name: string): NameRecord | undefined =>
  state.names.find((record) => record.name.toLowerCase() === name.toLowerCase());

export const aliasOn = (record: NameRecord, chain: string): string | undefined =>
  record.aliases.find((alias) => alias.chain === chain)?.address;

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The names of the first block: `ptg`, the affiliate that the sandbox ships; `satoshi`, a user with aliases on several
 * chains, the same on both networks; `pilot`, who is a different person on each network; `wreck`, which has expired.
 * Their accounts derive from the world's seed.
 */
export function seedNames(config: NetworkConfig, secret: (name: string) => Uint8Array): NameRecord[] {
  const key = (name: string) => secret(name === 'pilot' ? `name-${config.id}-${name}` : `name-${name}`).slice(0, 20);
  const record = (name: string, preferredAsset: string, chains: boolean): NameRecord => ({
    name,
    owner: homeAccount(config, key(name)),
    expireHeight: config.startHeight + 50_000_000,
    preferredAsset,
    collected: 0n,
    ...(config.id === 'maya' ? { affiliateBps: name === 'ptg' ? 30n : 0n } : {}),
    aliases: [
      { chain: config.home, address: homeAccount(config, key(name)) },
      ...(chains
        ? [
            { chain: 'BTC', address: segwit('bcrt', key(name)) },
            { chain: 'ETH', address: `0x${hex(key(name))}` },
          ]
        : []),
      ...(chains && config.id === 'thor' ? [{ chain: 'GAIA', address: account('cosmos', key(name)) }] : []),
      ...(chains && config.id === 'maya' ? [{ chain: 'THOR', address: account('tthor', key(name)) }] : []),
    ],
  });
  return [
    record('ptg', config.id === 'thor' ? 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48' : '.', true),
    record('satoshi', '.', true),
    record('pilot', '.', true),
    { ...record('wreck', '.', true), expireHeight: 1 },
    record('xx', '.', false),
    record('yy', '.', false),
    record('zz', '.', false),
  ];
}

const segwit = (prefix: string, key: Uint8Array) => bech32.encode(prefix, [0, ...bech32.toWords(key)]);
