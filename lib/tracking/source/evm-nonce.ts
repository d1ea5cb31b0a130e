/** Finds the transaction that used a sender's nonce, once it is deep enough to stay. */
import { z } from 'zod';
import type { EvmClient, Options } from '../../chain-clients/chain-clients.ts';

const MAX_STEPS = 40;
/** Nodes keep the state of few blocks but the blocks themselves: at most this many are read where the state is gone. */
const MAX_BLOCKS_READ = 512;
const READ_AT_ONCE = 16;

const count = z.string().regex(/^0x[0-9a-f]+$/i);
const blockSchema = z
  .object({ transactions: z.array(z.object({ hash: z.string(), from: z.string(), nonce: count })) })
  .nullable();

const tag = (block: number): string => `0x${block.toString(16)}`;

/** `block`: the nonce was still free after it. `depth`: confirmations that count as final. */
export type NonceQuestion = { from: string; nonce: number; block: number; depth: number };

/**
 * Undefined while the nonce is free at that depth. `hash` is absent when the nodes no longer know which block used
 * it. @throws {ChainUnavailable}
 */
export async function findByNonce(
  client: EvmClient,
  { from, nonce, block, depth }: NonceQuestion,
  options: Options,
): Promise<{ hash?: string } | undefined> {
  const usedAfter = async (at: number): Promise<boolean> =>
    Number(count.parse(await client.rpc('eth_getTransactionCount', [from, tag(at)], options))) > nonce;
  const tip = (await client.blockNumber(options)) - depth + 1;
  if (tip < 0 || !(await usedAfter(tip))) return undefined;
  const takenIn = async (height: number): Promise<string | undefined> => {
    const raw = blockSchema.parse(await client.rpc('eth_getBlockByNumber', [tag(height), true], options));
    return raw?.transactions
      .find((tx) => tx.from.toLowerCase() === from.toLowerCase() && Number(tx.nonce) === nonce)
      ?.hash.toLowerCase();
  };
  let low = Math.min(block, tip);
  let high = tip;
  const narrow = async (): Promise<void> => {
    for (let step = 0; high - low > 1 && step < MAX_STEPS; step += 1) {
      const middle = Math.floor((low + high) / 2);
      if (await usedAfter(middle)) high = middle;
      else low = middle;
    }
  };
  const orGone = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof Error && error.name === 'ChainUnavailable') throw error;
      return undefined;
    }
  };
  await orGone(narrow);
  const first = Math.min(high, Math.max(low + 1, high - MAX_BLOCKS_READ + 1));
  const hash = await orGone(() => firstOf(heights(first, high), takenIn));
  return hash === undefined ? {} : { hash };
}

const heights = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The first answer that is not undefined, with a few questions under way at once. */
async function firstOf<T>(items: number[], ask: (item: number) => Promise<T | undefined>): Promise<T | undefined> {
  for (let at = 0; at < items.length; at += READ_AT_ONCE) {
    const answers = await Promise.all(items.slice(at, at + READ_AT_ONCE).map(ask));
    const found = answers.find((answer) => answer !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}
