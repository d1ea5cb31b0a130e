/** Keeps one chain's transactions, its mempool and its blocks; every output is spent at most once. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { decodeTransaction, encodeTransaction, type TransactionFormat, txidOf } from './raw-transaction.ts';
import { isCoinbase, type RawTransaction, type TxOutput } from './tx-encoding.ts';

/** The height of a new chain: gifts before the first block are in this one. */
export const START_HEIGHT = 100;

export type TxRecord = {
  txid: string;
  tx: RawTransaction;
  rawHex: string;
  /** The output that each input spends; empty for a transaction that creates coins. */
  spent: readonly TxOutput[];
  feeBaseUnits: bigint;
  /** Undefined while the transaction is unconfirmed. */
  block?: { height: number; timeSeconds: number };
};

/** Plain JSON. A transaction is `[raw hex, height, Unix seconds]`, the last two null while it is unconfirmed. */
export type ChainState = [string, number | null, number | null][];

const outpointKey = (txid: string, vout: number): string => `${txid}:${vout}`;
const totalOf = (outputs: readonly TxOutput[]): bigint => outputs.reduce((sum, output) => sum + output.value, 0n);

export class UtxoChain {
  private readonly records = new Map<string, TxRecord>();
  private readonly waiting = new Set<string>();
  private readonly spenders = new Map<string, { txid: string; vin: number }>();
  private readonly byScript = new Map<string, Set<string>>();
  /** The blocks with transactions, ascending. */
  private readonly blocks: { height: number; txids: string[] }[] = [];
  private readonly format: TransactionFormat;

  constructor(format: TransactionFormat) {
    this.format = format;
  }

  get(txid: string): TxRecord | undefined {
    return this.records.get(txid);
  }

  output(txid: string, vout: number): TxOutput | undefined {
    return this.records.get(txid)?.tx.outputs[vout];
  }

  spender(txid: string, vout: number): { txid: string; vin: number } | undefined {
    return this.spenders.get(outpointKey(txid, vout));
  }

  /** The unconfirmed transactions in the order of their arrival. */
  mempool(): TxRecord[] {
    return this.recordsOf(this.waiting);
  }

  /** The transactions that pay to or from a script, in the order of their arrival. */
  history(script: Uint8Array): TxRecord[] {
    return this.recordsOf(this.byScript.get(bytesToHex(script)) ?? []);
  }

  /** The transactions in blocks above `height`, oldest first. */
  above(height: number): TxRecord[] {
    const first = this.blocks.findLastIndex((block) => block.height <= height) + 1;
    return this.blocks.slice(first).flatMap((block) => this.recordsOf(block.txids));
  }

  unspent(script: Uint8Array): { record: TxRecord; vout: number; value: bigint }[] {
    const wanted = bytesToHex(script);
    return this.history(script).flatMap((record) =>
      record.tx.outputs.flatMap((output, vout) =>
        bytesToHex(output.script) === wanted && !this.spender(record.txid, vout)
          ? [{ record, vout, value: output.value }]
          : [],
      ),
    );
  }

  /** A transaction and all unconfirmed ones that spend from it, directly or not. */
  withDescendants(txid: string): TxRecord[] {
    const found = new Set([txid]);
    for (const record of this.mempool())
      if (record.tx.inputs.some((input) => found.has(input.txid))) found.add(record.txid);
    return this.recordsOf(found);
  }

  /** Adds a checked transaction to the mempool, or to the given block. */
  add(tx: RawTransaction, block?: TxRecord['block']): TxRecord {
    const spent = isCoinbase(tx) ? [] : tx.inputs.map((input) => this.existing(input.txid, input.vout));
    const feeBaseUnits = isCoinbase(tx) ? 0n : totalOf(spent) - totalOf(tx.outputs);
    const rawHex = bytesToHex(encodeTransaction(tx));
    const record: TxRecord = { txid: txidOf(tx), tx, rawHex, spent, feeBaseUnits, block };
    this.records.set(record.txid, record);
    for (const [vin, input] of (isCoinbase(tx) ? [] : tx.inputs).entries())
      this.spenders.set(outpointKey(input.txid, input.vout), { txid: record.txid, vin });
    for (const { script } of [...spent, ...tx.outputs]) this.index(bytesToHex(script)).add(record.txid);
    if (block) this.addToBlock(record, block.height);
    else this.waiting.add(record.txid);
    return record;
  }

  /** Removes unconfirmed transactions, which one with a higher fee replaces. */
  evict(records: readonly TxRecord[]): void {
    for (const { txid, tx, spent } of records) {
      if (!this.waiting.delete(txid)) continue;
      this.records.delete(txid);
      for (const input of tx.inputs) this.spenders.delete(outpointKey(input.txid, input.vout));
      for (const { script } of [...spent, ...tx.outputs]) this.index(bytesToHex(script)).delete(txid);
    }
  }

  /** Puts the whole mempool into the next block. Returns false if it was empty. */
  mine(height: number, timeSeconds: number): boolean {
    const included = this.mempool();
    for (const record of included) {
      record.block = { height, timeSeconds };
      this.addToBlock(record, height);
    }
    this.waiting.clear();
    return included.length > 0;
  }

  /** Returns what the blocks above `height` hold to the mempool, before what waits there. Returns false if it was nothing. */
  undoAbove(height: number): boolean {
    const first = this.blocks.findLastIndex((block) => block.height <= height) + 1;
    const undone = this.blocks.splice(first).flatMap(({ txids }) => txids);
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const record of this.recordsOf([...undone, ...waiting])) {
      record.block = undefined;
      this.waiting.add(record.txid);
    }
    return undone.length > 0;
  }

  dump(): ChainState {
    return [...this.records.values()].map(({ rawHex, block }) => [
      rawHex,
      block?.height ?? null,
      block?.timeSeconds ?? null,
    ]);
  }

  load(state: ChainState): void {
    for (const [raw, height, timeSeconds] of state)
      this.add(
        decodeTransaction(hexToBytes(raw), this.format),
        height === null || timeSeconds === null ? undefined : { height, timeSeconds },
      );
  }

  private existing(txid: string, vout: number): TxOutput {
    const output = this.output(txid, vout);
    if (!output || this.spender(txid, vout)) throw new Error(`output ${txid}:${vout} is not there to be spent`);
    return output;
  }

  private index(scriptHex: string): Set<string> {
    const known = this.byScript.get(scriptHex);
    if (known) return known;
    const made = new Set<string>();
    this.byScript.set(scriptHex, made);
    return made;
  }

  private addToBlock(record: TxRecord, height: number): void {
    const last = this.blocks.at(-1);
    if (last?.height === height) last.txids.push(record.txid);
    else this.blocks.push({ height, txids: [record.txid] });
  }

  private recordsOf(txids: Iterable<string>): TxRecord[] {
    return [...txids].flatMap((txid) => this.records.get(txid) ?? []);
  }
}
