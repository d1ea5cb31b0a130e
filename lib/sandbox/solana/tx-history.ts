/** Stores every executed transaction permanently; a new one rewrites only the file of the most recent ones. */
import type { World } from '../ledger.ts';
import { RecordFiles, type RecordsState, recordsSchema } from '../world/record-files.ts';
import { recordSchema, type TxRecord } from './tx-record.ts';

export const historySchema = recordsSchema(recordSchema);
export type HistoryState = RecordsState<TxRecord>;

export class TxHistory {
  readonly #files: RecordFiles<TxRecord>;
  readonly #bySignature = new Map<string, TxRecord>();
  readonly #byAddress = new Map<string, TxRecord[]>();
  /** Ascending by slot, one transaction per slot. */
  readonly #all: TxRecord[] = [];

  constructor(world: World) {
    this.#files = new RecordFiles(world, 'solana-history', recordSchema, (record) => this.#index(record));
  }

  get(signature: string): TxRecord | undefined {
    return this.#bySignature.get(signature);
  }

  /** Oldest first. */
  of(address: string): readonly TxRecord[] {
    return this.#byAddress.get(address) ?? [];
  }

  /** The transactions of slots above `slot`, oldest first. */
  above(slot: number): TxRecord[] {
    return this.#all.slice(this.#all.findLastIndex((record) => record.slot <= slot) + 1);
  }

  /** The next `dump` contains the record. */
  add(record: TxRecord): void {
    this.#files.add(record);
  }

  dump(): HistoryState {
    return this.#files.dump();
  }

  load(state: HistoryState): void {
    this.#files.load(state);
  }

  #index(record: TxRecord): void {
    this.#all.push(record);
    this.#bySignature.set(record.signature, record);
    for (const address of new Set(record.keys)) {
      const list = this.#byAddress.get(address);
      if (list) list.push(record);
      else this.#byAddress.set(address, [record]);
    }
  }
}
