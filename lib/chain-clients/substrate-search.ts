/**
 * Finds an extrinsic by its hash, which nodes do not index, among the last blocks; each finalized block is read once.
 */

import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { remember } from '../domain/remember.ts';
import type { Options } from './chain-clients.ts';

/** Blocks of a quarter of an hour. */
const SEARCHED_BLOCKS = 150;
const AT_ONCE = 10;
const REMEMBERED = 50_000;

export const extrinsicHash = (bytes: Uint8Array): string => `0x${bytesToHex(blake2b(bytes, { dkLen: 32 }))}`;

export type SearchDeps = {
  heights(options?: Options): Promise<{ best: number; finalized: number }>;
  /** The extrinsics of a block; undefined where no block has that number. */
  extrinsicsOf(block: number, options?: Options): Promise<Uint8Array[] | undefined>;
};

/** Finds the `block-index` of a 0x hash; undefined where none of the last blocks contains it. */
export function createExtrinsicSearch({ heights, extrinsicsOf }: SearchDeps) {
  const known = new Map<string, string>();
  /** Every finalized block up to this one, as far back as the search goes, has been read. */
  let readTo = 0;

  /** Remembers a finalized block's extrinsics; the `block-index` of `hash` where the block contains it. */
  function searchBlock(hash: string, number: number, extrinsics: readonly Uint8Array[], isFinal: boolean) {
    let found: string | undefined;
    for (const [index, bytes] of extrinsics.entries()) {
      const [own, id] = [extrinsicHash(bytes), `${number}-${index}`];
      if (own === hash) found = id;
      if (isFinal) remember(known, own, id, REMEMBERED);
    }
    return found;
  }

  async function scan(hash: string, options?: Options): Promise<string | undefined> {
    const { best, finalized } = await heights(options);
    let found: string | undefined;
    /** The last of the finalized blocks without a gap: a block that a lagging node lacked is requested again. */
    let read: number | undefined;
    const first = Math.max(best - SEARCHED_BLOCKS + 1, readTo + 1, 0);
    for (let from = first; from <= best; from += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, best - from + 1) }, (_, at) => from + at);
      const blocks = await Promise.all(numbers.map((number) => extrinsicsOf(number, options)));
      for (const [at, number] of numbers.entries()) {
        const extrinsics = blocks[at];
        if (extrinsics === undefined) continue;
        const isFinal = number <= finalized;
        if (isFinal && (read === undefined || read === number - 1)) read = number;
        found = searchBlock(hash, number, extrinsics, isFinal) ?? found;
      }
    }
    readTo = Math.max(readTo, read ?? 0);
    return found;
  }

  let running: Promise<unknown> | undefined;
  return async (hash: string, options?: Options): Promise<string | undefined> => {
    // Concurrent searches wait for the scan under way.
    if (running && !known.has(hash)) await running.catch(() => undefined);
    const before = known.get(hash);
    if (before !== undefined) return before;
    const scanning = scan(hash, options);
    running = scanning;
    return scanning;
  };
}
