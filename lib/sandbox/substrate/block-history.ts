/** Stores every block with a signed extrinsic permanently; a new one rewrites only the file of the most recent ones. */
import { z } from 'zod';
import type { World } from '../ledger.ts';
import { RecordFiles, type RecordsState, recordsSchema } from '../world/record-files.ts';

const movementSchema = z.object({
  from: z.string(),
  to: z.string(),
  assetId: z.number().optional(),
  amount: z.bigint(),
});
const extrinsicSchema = z.object({
  hex: z.string(),
  hash: z.string(),
  signer: z.string(),
  failed: z.string().optional(),
  fee: z.bigint(),
  movements: z.array(movementSchema),
});
export const blockSchema = z.object({
  number: z.number().int(),
  /** Unix milliseconds. */
  time: z.number(),
  /** The signed ones; the inherent that sets the time precedes them. */
  extrinsics: z.array(extrinsicSchema),
  /** System.Events, hex. */
  events: z.string(),
});
export const historySchema = recordsSchema(blockSchema);
export type ExtrinsicRecord = z.infer<typeof extrinsicSchema>;
export type BlockRecord = z.infer<typeof blockSchema>;
export type HistoryState = RecordsState<BlockRecord>;

/** The index of the first signed extrinsic in its block. */
export const FIRST_SIGNED = 1;
export const idOf = (block: BlockRecord, at: number): string => `${block.number}-${at + FIRST_SIGNED}`;

export class BlockHistory {
  readonly #files: RecordFiles<BlockRecord>;
  /** Ascending. */
  readonly #all: BlockRecord[] = [];
  readonly #byNumber = new Map<number, BlockRecord>();
  readonly #blockOf = new Map<string, number>();

  constructor(world: World) {
    this.#files = new RecordFiles(world, 'dot-history', blockSchema, (record) => this.#index(record));
  }

  get(number: number): BlockRecord | undefined {
    return this.#byNumber.get(number);
  }

  last(): BlockRecord | undefined {
    return this.#all.at(-1);
  }

  numbers(): number[] {
    return this.#all.map(({ number }) => number);
  }

  /** Oldest first. */
  above(number: number): BlockRecord[] {
    return this.#all.slice(this.#all.findLastIndex((block) => block.number <= number) + 1);
  }

  lastWith(wanted: (extrinsic: ExtrinsicRecord) => boolean): { block: BlockRecord; at: number } | undefined {
    const block = this.#all.findLast(({ extrinsics }) => extrinsics.some(wanted));
    return block && { block, at: block.extrinsics.findLastIndex(wanted) };
  }

  /** The height of an extrinsic, by its 0x hash or its `block-index`. */
  heightOf(name: string): number | undefined {
    const [, number, index] = /^(\d+)-(\d+)$/.exec(name) ?? [];
    if (number === undefined) return this.#blockOf.get(name.toLowerCase());
    const at = Number(index) - FIRST_SIGNED;
    return this.get(Number(number))?.extrinsics[at] ? Number(number) : undefined;
  }

  /** The next `dump` contains the block. */
  add(block: BlockRecord): void {
    this.#files.add(block);
  }

  dump(): HistoryState {
    return this.#files.dump();
  }

  load(state: HistoryState): void {
    this.#files.load(state);
  }

  #index(block: BlockRecord): void {
    this.#all.push(block);
    this.#byNumber.set(block.number, block);
    for (const { hash } of block.extrinsics) this.#blockOf.set(hash, block.number);
  }
}
