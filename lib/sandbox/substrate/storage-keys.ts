/** Builds and reads the runtime's storage keys for what a wallet looks up. */
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { u32 } from 'scale-ts';
import { blake2_128Concat, twox128 } from './hashing.ts';

const item = (pallet: string, name: string): Uint8Array => concatBytes(twox128(pallet), twox128(name));
const hex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`;

const ACCOUNT = item('System', 'Account');
const ASSET_ACCOUNT = item('Assets', 'Account');

export const EVENTS_KEY = hex(item('System', 'Events'));
export const NUMBER_KEY = hex(item('System', 'Number'));
export const NOW_KEY = hex(item('Timestamp', 'Now'));

export const accountKey = (account: Uint8Array): string => hex(concatBytes(ACCOUNT, blake2_128Concat(account)));
export const assetAccountKey = (assetId: number, account: Uint8Array): string =>
  hex(concatBytes(ASSET_ACCOUNT, blake2_128Concat(u32.enc(assetId)), blake2_128Concat(account)));

/** What a key refers to, read from what follows its hashes; undefined for other keys. */
export type AskedKey =
  | { of: 'events' }
  | { of: 'number' }
  | { of: 'now' }
  | { of: 'account'; account: string }
  | { of: 'assetAccount'; account: string; assetId: number };

/** Lengths in hex digits: two item hashes, a hash of 16 bytes, an account. */
const ITEM = 64;
const HASH = 32;
const ID = 64;

export function readKey(key: string): AskedKey | undefined {
  if (key === EVENTS_KEY) return { of: 'events' };
  if (key === NUMBER_KEY) return { of: 'number' };
  if (key === NOW_KEY) return { of: 'now' };
  const account = key.slice(-ID);
  if (!/^[0-9a-f]{64}$/.test(account)) return undefined;
  const bytes = Uint8Array.from(account.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  if (key === accountKey(bytes)) return { of: 'account', account };
  const at = 2 + ITEM + HASH;
  const digits = key.slice(at, at + 8);
  if (!/^[0-9a-f]{8}$/.test(digits)) return undefined;
  const assetId = u32.dec(`0x${digits}`);
  return key === assetAccountKey(assetId, bytes) ? { of: 'assetAccount', account, assetId } : undefined;
}
