/** Decodes raw transactions of every Bitcoin-family chain, and encodes them to the same bytes again. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { compactSize, concat, DecodeError, Reader, reversed, sha256d, uintLE, withLength } from './bytes.ts';
import { inputBytes, outputBytes, type RawTransaction, readInput, readMany, readOutput } from './tx-encoding.ts';
import { decodeZcash, encodeZcash, zcashTxid } from './zcash-transaction.ts';

/**
 * `bitcoin`: no witness; `segwit`: a BIP 144 witness is allowed; `zcash`: ZIP 225 version 5, transparent parts only.
 */
export type TransactionFormat = 'bitcoin' | 'segwit' | 'zcash';

function decodeBitcoin(reader: Reader, witnessAllowed: boolean): RawTransaction {
  const version = reader.uint32();
  const marked = reader.peek() === 0;
  if (marked) {
    if (!witnessAllowed) throw new DecodeError('no inputs');
    reader.bytes(1);
    // Flag 1 is BIP 144. Litecoin's MWEB sets flag 8, whose data cannot be checked here.
    if (reader.uint(1) !== 1n) throw new DecodeError('unknown transaction optional data');
  }
  const inputs = readMany(reader, readInput);
  const outputs = readMany(reader, readOutput);
  if (inputs.length === 0) throw new DecodeError('no inputs');
  if (marked) {
    for (const input of inputs) input.witness = readMany(reader, (each) => each.script());
    if (inputs.every((input) => input.witness.length === 0)) throw new DecodeError('superfluous witness record');
  }
  return { version, inputs, outputs, lockTime: reader.uint32() };
}

/** @throws {DecodeError} for anything but one whole transaction of this format. */
export function decodeTransaction(raw: Uint8Array, format: TransactionFormat): RawTransaction {
  const reader = new Reader(raw);
  const tx = format === 'zcash' ? decodeZcash(reader) : decodeBitcoin(reader, format === 'segwit');
  if (!reader.done) throw new DecodeError('extra data after the transaction');
  return tx;
}

const hasWitness = (tx: RawTransaction): boolean => tx.inputs.some((input) => input.witness.length > 0);

function encode(tx: RawTransaction, witness: boolean): Uint8Array {
  if (tx.zcash) return encodeZcash(tx);
  return concat(
    uintLE(tx.version, 4),
    witness ? Uint8Array.of(0, 1) : new Uint8Array(),
    compactSize(tx.inputs.length),
    ...tx.inputs.map(inputBytes),
    compactSize(tx.outputs.length),
    ...tx.outputs.map(outputBytes),
    ...(witness
      ? tx.inputs.flatMap((input) => [compactSize(input.witness.length), ...input.witness.map(withLength)])
      : []),
    uintLE(tx.lockTime, 4),
  );
}

export const encodeTransaction = (tx: RawTransaction): Uint8Array => encode(tx, hasWitness(tx));

/** The txid in the byte order of explorers. */
export const txidOf = (tx: RawTransaction): string =>
  bytesToHex(reversed(tx.zcash ? zcashTxid(tx) : sha256d(encode(tx, false))));

/** Serialized bytes, BIP 141 weight and virtual bytes, which equal the bytes if there is no witness. */
export function sizeOf(tx: RawTransaction): { size: number; weight: number; vsize: number } {
  const size = encodeTransaction(tx).length;
  const weight = (hasWitness(tx) ? encode(tx, false).length : size) * 3 + size;
  return { size, weight, vsize: Math.ceil(weight / 4) };
}
