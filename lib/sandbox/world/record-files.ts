/** Stores a growing list permanently; adding a record rewrites only the file of the most recent ones. */
import { z } from 'zod';
import type { World } from '../ledger.ts';

/** The number of records per file. */
const FILE_LENGTH = 50;

export type RecordsState<T> = { files: number; recent: T[] };

export const recordsSchema = <T>(record: z.ZodType<T>) =>
  z.object({ files: z.number().int(), recent: z.array(record) });

export class RecordFiles<T> {
  readonly #world: World;
  readonly #name: string;
  readonly #schema: z.ZodType<T>;
  readonly #index: (record: T) => void;
  #recent: T[] = [];
  #files = 0;

  /** @param index called once for each record, in order, when it is added or loaded. */
  constructor(world: World, name: string, schema: z.ZodType<T>, index: (record: T) => void) {
    this.#world = world;
    this.#name = name;
    this.#schema = schema;
    this.#index = index;
  }

  /** The next `dump` contains the record; a full file is on disk before that. */
  add(record: T): void {
    if (this.#recent.length >= FILE_LENGTH) {
      const full = this.#recent;
      // A kill may have left this file behind already; it counts only once the state refers to it.
      this.#world.persist({ name: this.#file(this.#files), dump: () => full, load: () => undefined }).flush();
      this.#files += 1;
      this.#recent = [];
    }
    this.#recent.push(record);
    this.#index(record);
  }

  dump(): RecordsState<T> {
    return { files: this.#files, recent: this.#recent };
  }

  load({ files, recent }: RecordsState<T>): void {
    this.#files = files;
    this.#recent = recent;
    for (let number = 0; number < files; number += 1) {
      const load = (state: unknown): void => {
        for (const record of z.array(this.#schema).parse(state)) this.#index(record);
      };
      this.#world.persist({ name: this.#file(number), dump: () => [], load });
    }
    for (const record of recent) this.#index(record);
  }

  #file = (number: number): string => `${this.#name}-${number}`;
}
