/** Defines the parts of every Bitcoin-family transaction and their encoding. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { concat, type Reader, reversed, uintLE, withLength } from './bytes.ts';

export type TxInput = {
  /** In the byte order of explorers. */
  txid: string;
  vout: number;
  scriptSig: Uint8Array;
  sequence: number;
  witness: Uint8Array[];
};
export type TxOutput = { value: bigint; script: Uint8Array };

export type RawTransaction = {
  version: number;
  inputs: TxInput[];
  outputs: TxOutput[];
  lockTime: number;
  /** For ZEC, version 5 only (ZIP 225). */
  zcash?: { consensusBranchId: number; expiryHeight: number };
};

const NULL_TXID = '0'.repeat(64);

/** Whether the transaction creates coins, as a coinbase does. */
export const isCoinbase = (tx: RawTransaction): boolean => tx.inputs.length === 1 && tx.inputs[0]?.txid === NULL_TXID;

export const coinbaseInput = (scriptSig: Uint8Array): TxInput => ({
  txid: NULL_TXID,
  vout: 0xffffffff,
  scriptSig,
  sequence: 0xffffffff,
  witness: [],
});

export const readInput = (reader: Reader): TxInput => ({
  txid: bytesToHex(reversed(reader.bytes(32))),
  vout: reader.uint32(),
  scriptSig: reader.script(),
  sequence: reader.uint32(),
  witness: [],
});

export const readOutput = (reader: Reader): TxOutput => ({ value: reader.uint(8), script: reader.script() });

export const readMany = <T>(reader: Reader, read: (reader: Reader) => T): T[] =>
  Array.from({ length: reader.compactSize() }, () => read(reader));

export const outpointBytes = (input: TxInput): Uint8Array =>
  concat(reversed(hexToBytes(input.txid)), uintLE(input.vout, 4));

export const outputBytes = (output: TxOutput): Uint8Array => concat(uintLE(output.value, 8), withLength(output.script));

export const inputBytes = (input: TxInput): Uint8Array =>
  concat(outpointBytes(input), withLength(input.scriptSig), uintLE(input.sequence, 4));
