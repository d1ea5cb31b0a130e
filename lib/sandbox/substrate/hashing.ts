/** Computes the hashes by which Substrate names storage items and extrinsics. */
import { blake2b } from '@noble/hashes/blake2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export const blake2_256 = (bytes: Uint8Array): Uint8Array => blake2b(bytes, { dkLen: 32 });

/** A hash of 16 bytes, followed by the hashed bytes. */
export const blake2_128Concat = (bytes: Uint8Array): Uint8Array => concatBytes(blake2b(bytes, { dkLen: 16 }), bytes);

const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;

const u64 = (value: bigint): bigint => BigInt.asUintN(64, value);
const rotate = (value: bigint, bits: bigint): bigint => u64((value << bits) | (value >> (64n - bits)));
const round = (sum: bigint, input: bigint): bigint => u64(rotate(u64(sum + input * P2), 31n) * P1);
const merge = (hash: bigint, sum: bigint): bigint => u64((hash ^ round(0n, sum)) * P1 + P4);

/** XXH64. Source: github.com/Cyan4973/xxHash doc/xxhash_spec.md. */
export function xxhash64(bytes: Uint8Array, seed: bigint): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let hash = u64(seed + P5);
  if (bytes.length >= 32) {
    const sums = [u64(seed + P1 + P2), u64(seed + P2), seed, u64(seed - P1)];
    for (; at + 32 <= bytes.length; at += 32)
      for (const [lane, sum] of sums.entries()) sums[lane] = round(sum, view.getBigUint64(at + lane * 8, true));
    const turns = [1n, 7n, 12n, 18n];
    hash = u64(sums.reduce((total, sum, lane) => total + rotate(sum, turns[lane] ?? 0n), 0n));
    for (const sum of sums) hash = merge(hash, sum);
  }
  hash = u64(hash + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8)
    hash = u64(rotate(hash ^ round(0n, view.getBigUint64(at, true)), 27n) * P1 + P4);
  if (at + 4 <= bytes.length) {
    hash = u64(rotate(hash ^ u64(BigInt(view.getUint32(at, true)) * P1), 23n) * P2 + P3);
    at += 4;
  }
  for (; at < bytes.length; at += 1) hash = u64(rotate(hash ^ u64(BigInt(bytes[at] ?? 0) * P5), 11n) * P1);
  hash = u64((hash ^ (hash >> 33n)) * P2);
  hash = u64((hash ^ (hash >> 29n)) * P3);
  return hash ^ (hash >> 32n);
}

/** Two XXH64 hashes with the seeds 0 and 1, each little-endian. */
export function twox128(name: string): Uint8Array {
  const out = new Uint8Array(16);
  const view = new DataView(out.buffer);
  const bytes = utf8ToBytes(name);
  view.setBigUint64(0, xxhash64(bytes, 0n), true);
  view.setBigUint64(8, xxhash64(bytes, 1n), true);
  return out;
}
