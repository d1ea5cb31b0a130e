/** Makes the checks before the use cases: keys, limits, usage, and the operator's switches. */
import type { Settings } from '../config/env.ts';
import type { LimitStore } from '../db/limit-store.ts';
import type { Store } from '../db/store.ts';
import { type Authenticator, createAuthenticator } from '../http/authenticate.ts';
import { type Caller, callerKey } from '../http/caller.ts';
import { type ConcurrencyLimit, createConcurrencyLimit } from '../http/concurrency-limit.ts';
import { createKeyRing, type KeyRing } from '../http/key-ring.ts';
import { createPagePasses, type PagePasses } from '../http/page-pass.ts';
import { createRateLimits } from '../http/rate-limits.ts';
import { createRedisLimits } from '../http/redis-limits.ts';
import { createUsageCounter, type UsageCounter } from '../http/usage-counter.ts';
import { createKillSwitches, type KillSwitches } from './kill-switches.ts';

export type AccessControl = {
  authenticator: Authenticator;
  keys: KeyRing;
  passes: PagePasses;
  usage: UsageCounter;
  /** Limits what callers have under way at once. */
  concurrency: ConcurrencyLimit;
  /** Limits the event streams that callers have open. */
  streams: { take(caller: Caller): () => void };
  killSwitches: KillSwitches;
  /** Writes usage every few seconds and clears old windows, until it is stopped, which writes the rest. */
  start(): void;
  stop(): Promise<void>;
};

export type AccessControlDeps = {
  settings: Pick<Settings, 'access'> & { network: Pick<Settings['network'], 'name'> };
  store: Store;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

/** One caller may have at most one in this many of all requests under way. */
const LARGEST_SHARE = 4;
const FLUSH_EVERY_MS = 10_000;
const CLEAR_EVERY_MS = 3_600_000;

const nothingToClose = async () => undefined;

function limitStoreOf({ settings, store }: AccessControlDeps): { limits: LimitStore; close: () => Promise<void> } {
  const { redisUrl } = settings.access;
  if (redisUrl === undefined) return { limits: store, close: nothingToClose };
  const redis = createRedisLimits(redisUrl, `portage:${settings.network.name}`);
  return { limits: redis, close: async () => redis.close() };
}

export function createAccessControl(deps: AccessControlDeps): AccessControl {
  const { settings, store, now, log } = deps;
  const { access } = settings;
  const shared = limitStoreOf(deps);
  const passes = createPagePasses({ secret: () => store.sharedSecret('page pass'), now });
  const keys = createKeyRing({ store, required: access.keysRequired, passes, now, log });
  const usage = createUsageCounter({ store, now, log });
  const { quotesAtOnce: atOnce } = access;
  const streams = createConcurrencyLimit({ ...access.streams, what: 'event streams' });
  const streamsOfIntegrator = Math.max(access.streams.perCaller, Math.floor(access.streams.atOnce / LARGEST_SHARE));
  const limits = createRateLimits({ store: shared.limits, now, log });
  const timers: ReturnType<typeof setInterval>[] = [];
  const every = (ms: number, work: () => Promise<void>) => {
    const fault = (error: unknown) => log({ event: 'unexpected', error: String(error) });
    timers.push(setInterval(() => void work().catch(fault), ms).unref());
  };
  return {
    authenticator: createAuthenticator({ keys, limits, usage, points: access.pointsPerMinute }),
    keys,
    passes,
    usage,
    concurrency: createConcurrencyLimit({
      atOnce,
      perCaller: Math.max(1, Math.floor(atOnce / LARGEST_SHARE)),
      what: 'quotes',
    }),
    streams: {
      take: (caller) => streams.take(callerKey(caller), caller.kind === 'integrator' ? streamsOfIntegrator : undefined),
    },
    killSwitches: createKillSwitches({ store, now, log }),
    start() {
      every(FLUSH_EVERY_MS, () => usage.flush());
      every(CLEAR_EVERY_MS, () => store.clearRateWindows(now() - CLEAR_EVERY_MS));
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      await usage.flush();
      await shared.close();
    },
  };
}
