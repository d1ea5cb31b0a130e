/**
 * Computes taproot script trees: which scripts an output key commits to (BIP 341), and what a script path signs (BIP
 * 342).
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { compactSize, concat, uintLE, withLength } from './bytes.ts';
import { outpointBytes, outputBytes, type RawTransaction, type TxOutput } from './tx-encoding.ts';

export const TAPSCRIPT_VERSION = 0xc0;
const ANYONE_CAN_PAY = 0x80;
const SINGLE = 3;
const NONE = 2;

/** A tree is a script, or a pair of trees. */
export type ScriptTree = Uint8Array | readonly [ScriptTree, ScriptTree];

const bigEndian = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

const before = (a: Uint8Array, b: Uint8Array): boolean => {
  for (const [at, byte] of a.entries()) {
    const other = b[at] ?? 0;
    if (byte !== other) return byte < other;
  }
  return true;
};

export const leafHash = (script: Uint8Array, version = TAPSCRIPT_VERSION): Uint8Array =>
  schnorr.utils.taggedHash('TapLeaf', concat(Uint8Array.of(version), withLength(script)));

const branchHash = (a: Uint8Array, b: Uint8Array): Uint8Array =>
  schnorr.utils.taggedHash('TapBranch', before(a, b) ? concat(a, b) : concat(b, a));

const isLeaf = (tree: ScriptTree): tree is Uint8Array => tree instanceof Uint8Array;

export const rootOf = (tree: ScriptTree): Uint8Array =>
  isLeaf(tree) ? leafHash(tree) : branchHash(rootOf(tree[0]), rootOf(tree[1]));

/**
 * The hashes on the path from a leaf to the root, the leaf's own sibling first; undefined if the leaf is not in the
 * tree.
 */
function pathTo(tree: ScriptTree, script: Uint8Array): Uint8Array[] | undefined {
  if (isLeaf(tree)) return tree === script ? [] : undefined;
  const [left, right] = tree;
  const inLeft = pathTo(left, script);
  if (inLeft) return [...inLeft, rootOf(right)];
  const inRight = pathTo(right, script);
  return inRight && [...inRight, rootOf(left)];
}

/** The x-only key of the output, and whether its y is odd. @throws {Error} for an invalid internal key. */
export function outputKey(internalKey: Uint8Array, root: Uint8Array): { key: Uint8Array; odd: boolean } {
  const tweak = bigEndian(schnorr.utils.taggedHash('TapTweak', concat(internalKey, root)));
  const { Fn } = secp256k1.Point;
  if (tweak >= Fn.ORDER) throw new RangeError('no such tweak');
  const point = schnorr.utils.lift_x(bigEndian(internalKey)).add(secp256k1.Point.BASE.multiply(tweak));
  const { x, y } = point.toAffine();
  return { key: secp256k1.Point.Fp.toBytes(x), odd: (y & 1n) === 1n };
}

/** The last witness item of a spend through `script`, a leaf of `tree`. @throws {RangeError} when the tree lacks it. */
export function controlBlock(internalKey: Uint8Array, tree: ScriptTree, script: Uint8Array): Uint8Array {
  const path = pathTo(tree, script);
  if (!path) throw new RangeError('the tree has no such leaf');
  const { odd } = outputKey(internalKey, rootOf(tree));
  return concat(Uint8Array.of(TAPSCRIPT_VERSION | (odd ? 1 : 0)), internalKey, ...path);
}

/** Whether the output key commits to the script by this control block; undefined for a block of invalid size. */
export function commitsTo(program: Uint8Array, script: Uint8Array, control: Uint8Array): boolean | undefined {
  const rest = control.length - 33;
  if (rest < 0 || rest % 32 !== 0 || rest > 128 * 32) return undefined;
  const first = control[0] ?? 0;
  let hash = leafHash(script, first & 0xfe);
  for (let at = 33; at < control.length; at += 32) hash = branchHash(hash, control.slice(at, at + 32));
  try {
    const { key, odd } = outputKey(control.slice(1, 33), hash);
    return odd === ((first & 1) === 1) && key.every((byte, at) => byte === program[at]);
  } catch {
    return false;
  }
}

/** SIGHASH_DEFAULT, ALL, NONE and SINGLE, the last three also with ANYONECANPAY. */
export const isTaprootHashType = (type: number): boolean =>
  type === 0 || (type & ~ANYONE_CAN_PAY) === 1 || (type & ~ANYONE_CAN_PAY) === 2 || (type & ~ANYONE_CAN_PAY) === 3;

/**
 * The digest that a script path signs, without annex and OP_CODESEPARATOR; `spent` holds the output that each input
 * spends.
 * @throws {RangeError} for SINGLE without an output at the input's index, and for unknown hash types.
 */
export function scriptPathSighash(
  tx: RawTransaction,
  index: number,
  spent: readonly TxOutput[],
  hashType: number,
  leaf: Uint8Array,
): Uint8Array {
  const input = tx.inputs[index];
  const output = spent[index];
  if (!input || !output || !isTaprootHashType(hashType)) throw new RangeError('nothing to sign');
  const alone = (hashType & ANYONE_CAN_PAY) !== 0;
  const kind = hashType & 3;
  const single = tx.outputs[index];
  if (kind === SINGLE && !single) throw new RangeError('no output at the place of the input');
  const inputs = [
    sha256(concat(...tx.inputs.map(outpointBytes))),
    sha256(concat(...spent.map(({ value }) => uintLE(value, 8)))),
    sha256(concat(...spent.map(({ script }) => withLength(script)))),
    sha256(concat(...tx.inputs.map(({ sequence }) => uintLE(sequence, 4)))),
  ];
  const own = [outpointBytes(input), outputBytes(output), uintLE(input.sequence, 4)];
  return schnorr.utils.taggedHash(
    'TapSighash',
    concat(
      Uint8Array.of(0, hashType),
      uintLE(tx.version, 4),
      uintLE(tx.lockTime, 4),
      ...(alone ? [] : inputs),
      ...(kind === SINGLE || kind === NONE ? [] : [sha256(concat(...tx.outputs.map(outputBytes)))]),
      Uint8Array.of(2),
      ...(alone ? own : [uintLE(index, 4)]),
      ...(kind === SINGLE && single ? [sha256(outputBytes(single))] : []),
      leaf,
      Uint8Array.of(0),
      uintLE(0xffffffff, 4),
    ),
  );
}

/** The serialized size of a witness: a script path may check one signature per 50 bytes, and one more. */
export const witnessSize = (witness: readonly Uint8Array[]): number =>
  compactSize(witness.length).length +
  witness.reduce((sum, item) => sum + compactSize(item.length).length + item.length, 0);
