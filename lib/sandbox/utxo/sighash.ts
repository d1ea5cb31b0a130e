/**
 * Computes the digest that an input signs, for each signature scheme of the sandbox's chains; it always covers the
 * whole transaction (SIGHASH_ALL or DEFAULT).
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { compactSize, concat, sha256d, uintLE, withLength } from './bytes.ts';
import { inputBytes, outpointBytes, outputBytes, type RawTransaction, type TxOutput } from './tx-encoding.ts';

export const SIGHASH_ALL = 0x01;
/** SIGHASH_ALL with Bitcoin Cash's fork id (the replay-protected sighash of its first upgrade). */
export const SIGHASH_ALL_FORKID = 0x41;

const NOTHING = new Uint8Array();

/** Bitcoin's original digest with SIGHASH_ALL; `scriptCode` is the script of the spent output. */
export function legacySighash(tx: RawTransaction, index: number, scriptCode: Uint8Array): Uint8Array {
  return sha256d(
    concat(
      uintLE(tx.version, 4),
      compactSize(tx.inputs.length),
      ...tx.inputs.map((input, at) => inputBytes({ ...input, scriptSig: at === index ? scriptCode : NOTHING })),
      compactSize(tx.outputs.length),
      ...tx.outputs.map(outputBytes),
      uintLE(tx.lockTime, 4),
      uintLE(SIGHASH_ALL, 4),
    ),
  );
}

/** BIP 143, and with hash type 0x41 the digest of Bitcoin Cash. It commits to the value of the spent output. */
export function segwitV0Sighash(
  tx: RawTransaction,
  index: number,
  scriptCode: Uint8Array,
  value: bigint,
  hashType: number,
): Uint8Array {
  const input = tx.inputs[index];
  if (!input) throw new RangeError(`no input ${index}`);
  return sha256d(
    concat(
      uintLE(tx.version, 4),
      sha256d(concat(...tx.inputs.map(outpointBytes))),
      sha256d(concat(...tx.inputs.map((each) => uintLE(each.sequence, 4)))),
      outpointBytes(input),
      withLength(scriptCode),
      uintLE(value, 8),
      uintLE(input.sequence, 4),
      sha256d(concat(...tx.outputs.map(outputBytes))),
      uintLE(tx.lockTime, 4),
      uintLE(hashType, 4),
    ),
  );
}

const tagged = (tag: string, data: Uint8Array): Uint8Array => {
  const prefix = sha256(utf8ToBytes(tag));
  return sha256(concat(prefix, prefix, data));
};

/**
 * BIP 341 for the key path without annex; `hashType` 0 is SIGHASH_DEFAULT. `spent` holds the output that each input
 * spends.
 */
export function taprootSighash(
  tx: RawTransaction,
  index: number,
  spent: readonly TxOutput[],
  hashType: number,
): Uint8Array {
  return tagged(
    'TapSighash',
    concat(
      Uint8Array.of(0, hashType),
      uintLE(tx.version, 4),
      uintLE(tx.lockTime, 4),
      sha256(concat(...tx.inputs.map(outpointBytes))),
      sha256(concat(...spent.map((output) => uintLE(output.value, 8)))),
      sha256(concat(...spent.map((output) => withLength(output.script)))),
      sha256(concat(...tx.inputs.map((each) => uintLE(each.sequence, 4)))),
      sha256(concat(...tx.outputs.map(outputBytes))),
      Uint8Array.of(0),
      uintLE(index, 4),
    ),
  );
}
