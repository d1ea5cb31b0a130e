/**
 * Stores a chain on disk as a snapshot and a journal of everything after it, in generations: whenever it is killed, one
 * complete generation is left to start from.
 */
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parse, stringify } from '../../domain/json.ts';
import { writeAtomically } from '../world/atomic-file.ts';

/** One change to the chain, with everything needed to repeat it. */
export type Entry =
  | { kind: 'raw'; hash: string; raw: string }
  /** The node refused the transaction with this hash after all. */
  | { kind: 'refused'; hash: string }
  /** `blocks` mined at Unix second `time`. */
  | { kind: 'mine'; blocks: number; time: number }
  /** Empty blocks of Unix second `time` replace the last ones, whose transactions wait for a block again. */
  | { kind: 'fork'; blocks: number; time: number }
  /** State changes that no public chain allows (`anvil_setBalance`), in any order. */
  | { kind: 'write'; calls: [method: string, params: unknown[]][] }
  /** A vault's payout, once per key. */
  | { kind: 'payout'; key: string; hash: string; raw: string; gasBaseUnits: bigint }
  | { kind: 'vault'; name: string };

export type ChainFiles = {
  /** The newest complete generation; undefined in a new folder. */
  load(): { statePath: string; meta: unknown; entries: Entry[] } | undefined;
  append(entry: Entry): void;
  /** The number of entries since the last snapshot. */
  length(): number;
  /** Begins a generation; the previous one is deleted once this one is complete. */
  snapshot(state: Uint8Array, meta: unknown): void;
  close(): void;
};

const ENTRY = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('raw'), hash: z.string(), raw: z.string() }),
  z.object({ kind: z.literal('refused'), hash: z.string() }),
  z.object({ kind: z.literal('mine'), blocks: z.number(), time: z.number() }),
  z.object({ kind: z.literal('fork'), blocks: z.number(), time: z.number() }),
  z.object({ kind: z.literal('write'), calls: z.array(z.tuple([z.string(), z.array(z.unknown())])) }),
  z.object({
    kind: z.literal('payout'),
    key: z.string(),
    hash: z.string(),
    raw: z.string(),
    gasBaseUnits: z.bigint(),
  }),
  z.object({ kind: z.literal('vault'), name: z.string() }),
]);

/**
 * Reads complete lines only. A kill may cut the last one off; its change was not answered yet, and the rest of the line
 * is removed.
 */
function readJournal(path: string): Entry[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  if (complete.length < text.length) writeAtomically(path, complete);
  return complete
    .split('\n')
    .filter(Boolean)
    .map((line) => ENTRY.parse(parse(line)));
}

export function createChainFiles(folder: string, name: string): ChainFiles {
  mkdirSync(folder, { recursive: true });
  const path = (generation: number, what: string): string => join(folder, `${name}.${generation}.${what}`);
  const generations = (): number[] =>
    readdirSync(folder)
      .map((file) => new RegExp(`^${name}\\.(\\d+)\\.meta$`).exec(file)?.[1])
      .filter((digits) => digits !== undefined)
      .map(Number);
  let generation = Math.max(0, ...generations());
  let journal: number | undefined;
  let count = 0;

  const clean = (): void => {
    for (const file of readdirSync(folder))
      if (file.startsWith(`${name}.`) && !file.startsWith(`${name}.${generation}.`)) rmSync(join(folder, file));
  };
  const open = (): number => {
    journal ??= openSync(path(generation, 'journal'), 'a');
    return journal;
  };
  const close = (): void => {
    if (journal !== undefined) closeSync(journal);
    journal = undefined;
  };

  return {
    load() {
      clean();
      if (generation === 0) return undefined;
      const entries = readJournal(path(generation, 'journal'));
      count = entries.length;
      return {
        statePath: path(generation, 'state'),
        meta: parse(readFileSync(path(generation, 'meta'), 'utf8')),
        entries,
      };
    },
    append(entry) {
      writeSync(open(), `${stringify(entry)}\n`);
      count += 1;
    },
    length: () => count,
    snapshot(state, meta) {
      close();
      writeAtomically(path(generation + 1, 'state'), state);
      writeAtomically(path(generation + 1, 'meta'), stringify(meta));
      generation += 1;
      count = 0;
      clean();
    },
    close,
  };
}
