/** Finds the transaction that used a sender's nonce, once it is deep enough to stay. */
import { z } from 'zod';
import type { EvmClient, Options } from '../../chain-clients/chain-clients.ts';

/** Nodes keep the state of some 128 blocks; further back only archives answer. */
const MAX_STEPS = 40;

const count = z.string().regex(/^0x[0-9a-f]+$/i);
const blockSchema = z
  .object({ transactions: z.array(z.object({ hash: z.string(), from: z.string(), nonce: count })) })
  .nullable();

const tag = (block: number): string => `0x${block.toString(16)}`;

/** `block`: the nonce was still free after it. `depth`: confirmations that count as for good. */
export type NonceQuestion = { from: string; nonce: number; block: number; depth: number };

/**
 * Undefined while the nonce is free at that depth. `hash` is absent where the nodes no longer tell which block it was.
 * @throws {ChainUnavailable}
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
  try {
    let low = Math.min(block, tip);
    let high = tip;
    for (let step = 0; high - low > 1 && step < MAX_STEPS; step += 1) {
      const middle = Math.floor((low + high) / 2);
      if (await usedAfter(middle)) high = middle;
      else low = middle;
    }
    const raw = blockSchema.parse(await client.rpc('eth_getBlockByNumber', [tag(high), true], options));
    const taken = raw?.transactions.find(
      (tx) => tx.from.toLowerCase() === from.toLowerCase() && Number(tx.nonce) === nonce,
    );
    return taken ? { hash: taken.hash.toLowerCase() } : {};
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof Error && error.name === 'ChainUnavailable') throw error;
    return {};
  }
}
