/** Keeps the sandbox's whole world in this process and puts it behind `fetch`: no ports, no processes, no files. */
import type { Fetch, Fetched } from '../../lib/chain-clients/pooled-fetch.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { EvmHost, EvmLedger } from '../../lib/sandbox/evm/evm-ledger.ts';
import { createGates, populate } from '../../lib/sandbox/start-world.ts';
import type { TimeSource } from '../../lib/sandbox/world/clock.ts';
import { answerService } from '../../lib/sandbox/world/http-server.ts';
import type { StateFiles } from '../../lib/sandbox/world/state-files.ts';
import { createWorld, type RunningWorld } from '../../lib/sandbox/world/world.ts';
import { LocalNode } from './evm/local-node.ts';
import type { Random } from './random.ts';
import { during, now, sleep } from './virtual-time.ts';

export const PORT = 4780;
export const WORLD_URL = `http://127.0.0.1:${PORT}`;
/** Chain seconds per second: a swap takes a few seconds, so that a client looks at it a few times. */
const SPEED = 1200;

/** Nothing outlives a simulated world. */
const noStates: StateFiles = {
  persist: () => ({ touch: () => undefined, flush: () => undefined }),
  flushAll: () => undefined,
  abandon: () => undefined,
};
/** Upstreams have clocks of their own: a jump of the product's moves none of theirs. */
const ownTime: TimeSource = { wall: now, monotonic: now };
const localHost: EvmHost = {
  startNode: ({ chainId }) => LocalNode.start(chainId),
  files: () => ({
    load: () => undefined,
    append: () => undefined,
    length: () => 0,
    snapshot: () => undefined,
    close: () => undefined,
  }),
};

export type EmulatedWorld = {
  world: RunningWorld;
  evm: ReadonlyMap<ChainId, EvmLedger>;
  fetch: Fetch;
  /** What went wrong inside the world itself; a simulation with any is no proof. */
  errors: Record<string, unknown>[];
  control(action: string, body: unknown): Promise<unknown>;
};

const never = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const reset = (): Error => Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' });

/** Most answers come at once; a few late, so that requests overtake each other. */
const latencyMs = (random: Random): number => (random.chance(3) ? random.between(500, 3000) : random.between(1, 60));

export async function createEmulatedWorld(seed: string, folder: string, random: Random): Promise<EmulatedWorld> {
  const errors: Record<string, unknown>[] = [];
  const log = (event: Record<string, unknown>) => void (event.level === 'error' && errors.push(event));
  const world = createWorld({ folder, seed, speed: SPEED, log, states: noStates, time: ownTime });
  const gates = createGates();
  const evm: EvmLedger[] = [];
  await populate(world, localHost, gates, evm);

  const fetch: Fetch = async (url, init) => {
    init.signal?.throwIfAborted();
    const { port, pathname, searchParams } = new URL(url);
    const [first, second] = gates;
    const { method, headers, body = '' } = init;
    await Promise.race([sleep(latencyMs(random)), ...(init.signal ? [never(init.signal)] : [])]);
    const request = { method, path: pathname, query: searchParams, body, headers };
    const outcome = await answerService(world, Number(port) === PORT ? first : second, request);
    if (outcome.kind === 'reset') throw reset();
    if (outcome.kind === 'hang') return never(init.signal);
    const { status, headers: told = {}, body: text } = outcome.answer;
    const known = new Map(Object.entries(told).map(([name, value]) => [name.toLowerCase(), value]));
    return {
      status,
      headers: { get: (name) => known.get(name.toLowerCase()) ?? null, has: (name) => known.has(name.toLowerCase()) },
      text: async () => text,
    } satisfies Fetched;
  };

  return {
    world,
    evm: new Map(evm.map((ledger) => [ledger.chain, ledger])),
    fetch,
    errors,
    async control(action, body) {
      const handler = world.controls.get(action);
      if (handler === undefined) throw new Error(`the world has no action ${action}`);
      return during(Promise.resolve(handler(body)));
    },
  };
}
