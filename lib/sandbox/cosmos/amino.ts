/** Writes the JSON that an amino signature covers, byte for byte as the Cosmos SDK does. */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

export type Coin = { denom: string; amount: string };
export type AminoMessage = { type: string; value: Record<string, unknown> };
/** Source: cosmos-sdk x/auth/migrations/legacytx/stdsign.go; numbers are decimal strings. */
export type SignDoc = {
  chain_id: string;
  account_number: string;
  sequence: string;
  fee: { amount: Coin[]; gas: string };
  msgs: AminoMessage[];
  memo: string;
  timeout_height?: string;
};

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

/** JSON with sorted keys and the characters escaped that Go's encoder escapes. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(sorted(value))
    .replaceAll('&', '\\u0026')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

export const signDocDigest = (doc: SignDoc): Uint8Array => sha256(utf8ToBytes(canonicalJson(doc)));
