/** Remembers how each provider has answered this process, so that all callers get the same health. */
import type { WireRoute } from '../api/schemas/route.ts';
import type { Amount } from '../domain/amount.ts';
import { percentile } from '../domain/percentile.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import { keepLeast, keepLimit, limitOfRoute, type NamedLimit, type NamedLimits, sortedLimits } from './named-limits.ts';
import { createStandingLog, type StandingLog } from './standing-log.ts';

/** The window of latencies and failures. */
export const WINDOW_MS = 10 * 60_000;
/** A provider whose median quote takes longer is slow, since people wait for it. */
const SLOW_MS = 3000;
/** The number of quotes below which a provider is never called slow. */
const LEAST_FOR_SLOW = 3;
const MOST_CALLS = 2_000;
/** The newest calls, which are kept regardless of their age, since they decide whether the provider answers. */
const LAST_CALLS = 2;

/** Outcomes without a readable answer; every other outcome counts as an answer. */
const SILENT: ReadonlySet<string> = new Set(['providerQuoteTimeout', 'httpError', 'unknownError']);

export type ProviderCall = {
  provider: ProviderId;
  call: 'quote' | 'track' | 'tokens' | 'pauses';
  /** `ok`, an error code, or `abandoned`. */
  outcome: string;
  ms: number;
  /** With `swapAmountTooSmall`: the minimum sell amount, where the provider names it. */
  least?: Amount | undefined;
};

export type Latency = { p50Ms: number; p95Ms: number; quotes: number; failures: number };
export type CallStanding = {
  /** `unknown`: it has never answered. */
  standing: 'answering' | 'slow' | 'silent' | 'unknown';
  /** The median duration of its recent quotes. */
  typicalMs?: number;
  /** Undefined until it has been asked. `since` is unix ms. */
  answering?: { is: boolean; since: number };
};

export type ProviderHealth = {
  /** Records a call to a provider that has ended. */
  called(call: ProviderCall): void;
  /** Reads the provider's minimum and maximum from an offered route. */
  offered(route: WireRoute): void;
  /** Judges a provider by its answers alone; a streaming id shares its upstream's standing. */
  standingOf(provider: ProviderId): CallStanding;
  /** Of this id's own quotes; undefined where it was not asked within the window. */
  latencyOf(provider: ProviderId): Latency | undefined;
  limitsOf(provider: ProviderId): NamedLimit[];
  /** The recorded standings of providers and chains. */
  log: StandingLog;
};

type Call = { provider: ProviderId; at: number; ms: number; isQuote: boolean; silent: boolean };
type Upstream = { calls: Call[]; hasAnswered: boolean; answering?: { is: boolean; since: number } };

/** A streaming id belongs to the same upstream. */
const upstreamOf = (provider: ProviderId): string => provider.replace(/_STREAMING$/, '');

const sortedMs = (calls: readonly Call[]): number[] => calls.map(({ ms }) => ms).sort((a, b) => a - b);

/**
 * A single failure among answers does not count; two in a row, or a failing first call, are silence from the first of
 * them on.
 */
function noteCall(upstream: Upstream, call: Call): void {
  const before = upstream.calls.at(-1);
  upstream.calls.push(call);
  if (!call.silent) upstream.hasAnswered = true;
  const is = !call.silent || before?.silent === false;
  if (upstream.answering?.is === is) return;
  upstream.answering = { is, since: is ? call.at : (before?.at ?? call.at) };
}

/** @param now unix ms. */
export function createProviderHealth(now: () => number): ProviderHealth {
  const upstreams = new Map<string, Upstream>();
  const limits = new Map<ProviderId, NamedLimits>();

  function recordOf(provider: ProviderId): Upstream {
    const known = upstreams.get(upstreamOf(provider)) ?? { calls: [], hasAnswered: false };
    upstreams.set(upstreamOf(provider), known);
    return known;
  }
  function limitsOf(provider: ProviderId): NamedLimits {
    const known = limits.get(provider) ?? new Map<string, NamedLimit>();
    limits.set(provider, known);
    return known;
  }
  function latelyQuoted({ calls }: Upstream): Call[] {
    const from = now() - WINDOW_MS;
    const old = calls.findIndex(({ at }) => at >= from);
    const past = old < 0 ? calls.length : old;
    calls.splice(0, Math.min(Math.max(past, calls.length - MOST_CALLS), Math.max(0, calls.length - LAST_CALLS)));
    return calls.filter(({ at, isQuote }) => isQuote && at >= from);
  }

  return {
    log: createStandingLog(now),
    called({ provider, call, outcome, ms, least }) {
      // The caller left before the answer, so the outcome means nothing.
      if (outcome === 'abandoned') return;
      const upstream = recordOf(provider);
      noteCall(upstream, { provider, at: now(), ms, isQuote: call === 'quote', silent: SILENT.has(outcome) });
      // Not at each call: cutting goes through the whole list.
      if (upstream.calls.length > 2 * MOST_CALLS) latelyQuoted(upstream);
      if (least) keepLeast(limitsOf(provider), least);
    },
    offered(route) {
      const [provider] = route.providers;
      const limit = limitOfRoute(route);
      if (provider !== undefined && limit !== undefined) keepLimit(limitsOf(provider), limit);
    },
    standingOf(provider) {
      const upstream = recordOf(provider);
      const { answering } = upstream;
      if (answering === undefined) return { standing: 'unknown' };
      if (!upstream.hasAnswered) return { standing: 'unknown', answering };
      const times = sortedMs(latelyQuoted(upstream).filter(({ silent }) => !silent));
      const median = percentile(times, 0.5);
      const isSlow = times.length >= LEAST_FOR_SLOW && median !== undefined && median > SLOW_MS;
      return {
        standing: !answering.is ? 'silent' : isSlow ? 'slow' : 'answering',
        ...(median === undefined ? {} : { typicalMs: Math.round(median) }),
        answering,
      };
    },
    latencyOf(provider) {
      const own = latelyQuoted(recordOf(provider)).filter((call) => call.provider === provider);
      const times = sortedMs(own);
      const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
      if (p50 === undefined || p95 === undefined) return undefined;
      const failures = own.filter(({ silent }) => silent).length;
      return { p50Ms: Math.round(p50), p95Ms: Math.round(p95), quotes: own.length, failures };
    },
    limitsOf: (provider) => sortedLimits(limitsOf(provider)),
  };
}
