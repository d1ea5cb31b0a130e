/**
 * Derives the address of a Garden deposit on Bitcoin from the order's own terms, so that an address with another
 * recipient or other conditions is recognised. Source: gardenfi/docs contracts/bitcoin.mdx, gardenfi/garden.js
 * packages/core/src/lib/bitcoin/internalKey.ts, BIP-341.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { bech32m } from '@scure/base';

export type BitcoinHtlcTerms = {
  /** x-only public keys, 64 hex digits (66 with a leading sign byte are accepted as well). */
  redeemer: string;
  /** The signer of a refund. For a plain deposit it is the key of Garden's delegate and not the sender's. */
  initiator: string;
  /** sha256 of the secret, 64 hex digits, with or without 0x. */
  secretHash: string;
  /** Blocks after its confirmation from which on a refund can be mined. */
  timelock: number;
};

/** NUMS point of BIP-341 plus sha256("GardenHTLC") times the generator: it cannot be spent by key alone. */
export const INTERNAL_KEY = '2160e11a135f94e536a5b222e5d09fd9db1be5f5f5e753920290c0410cf388f0';
const LEAF_VERSION = 0xc0;

const OP = {
  push32: 0x20,
  one: 0x51,
  drop: 0x75,
  equalVerify: 0x88,
  numEqual: 0x9c,
  sha256: 0xa8,
  checkSig: 0xac,
  csv: 0xb2,
  checkSigAdd: 0xba,
} as const;

/** The x coordinate of a key; undefined for other text. */
export function xOnlyKey(text: string): string | undefined {
  const digits = text.toLowerCase().replace(/^0x/, '');
  if (/^(02|03)[0-9a-f]{64}$/.test(digits)) return digits.slice(2);
  return /^[0-9a-f]{64}$/.test(digits) ? digits : undefined;
}

function keyBytes(text: string): Uint8Array {
  const key = xOnlyKey(text);
  if (key === undefined) throw new RangeError('not a public key');
  return hexToBytes(key);
}

/** A number as Bitcoin scripts push it: minimal little endian, small ones by their own opcodes. */
function pushNumber(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value <= 0 || value > 0xffff) throw new RangeError('not a lock in blocks');
  if (value <= 16) return Uint8Array.of(OP.one + value - 1);
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  // The highest bit is the sign.
  if ((bytes.at(-1) ?? 0) >= 0x80) bytes.push(0);
  return Uint8Array.of(bytes.length, ...bytes);
}

/** The three ways in which the deposit can be spent, as scripts. @throws {RangeError} for invalid terms. */
export function htlcLeaves(terms: BitcoinHtlcTerms): Record<'redeem' | 'refund' | 'instantRefund', Uint8Array> {
  const [redeemer, initiator] = [keyBytes(terms.redeemer), keyBytes(terms.initiator)];
  const hash = hexToBytes(terms.secretHash.toLowerCase().replace(/^0x/, ''));
  if (hash.length !== 32) throw new RangeError('not a sha256 hash');
  return {
    redeem: concatBytes(
      Uint8Array.of(OP.sha256, OP.push32),
      hash,
      Uint8Array.of(OP.equalVerify, OP.push32),
      redeemer,
      Uint8Array.of(OP.checkSig),
    ),
    refund: concatBytes(
      pushNumber(terms.timelock),
      Uint8Array.of(OP.csv, OP.drop, OP.push32),
      initiator,
      Uint8Array.of(OP.checkSig),
    ),
    instantRefund: concatBytes(
      Uint8Array.of(OP.push32),
      initiator,
      Uint8Array.of(OP.checkSig, OP.push32),
      redeemer,
      Uint8Array.of(OP.checkSigAdd, OP.one + 1, OP.numEqual),
    ),
  };
}

const leafHash = (script: Uint8Array): Uint8Array => {
  if (script.length >= 0xfd) throw new RangeError('a script is too long');
  return schnorr.utils.taggedHash('TapLeaf', Uint8Array.of(LEAF_VERSION, script.length), script);
};

function branchHash(a: Uint8Array, b: Uint8Array): Uint8Array {
  const sorted = bytesToHex(a) < bytesToHex(b) ? [a, b] : [b, a];
  return schnorr.utils.taggedHash('TapBranch', ...sorted);
}

/** Root of branch(redeem, branch(refund, instant refund)). */
export function htlcMerkleRoot(terms: BitcoinHtlcTerms): Uint8Array {
  const { redeem, refund, instantRefund } = htlcLeaves(terms);
  return branchHash(leafHash(redeem), branchHash(leafHash(refund), leafHash(instantRefund)));
}

/** The key that the address encodes, x-only. */
export function htlcOutputKey(terms: BitcoinHtlcTerms): Uint8Array {
  const internal = hexToBytes(INTERNAL_KEY);
  const tweak = schnorr.utils.taggedHash('TapTweak', internal, htlcMerkleRoot(terms));
  const scalar = BigInt(`0x${bytesToHex(tweak)}`);
  const point = schnorr.utils.lift_x(BigInt(`0x${INTERNAL_KEY}`)).add(secp256k1.Point.BASE.multiply(scalar));
  return point.toBytes(true).slice(1);
}

/**
 * The deposit address. @param hrp of the chain and network: `bc`, `bcrt`, `tb`, `ltc`. @throws {RangeError} for
 * invalid terms.
 */
export function htlcAddress(terms: BitcoinHtlcTerms, hrp: string): string {
  return bech32m.encode(hrp, [1, ...bech32m.toWords(htlcOutputKey(terms))]);
}
