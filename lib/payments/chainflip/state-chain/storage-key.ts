/** Computes the key under which a runtime stores one entry of a map. */
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type StorageMap, UnknownMetadata } from './metadata.ts';

const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;

const wrap = (value: bigint): bigint => BigInt.asUintN(64, value);
const left = (value: bigint, bits: bigint): bigint => wrap((value << bits) | (value >> (64n - bits)));
const little = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
const mixed = (lane: bigint, word: bigint): bigint => wrap(left(wrap(lane + word * P2), 31n) * P1);

/** The four lanes of an input of 32 bytes and more, merged. */
function stripes(bytes: Uint8Array, seed: bigint): bigint {
  const lanes = [wrap(seed + P1 + P2), wrap(seed + P2), seed, wrap(seed - P1)];
  for (let at = 0; at + 32 <= bytes.length; at += 32)
    for (let lane = 0; lane < 4; lane += 1)
      lanes[lane] = mixed(lanes[lane] ?? 0n, little(bytes.subarray(at + lane * 8, at + lane * 8 + 8)));
  const turns = [1n, 7n, 12n, 18n];
  const sum = wrap(lanes.reduce((total, lane, at) => total + left(lane, turns[at] ?? 0n), 0n));
  return lanes.reduce((hash, lane) => wrap((hash ^ mixed(0n, lane)) * P1 + P4), sum);
}

/** XXH64. Source: Cyan4973/xxHash, doc/xxhash_spec.md. */
export function xxh64(bytes: Uint8Array, seed: bigint): bigint {
  let at = bytes.length - (bytes.length % 32);
  let hash = wrap((at > 0 ? stripes(bytes, seed) : seed + P5) + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8)
    hash = wrap(left(hash ^ mixed(0n, little(bytes.subarray(at, at + 8))), 27n) * P1 + P4);
  if (at + 4 <= bytes.length) {
    hash = wrap(left(hash ^ wrap(little(bytes.subarray(at, at + 4)) * P1), 23n) * P2 + P3);
    at += 4;
  }
  for (; at < bytes.length; at += 1) hash = wrap(left(hash ^ wrap(BigInt(bytes[at] ?? 0) * P5), 11n) * P1);
  hash = wrap((hash ^ (hash >> 33n)) * P2);
  hash = wrap((hash ^ (hash >> 29n)) * P3);
  return hash ^ (hash >> 32n);
}

/** That many hashes with the seeds 0, 1, …, each as eight little-endian bytes. */
function twox(bytes: Uint8Array, hashes: number): Uint8Array {
  const out = new Uint8Array(8 * hashes);
  const view = new DataView(out.buffer);
  for (let seed = 0; seed < hashes; seed += 1) view.setBigUint64(seed * 8, xxh64(bytes, BigInt(seed)), true);
  return out;
}

/** The number of the hasher `Twox64Concat`. Source: frame-metadata 23, `StorageHasher`. */
const TWOX_64_CONCAT = 5;

/** @param key as the map's key type encodes it. @throws {UnknownMetadata} when the map has another hasher. */
export function storageKey({ prefix, item, hashers }: StorageMap, key: Uint8Array): string {
  if (hashers.length !== 1 || hashers[0] !== TWOX_64_CONCAT)
    throw new UnknownMetadata(`${prefix}.${item} is hashed in a way that is not known`);
  const pieces = [twox(utf8ToBytes(prefix), 2), twox(utf8ToBytes(item), 2), twox(key, 1), key];
  return `0x${bytesToHex(concatBytes(...pieces))}`;
}
