/**
 * Bounds what a chain's saved state keeps of the past, so that a sandbox that runs for weeks stays small: balances and
 * contracts stay complete, old blocks are dropped. A node loads such a state and continues from it.
 */
import { z } from 'zod';

/** Blocks that stay, with any content: hours at rest, and far more than anything counts as confirmations. */
const NEWEST_BLOCKS = 1_000;
/** Further blocks that stay for their transactions. */
const BLOCKS_WITH_TRANSACTIONS = 500;

/** Of anvil's state (`anvil_dumpState`), the two lists that grow with every block. */
const stateSchema = z.looseObject({
  blocks: z.array(z.looseObject({ header: z.looseObject({ number: z.string(), hash: z.string().optional() }) })),
  transactions: z.array(z.looseObject({ block_number: z.union([z.number(), z.string()]) })),
});
type State = z.output<typeof stateSchema>;

/** Heights that stay. */
function keptHeights({ blocks, transactions }: State): Set<number> {
  const heights = blocks.map(({ header }) => Number(header.number)).sort((a, b) => a - b);
  const busy = [...new Set(transactions.map((one) => Number(one.block_number)))].sort((a, b) => a - b);
  return new Set([...heights.slice(-NEWEST_BLOCKS), ...busy.slice(-BLOCKS_WITH_TRANSACTIONS)]);
}

/**
 * @param state as anvil dumps it, unpacked.
 * @returns `state` as it is stored, and the heights whose blocks went with their transactions.
 */
export function boundedState(state: Buffer): { state: Uint8Array; isDropped: (height: number) => boolean } {
  const whole = { state, isDropped: () => false };
  const text = state.toString();
  const parsed: unknown = JSON.parse(text);
  // A number that JavaScript cannot hold would be another one afterwards.
  if (JSON.stringify(parsed) !== text) return whole;
  const read = stateSchema.parse(parsed);
  const kept = keptHeights(read);
  if (kept.size >= read.blocks.length) return whole;
  const smaller = {
    ...read,
    blocks: read.blocks.filter(({ header }) => kept.has(Number(header.number))),
    transactions: read.transactions.filter((one) => kept.has(Number(one.block_number))),
  };
  return { state: Buffer.from(JSON.stringify(smaller)), isDropped: (height) => !kept.has(height) };
}
