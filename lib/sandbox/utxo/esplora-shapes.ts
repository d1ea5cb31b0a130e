/**
 * Writes transactions, outputs and addresses in Esplora's JSON (Blockstream/esplora API.md); values are base units as
 * numbers.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import type { UtxoNetwork } from '../../chains/chain.ts';
import { sameBytes } from './bytes.ts';
import { sizeOf } from './raw-transaction.ts';
import { scriptAsm } from './script-asm.ts';
import { addressOfScript, pushesOf, scriptKind } from './scripts.ts';
import type { TxInput, TxOutput } from './tx-encoding.ts';
import type { TxRecord, UtxoChain } from './utxo-chain.ts';

export type EsploraContext = {
  chain: UtxoChain;
  /** Height of the last block. */
  height(): number;
  network: UtxoNetwork;
  blockHash: (height: number) => string;
};

type Json = Record<string, unknown>;

export const statusJson = (record: TxRecord | undefined, { blockHash }: EsploraContext): Json =>
  record?.block
    ? {
        confirmed: true,
        block_height: record.block.height,
        block_hash: blockHash(record.block.height),
        block_time: record.block.timeSeconds,
      }
    : { confirmed: false };

function outputJson({ script, value }: TxOutput, network: UtxoNetwork): Json {
  const address = addressOfScript(script, network);
  return {
    scriptpubkey: bytesToHex(script),
    scriptpubkey_asm: scriptAsm(script),
    scriptpubkey_type: scriptKind(script).type,
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
    value: Number(value),
  };
}

function inputJson(input: TxInput, spent: TxOutput | undefined, network: UtxoNetwork): Json {
  const redeem = spent && scriptKind(spent.script).type === 'p2sh' ? pushesOf(input.scriptSig)?.at(-1) : undefined;
  return {
    txid: input.txid,
    vout: input.vout,
    prevout: spent ? outputJson(spent, network) : null,
    scriptsig: bytesToHex(input.scriptSig),
    scriptsig_asm: scriptAsm(input.scriptSig),
    ...(input.witness.length > 0 ? { witness: input.witness.map((item) => bytesToHex(item)) } : {}),
    is_coinbase: spent === undefined,
    sequence: input.sequence,
    ...(redeem ? { inner_redeemscript_asm: scriptAsm(redeem) } : {}),
  };
}

export function transactionJson(record: TxRecord, context: EsploraContext): Json {
  const { tx, spent } = record;
  const { size, weight } = sizeOf(tx);
  return {
    txid: record.txid,
    version: tx.version,
    locktime: tx.lockTime,
    vin: tx.inputs.map((input, index) => inputJson(input, spent[index], context.network)),
    vout: tx.outputs.map((output) => outputJson(output, context.network)),
    size,
    weight,
    fee: Number(record.feeBaseUnits),
    status: statusJson(record, context),
  };
}

export function outspendJson(txid: string, vout: number, context: EsploraContext): Json {
  const spender = context.chain.spender(txid, vout);
  if (!spender) return { spent: false };
  return { spent: true, ...spender, status: statusJson(context.chain.get(spender.txid), context) };
}

/** The `chain_stats` or `mempool_stats` of a script. */
function statsJson(records: readonly TxRecord[], script: Uint8Array): Json {
  const own = (outputs: readonly TxOutput[]) => outputs.filter((output) => sameBytes(output.script, script));
  const funded = records.flatMap((record) => own(record.tx.outputs));
  const spent = records.flatMap((record) => own(record.spent));
  const sum = (outputs: readonly TxOutput[]) => Number(outputs.reduce((total, output) => total + output.value, 0n));
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: sum(funded),
    spent_txo_count: spent.length,
    spent_txo_sum: sum(spent),
    tx_count: records.length,
  };
}

export function addressJson(address: string, script: Uint8Array, { chain }: EsploraContext): Json {
  const history = chain.history(script);
  return {
    address,
    chain_stats: statsJson(
      history.filter((record) => record.block),
      script,
    ),
    mempool_stats: statsJson(
      history.filter((record) => !record.block),
      script,
    ),
  };
}

export const utxosJson = (script: Uint8Array, context: EsploraContext): Json[] =>
  context.chain.unspent(script).map(({ record, vout, value }) => ({
    txid: record.txid,
    vout,
    status: statusJson(record, context),
    value: Number(value),
  }));

const PAGE = { mempool: 50, chain: 25 } as const;

/** Newest first. `which` as in the paths `/txs`, `/txs/chain[/:last]`, `/txs/mempool`. */
export function historyJson(
  script: Uint8Array,
  which: 'all' | 'chain' | 'mempool',
  lastSeen: string | undefined,
  context: EsploraContext,
): Json[] {
  const newest = context.chain.history(script).reverse();
  const waiting = newest.filter((record) => !record.block).slice(0, PAGE.mempool);
  const confirmed = newest.filter((record) => record.block);
  const from = lastSeen === undefined ? 0 : confirmed.findIndex((record) => record.txid === lastSeen) + 1;
  const page = confirmed.slice(from, from + PAGE.chain);
  const chosen = which === 'mempool' ? waiting : which === 'chain' ? page : [...waiting, ...page];
  return chosen.map((record) => transactionJson(record, context));
}

/** Base units per virtual byte by confirmation target; all have the chain's one rate. */
export const feeEstimatesJson = (feePerVbyte: bigint): Json =>
  Object.fromEntries([1, 2, 3, 4, 5, 6, 10, 20, 144, 504, 1008].map((target) => [String(target), Number(feePerVbyte)]));
