/**
 * Splits a memo that does not fit an OP_RETURN: 79 bytes and `^` in it, the rest in hashes of addresses without an
 * owner.
 */
import { OP_RETURN_LIMIT } from './chain-rules.ts';

const CHUNK_BYTES = 20;
const MOST_CHUNKS = 8;
const CARET = 0x5e;
/** Source: constants/constants.go MaxMemoSizeUtxoExtended. */
export const LONGEST_MEMO_BYTES = OP_RETURN_LIMIT - 1 + MOST_CHUNKS * CHUNK_BYTES;

/** Source: x/thorchain/querier_quotes.go splitMemo: 79 bytes and `^`, then 20 bytes each, the last padded with zeros. */
export function splitMemo(memo: string): Uint8Array[] {
  const bytes = new TextEncoder().encode(memo);
  if (bytes.length <= OP_RETURN_LIMIT) return [bytes];
  const chunks = [Uint8Array.from([...bytes.slice(0, OP_RETURN_LIMIT - 1), CARET])];
  for (let at = OP_RETURN_LIMIT - 1; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    chunk.set(bytes.slice(at, at + CHUNK_BYTES));
    chunks.push(chunk);
  }
  return chunks;
}
