/**
 * Tells whether a node is behind its chain: it then answers that it knows nothing of what was mined lately, and that is
 * no word on whether it happened.
 */
import { chainOf } from '../chains/chains.ts';
import type { EvmClient, Options, SolanaClient } from './chain-clients.ts';
import { blockTimeAnswer, heightAnswer } from './solana-shapes.ts';

/** Nodes, clocks and services that spread blocks are some seconds apart at all times. */
const SLACK_MS = 60_000;
/** A chain may miss a few blocks without standing still. */
const MISSED_BLOCKS = 10;
/** A chain that was found behind is looked at again after this long: all its swaps together cost that, not each one. */
const LOOK_AGAIN_MS = 15_000;

type Client = EvmClient | SolanaClient;
/** `headMs` and `lookedAt` are Unix ms; `headMs` is undefined where the node did not tell its newest block's time. */
type Look = { headMs: number | undefined; lookedAt: number };

const lastLooks = new WeakMap<Client, Look>();

/** Seconds of the newest block. @throws as the client's calls do. */
async function headSeconds(client: Client, options: Options): Promise<number | undefined> {
  if (client.kind === 'solana') {
    const slot = heightAnswer.parse(await client.rpc('getSlot', [{ commitment: 'confirmed' }], options));
    return blockTimeAnswer.parse(await client.rpc('getBlockTime', [slot], options)) ?? undefined;
  }
  return client.blockTime(await client.blockNumber(options), options);
}

/** Ms since the newest block was made from which on its node counts as behind. */
const longestAgeMs = ({ chain }: Client): number => SLACK_MS + MISSED_BLOCKS * chainOf(chain).blockSeconds * 1000;

/**
 * Whether the newest block that the chain's node has is far older than the chain's pace allows. As long as the block
 * that was seen last is young enough this asks nobody. A node that does not tell is not known to be behind.
 *
 * @throws {Error} the signal's reason, where it was given up.
 */
export async function isBehind(client: Client, { now, signal }: { now: () => number } & Options): Promise<boolean> {
  const isYoung = ({ headMs }: Look): boolean => headMs !== undefined && now() - headMs <= longestAgeMs(client);
  const isOld = (look: Look): boolean => look.headMs !== undefined && !isYoung(look);
  const last = lastLooks.get(client);
  if (last && (isYoung(last) || Math.abs(now() - last.lookedAt) < LOOK_AGAIN_MS)) return isOld(last);
  let seconds: number | undefined;
  try {
    seconds = await headSeconds(client, signal ? { signal } : {});
  } catch (error) {
    if (signal?.aborted) throw error;
  }
  const look: Look = { headMs: seconds === undefined ? undefined : seconds * 1000, lookedAt: now() };
  lastLooks.set(client, look);
  return isOld(look);
}
