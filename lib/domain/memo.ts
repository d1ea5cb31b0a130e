/** Measures memos as chains do: in bytes of UTF-8, not in characters. */
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** The length of a memo in a transaction, in bytes. */
export const memoBytes = (memo: string): number => utf8ToBytes(memo).length;

/** Whether a memo fits into `limitBytes`. A memo that does not fit is never cut. */
export const fitsMemo = (limitBytes: number, memo: string): boolean => memoBytes(memo) <= limitBytes;
