/**
 * Determines whether a node lags behind its chain. Such a node does not know recent transactions, so its "not found"
 * does not prove that one never happened.
 */
import { chainOf } from '../chains/chains.ts';
import { isWithin } from '../domain/is-within.ts';
import type { EvmClient, Options, SolanaClient } from './chain-clients.ts';
import { blockTimeAnswer, heightAnswer } from './solana-shapes.ts';

/** Clocks, nodes and the propagation of blocks always differ by some seconds. */
const SLACK_MS = 60_000;
/** A chain may miss a few blocks without standing still. */
const MISSED_BLOCKS = 10;
/** A chain that was found behind is asked again after this long, once for all of its swaps. */
const LOOK_AGAIN_MS = 15_000;

type Client = EvmClient | SolanaClient;
/** `headMs` and `lookedAt` are unix ms; `headMs` is undefined where the node did not give its newest block's time. */
type Look = { headMs: number | undefined; lookedAt: number };

const lastLooks = new WeakMap<Client, Look>();

/** The time of the newest block, in unix seconds. @throws what the client's calls throw. */
async function headSeconds(client: Client, options: Options): Promise<number | undefined> {
  if (client.kind === 'solana') {
    const slot = heightAnswer.parse(await client.rpc('getSlot', [{ commitment: 'confirmed' }], options));
    return blockTimeAnswer.parse(await client.rpc('getBlockTime', [slot], options)) ?? undefined;
  }
  return client.blockTime(await client.blockNumber(options), options);
}

/** The age in ms from which on the newest block shows that its node is behind. */
const longestAgeMs = ({ chain }: Client): number => SLACK_MS + MISSED_BLOCKS * chainOf(chain).blockSeconds * 1000;

/**
 * Whether the newest block of the chain's node is far older than the chain's pace allows. As long as the block seen
 * last is young enough, no request is made. A node that does not give its newest block's time does not count as behind.
 *
 * @throws {Error} the signal's reason when it is aborted.
 */
export async function isBehind(client: Client, { now, signal }: { now: () => number } & Options): Promise<boolean> {
  const isYoung = ({ headMs }: Look): boolean => headMs !== undefined && now() - headMs <= longestAgeMs(client);
  const isOld = (look: Look): boolean => look.headMs !== undefined && !isYoung(look);
  const last = lastLooks.get(client);
  if (last && (isYoung(last) || isWithin(LOOK_AGAIN_MS, last.lookedAt, now()))) return isOld(last);
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
