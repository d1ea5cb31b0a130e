/** Proves that every input of a transaction is signed by a key that may spend it, and for the whole transaction. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { hex } from '@scure/base';
import { OutScript, Script, type Transaction } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { hash160 } from '@scure/btc-signer/utils.js';
import { ImportError } from './import-error.ts';

/** The output that an input spends. */
export type Spent = { script: Uint8Array; amount: bigint };

/** BIP-143, BIP-341: the signature covers all inputs and all outputs. */
const SIGHASH_ALL = 1;
const SIGHASH_DEFAULT = 0;

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
const bad = (cause?: unknown) => new ImportError('badSignature', cause === undefined ? {} : { cause });
const missing = () => new ImportError('notSigned');

/** The digest of inputs without witness. Source: Bitcoin Core, SignatureHash, SIGHASH_ALL. */
function legacyDigest(tx: Transaction, index: number, script: Uint8Array): Uint8Array {
  const inputs = Array.from({ length: tx.inputsLength }, (_, i) => {
    const { txid, index: vout, sequence = 0xffffffff } = tx.getInput(i);
    if (!txid || vout === undefined) throw bad();
    return { txid, index: vout, sequence, finalScriptSig: i === index ? script : new Uint8Array() };
  });
  const outputs = Array.from({ length: tx.outputsLength }, (_, i) => {
    const { script: to, amount } = tx.getOutput(i);
    if (!to || amount === undefined) throw bad();
    return { script: to, amount };
  });
  const body = RawOldTx.encode({ version: tx.version, inputs, outputs, lockTime: tx.lockTime });
  return sha256(sha256(concatBytes(body, Uint8Array.of(SIGHASH_ALL, 0, 0, 0))));
}

function assertEcdsa(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): void {
  if (signature.at(-1) !== SIGHASH_ALL) throw bad();
  const options = { prehash: false, format: 'der', lowS: false } as const;
  let isValid = false;
  try {
    isValid = secp256k1.verify(signature.slice(0, -1), digest, publicKey, options);
  } catch (cause) {
    throw bad(cause);
  }
  if (!isValid) throw bad();
}

/** @param keyHash of the spent output. */
function assertWitnessKey(tx: Transaction, index: number, keyHash: Uint8Array, amount: bigint): void {
  const [signature, publicKey] = tx.getInput(index).finalScriptWitness ?? [];
  if (!signature || !publicKey) throw missing();
  if (hex.encode(hash160(publicKey)) !== hex.encode(keyHash)) throw new ImportError('otherSigner');
  const code = OutScript.encode({ type: 'pkh', hash: keyHash });
  assertEcdsa(signature, tx.preimageWitnessV0(index, code, SIGHASH_ALL, amount), publicKey);
}

function assertLegacyKey(tx: Transaction, index: number, { script }: Spent, keyHash: Uint8Array): void {
  const [signature, publicKey] = Script.decode(tx.getInput(index).finalScriptSig ?? new Uint8Array());
  if (!isBytes(signature) || !isBytes(publicKey)) throw missing();
  if (hex.encode(hash160(publicKey)) !== hex.encode(keyHash)) throw new ImportError('otherSigner');
  assertEcdsa(signature, legacyDigest(tx, index, script), publicKey);
}

function assertTaproot(tx: Transaction, index: number, spent: readonly Spent[], publicKey: Uint8Array): void {
  const [signature, ...others] = tx.getInput(index).finalScriptWitness ?? [];
  if (!signature) throw missing();
  // A script of its owner decides who may spend it, which the network runs.
  if (others.length > 0) return;
  const kind = signature.length === 64 ? SIGHASH_DEFAULT : signature.at(-1);
  if (kind !== SIGHASH_DEFAULT && kind !== SIGHASH_ALL) throw bad();
  const scripts = spent.map(({ script }) => script);
  const amounts = spent.map(({ amount }) => amount);
  const digest = tx.preimageWitnessV1(index, scripts, kind, amounts);
  if (!schnorr.verify(signature.slice(0, 64), digest, publicKey)) throw bad();
}

/** The key hash of a nested witness output, when its redeem script has one. Source: BIP-141, P2SH-P2WPKH. */
function nestedKeyHash(tx: Transaction, index: number, scriptHash: Uint8Array): Uint8Array | undefined {
  const [redeem] = Script.decode(tx.getInput(index).finalScriptSig ?? new Uint8Array());
  if (!isBytes(redeem) || hex.encode(hash160(redeem)) !== hex.encode(scriptHash)) throw new ImportError('otherSigner');
  const read = OutScript.decode(redeem);
  return read.type === 'wpkh' ? read.hash : undefined;
}

/**
 * Checks every input of a final transaction. Inputs that spend other kinds of outputs (several signatures, scripts)
 * must at least have some data; the network checks the rest before it accepts the transaction. @param spent the spent
 * outputs, in their order. @throws {ImportError} `notSigned`, `badSignature`, `otherSigner`
 */
export function assertSigned(tx: Transaction, spent: readonly Spent[]): void {
  spent.forEach((output, index) => {
    const { finalScriptSig, finalScriptWitness } = tx.getInput(index);
    if (!finalScriptSig?.length && !finalScriptWitness?.length) throw missing();
    const owner = OutScript.decode(output.script);
    if (owner.type === 'wpkh') assertWitnessKey(tx, index, owner.hash, output.amount);
    if (owner.type === 'pkh') assertLegacyKey(tx, index, output, owner.hash);
    if (owner.type === 'tr') assertTaproot(tx, index, spent, owner.pubkey);
    if (owner.type === 'sh') {
      const keyHash = nestedKeyHash(tx, index, owner.hash);
      if (keyHash) assertWitnessKey(tx, index, keyHash, output.amount);
    }
  });
}
