/** Keeps every transaction that landed, for good, and writes with each new one only the last few again. */
import { z } from 'zod';
import type { World } from '../ledger.ts';
import { recordSchema, type TxRecord } from './tx-record.ts';

/** Transactions of one file. */
const FILE_LENGTH = 50;

export const historySchema = z.object({ files: z.number().int(), recent: z.array(recordSchema) });
export type HistoryState = z.infer<typeof historySchema>;

export class TxHistory {
  readonly #world: World;
  readonly #bySignature = new Map<string, TxRecord>();
  readonly #byAddress = new Map<string, TxRecord[]>();
  /** Ascending by slot, one transaction a slot. */
  readonly #all: TxRecord[] = [];
  #recent: TxRecord[] = [];
  #files = 0;

  constructor(world: World) {
    this.#world = world;
  }

  get(signature: string): TxRecord | undefined {
    return this.#bySignature.get(signature);
  }

  /** Oldest first. */
  of(address: string): readonly TxRecord[] {
    return this.#byAddress.get(address) ?? [];
  }

  /** Of slots above `slot`, oldest first. */
  above(slot: number): TxRecord[] {
    return this.#all.slice(this.#all.findLastIndex((record) => record.slot <= slot) + 1);
  }

  /** What `dump` answers next holds the transaction; a full file is on disk before that. */
  add(record: TxRecord): void {
    if (this.#recent.length >= FILE_LENGTH) {
      const full = this.#recent;
      // A kill may have left the same file behind; what counts stands in the part that names it.
      this.#world.persist({ name: this.#file(this.#files), dump: () => full, load: () => undefined }).flush();
      this.#files += 1;
      this.#recent = [];
    }
    this.#recent.push(record);
    this.#index(record);
  }

  dump(): HistoryState {
    return { files: this.#files, recent: this.#recent };
  }

  load({ files, recent }: HistoryState): void {
    this.#files = files;
    this.#recent = recent;
    for (let number = 0; number < files; number += 1) {
      const load = (state: unknown): void => {
        for (const record of z.array(recordSchema).parse(state)) this.#index(record);
      };
      this.#world.persist({ name: this.#file(number), dump: () => [], load });
    }
    for (const record of recent) this.#index(record);
  }

  #file = (number: number): string => `solana-history-${number}`;

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
