/** Reads an order once for all requests of the same moment. */
import { isWithin } from '../../domain/is-within.ts';
import { timeLimit } from '../../domain/time-limit.ts';
import { orAborted } from '../../domain/waiting.ts';

export type SharedReads = {
  /** The answer of `read`, or its recent one; a failure goes to those who wait and is not kept. */
  read<T>(key: string, read: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
};

/** Shorter than the shortest interval between two looks at one swap, so that every look reads fresh data. */
const SAME_MOMENT_MS = 1500;
/** A look takes no longer. */
const READ_MS = 20_000;

/** `at`: when it was answered; undefined while it is under way. */
type Read = { at: number | undefined; value: Promise<unknown> };

export function createSharedReads(now: () => number): SharedReads {
  const reads = new Map<string, Read>();
  const isOld = (at: number | undefined) => at !== undefined && !isWithin(SAME_MOMENT_MS, at, now());
  const forgetOld = () => {
    for (const [key, { at }] of reads) if (isOld(at)) reads.delete(key);
  };
  return {
    async read<T>(key: string, read: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) {
      forgetOld();
      const known = reads.get(key);
      // A key is only ever given the same kind of read.
      if (known) return orAborted(known.value as Promise<T>, signal);
      // The first caller may leave; the others still wait.
      const value = Promise.resolve().then(() => read(timeLimit(READ_MS)));
      const entry: Read = { at: undefined, value };
      reads.set(key, entry);
      value.then(
        () => {
          entry.at = now();
        },
        () => {
          if (reads.get(key) === entry) reads.delete(key);
        },
      );
      return orAborted(value, signal);
    },
  };
}
