/**
 * Encodes and decodes Zcash's version 5 transactions with transparent parts only (ZIP 225), and computes their txid and
 * signature digest (ZIP 244).
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { compactSize, concat, DecodeError, type Reader, uintLE, withLength } from './bytes.ts';
import {
  inputBytes,
  outpointBytes,
  outputBytes,
  type RawTransaction,
  readInput,
  readMany,
  readOutput,
  type TxOutput,
} from './tx-encoding.ts';

const HEADER = 0x80000005n;
const VERSION_GROUP_ID = 0x26a7270an;

const hash = (personalization: Uint8Array | string, ...fields: readonly Uint8Array[]): Uint8Array =>
  blake2b(concat(...fields), {
    dkLen: 32,
    personalization: typeof personalization === 'string' ? utf8ToBytes(personalization) : personalization,
  });

/** @throws {DecodeError} for other versions and for shielded parts. */
export function decodeZcash(reader: Reader): RawTransaction {
  if (reader.uint(4) !== HEADER || reader.uint(4) !== VERSION_GROUP_ID)
    throw new DecodeError('only version 5 transactions are taken');
  const consensusBranchId = reader.uint32();
  const lockTime = reader.uint32();
  const expiryHeight = reader.uint32();
  const inputs = readMany(reader, readInput);
  const outputs = readMany(reader, readOutput);
  for (const section of ['Sapling spends', 'Sapling outputs', 'Orchard actions'])
    if (reader.compactSize() !== 0) throw new DecodeError(`${section} are not taken, only transparent transfers`);
  if (inputs.length === 0) throw new DecodeError('no inputs');
  return { version: 5, inputs, outputs, lockTime, zcash: { consensusBranchId, expiryHeight } };
}

function header(tx: RawTransaction): Uint8Array {
  if (!tx.zcash) throw new DecodeError('not a Zcash transaction');
  return concat(
    uintLE(HEADER, 4),
    uintLE(VERSION_GROUP_ID, 4),
    uintLE(tx.zcash.consensusBranchId, 4),
    uintLE(tx.lockTime, 4),
    uintLE(tx.zcash.expiryHeight, 4),
  );
}

export const encodeZcash = (tx: RawTransaction): Uint8Array =>
  concat(
    header(tx),
    compactSize(tx.inputs.length),
    ...tx.inputs.map(inputBytes),
    compactSize(tx.outputs.length),
    ...tx.outputs.map(outputBytes),
    Uint8Array.of(0, 0, 0),
  );

const sequences = (tx: RawTransaction): Uint8Array[] => tx.inputs.map((input) => uintLE(input.sequence, 4));

/** ZIP 244 T.1 to T.4, given the transparent part. */
const root = (tx: RawTransaction, transparent: Uint8Array): Uint8Array =>
  hash(
    concat(utf8ToBytes('ZcashTxHash_'), uintLE(tx.zcash?.consensusBranchId ?? 0, 4)),
    hash('ZTxIdHeadersHash', header(tx)),
    transparent,
    hash('ZTxIdSaplingHash'),
    hash('ZTxIdOrchardHash'),
  );

/** In internal byte order. */
export const zcashTxid = (tx: RawTransaction): Uint8Array =>
  root(
    tx,
    hash(
      'ZTxIdTranspaHash',
      hash('ZTxIdPrevoutHash', ...tx.inputs.map(outpointBytes)),
      hash('ZTxIdSequencHash', ...sequences(tx)),
      hash('ZTxIdOutputsHash', ...tx.outputs.map(outputBytes)),
    ),
  );

/**
 * The digest that input `index` signs with SIGHASH_ALL; `spent` holds the output that each input spends. Source: ZIP
 * 244 S.2.
 */
export function zcashSighash(tx: RawTransaction, index: number, spent: readonly TxOutput[]): Uint8Array {
  const input = tx.inputs[index];
  const output = spent[index];
  if (!input || !output || spent.length !== tx.inputs.length) throw new RangeError(`no input ${index}`);
  const transparent = hash(
    'ZTxIdTranspaHash',
    Uint8Array.of(1),
    hash('ZTxIdPrevoutHash', ...tx.inputs.map(outpointBytes)),
    hash('ZTxTrAmountsHash', ...spent.map((each) => uintLE(each.value, 8))),
    hash('ZTxTrScriptsHash', ...spent.map((each) => withLength(each.script))),
    hash('ZTxIdSequencHash', ...sequences(tx)),
    hash('ZTxIdOutputsHash', ...tx.outputs.map(outputBytes)),
    hash('Zcash___TxInHash', outpointBytes(input), outputBytes(output), uintLE(input.sequence, 4)),
  );
  return root(tx, transparent);
}
