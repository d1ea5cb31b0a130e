/** Measures memos the way chains do: in bytes of UTF-8, never in characters. */
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Bytes of the memo as it stands in a transaction. */
export const memoBytes = (memo: string): number => utf8ToBytes(memo).length;

/** Whether the memo may be sent where a chain carries `limitBytes` at most. A memo that does not fit is never cut. */
export const fitsMemo = (limitBytes: number, memo: string): boolean => memoBytes(memo) <= limitBytes;
