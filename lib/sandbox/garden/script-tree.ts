/**
 * Builds the scripts of a Garden lock on Bitcoin, and the output that commits to them. Source: docs.garden.finance
 * "Bitcoin contracts", gardenfi/garden.js packages/core/src/lib/bitcoin/internalKey.ts.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { concat } from '../utxo/bytes.ts';
import { push, witnessScript } from '../utxo/scripts.ts';
import { controlBlock, outputKey, rootOf, type ScriptTree } from '../utxo/taproot.ts';

/** X-only keys; all hex. `timelock` is in blocks. */
export type LockTerms = { initiator: string; redeemer: string; timelock: number; secretHash: string };

export type LeafName = 'redeem' | 'refund' | 'instant';

export type LockScripts = {
  leaves: Record<LeafName, Uint8Array>;
  control: Record<LeafName, Uint8Array>;
  /** The script of the output to pay. */
  output: Uint8Array;
};

const OP = {
  DROP: 0x75,
  EQUALVERIFY: 0x88,
  NUMEQUAL: 0x9c,
  SHA256: 0xa8,
  CHECKSIG: 0xac,
  CSV: 0xb2,
  CHECKSIGADD: 0xba,
  TWO: 0x52,
} as const;

/** The point of BIP 341 whose private key is unknown to everyone. */
const UNSPENDABLE_X = BigInt('0x50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0');

/**
 * That point, shifted by a known amount: it cannot be spent by the key path, and anyone who knows the name can verify
 * that.
 */
export const INTERNAL_KEY: Uint8Array = (() => {
  const move = sha256(utf8ToBytes('GardenHTLC')).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const { x } = schnorr.utils.lift_x(UNSPENDABLE_X).add(secp256k1.Point.BASE.multiply(move)).toAffine();
  return secp256k1.Point.Fp.toBytes(x);
})();

/** A number of blocks, 1 to 65535, in its shortest encoding. */
function blocks(count: number): Uint8Array {
  if (!Number.isInteger(count) || count < 1 || count > 0xffff) throw new RangeError(`no timelock of ${count} blocks`);
  if (count <= 16) return Uint8Array.of(0x50 + count);
  const bytes = count <= 0xff ? [count] : [count & 0xff, count >> 8];
  if (((bytes.at(-1) ?? 0) & 0x80) !== 0) bytes.push(0);
  return push(Uint8Array.from(bytes));
}

/** Slow: needs several elliptic-curve operations. */
export function lockScripts({ initiator, redeemer, timelock, secretHash }: LockTerms): LockScripts {
  const [from, to, hash] = [initiator, redeemer, secretHash].map((hex) => push(hexToBytes(hex)));
  if (!from || !to || !hash || from.length !== 33 || to.length !== 33 || hash.length !== 33)
    throw new RangeError('keys and hash are 32 bytes');
  const code = (...opcodes: number[]) => Uint8Array.from(opcodes);
  const redeem = concat(code(OP.SHA256), hash, code(OP.EQUALVERIFY), to, code(OP.CHECKSIG));
  const refund = concat(blocks(timelock), code(OP.CSV, OP.DROP), from, code(OP.CHECKSIG));
  const instant = concat(from, code(OP.CHECKSIG), to, code(OP.CHECKSIGADD, OP.TWO, OP.NUMEQUAL));
  const tree: ScriptTree = [redeem, [refund, instant]];
  const control = (leaf: Uint8Array) => controlBlock(INTERNAL_KEY, tree, leaf);
  return {
    leaves: { redeem, refund, instant },
    control: { redeem: control(redeem), refund: control(refund), instant: control(instant) },
    output: witnessScript(1, outputKey(INTERNAL_KEY, rootOf(tree)).key),
  };
}
