/** Remembers, for this process, how the providers have answered lately: how fast, since when, and which limits they named. */
import type { WireRoute } from '../api/schemas/route.ts';
import { type Amount, formatAmount } from '../domain/amount.ts';
import { formatAsset } from '../domain/asset.ts';
import type { ProviderErrorCode } from '../domain/errors.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { ProviderAsked } from '../quote/ask-providers.ts';

/** How far latencies look back. */
export const WINDOW_MS = 5 * 60_000;
const MOST_ENTRIES = 2_000;
/** Of assets per provider; the one that was heard of longest ago makes room. */
const MOST_LIMITS = 200;

/** With these there was no answer at all, or none that could be read; every other code is an answer. */
const SILENT: ReadonlySet<ProviderErrorCode> = new Set(['providerQuoteTimeout', 'httpError', 'unknownError']);

export type Latency = { p50Ms: number; p95Ms: number; quotes: number; failures: number };
export type NamedLimit = { asset: string; least?: string; most?: string };
export type ProviderPast = {
  /** `since` is unix ms. Undefined: it has not been asked yet. */
  standing?: { answering: boolean; since: number };
  /** Undefined: not asked within the window. */
  latency?: Latency;
  limits: NamedLimit[];
};

export type ProviderRecord = {
  asked(asked: ProviderAsked): void;
  /** Reads from an offered route what its provider takes at least and at most. */
  offered(route: WireRoute): void;
  of(provider: ProviderId): ProviderPast;
};

type Kept = {
  entries: { at: number; ms: number; failed: boolean }[];
  standing: ProviderPast['standing'];
  limits: Map<string, NamedLimit>;
};

/** The nearest-rank percentile of sorted, non-empty values. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;

function latencyOf(entries: Kept['entries']): Latency | undefined {
  if (entries.length === 0) return undefined;
  const sorted = entries.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    p50Ms: Math.round(percentile(sorted, 0.5)),
    p95Ms: Math.round(percentile(sorted, 0.95)),
    quotes: entries.length,
    failures: entries.filter(({ failed }) => failed).length,
  };
}

function limitOf({ sellAsset, meta }: WireRoute): NamedLimit | undefined {
  const least = meta.depositChannel?.minimumDeposit ?? meta.recommendedMinimum;
  const most = meta.depositChannel?.maximumDeposit;
  if (least === undefined && most === undefined) return undefined;
  return { asset: sellAsset, ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) };
}

const leastOf = (least: Amount): NamedLimit => ({ asset: formatAsset(least.asset), least: formatAmount(least) });

function keepLimit({ limits }: Kept, limit: NamedLimit): void {
  limits.delete(limit.asset);
  limits.set(limit.asset, limit);
  const [oldest] = limits.keys();
  if (limits.size > MOST_LIMITS && oldest !== undefined) limits.delete(oldest);
}

/** @param now unix ms. */
export function createProviderRecord(now: () => number): ProviderRecord {
  const kept = new Map<ProviderId, Kept>();
  const recordOf = (provider: ProviderId): Kept => {
    const known = kept.get(provider) ?? { entries: [], standing: undefined, limits: new Map() };
    kept.set(provider, known);
    return known;
  };
  const forget = (record: Kept) => {
    const from = now() - WINDOW_MS;
    const first = record.entries.findIndex(({ at }) => at >= from);
    const old = first < 0 ? record.entries.length : first;
    record.entries.splice(0, Math.max(old, record.entries.length - MOST_ENTRIES));
  };
  return {
    asked({ provider, ms, code, least }) {
      const record = recordOf(provider);
      const failed = code !== undefined && SILENT.has(code);
      const at = now();
      record.entries.push({ at, ms, failed });
      if (record.entries.length > MOST_ENTRIES) forget(record);
      if (record.standing?.answering !== !failed) record.standing = { answering: !failed, since: at };
      if (least) keepLimit(record, { ...record.limits.get(formatAsset(least.asset)), ...leastOf(least) });
    },
    offered(route) {
      const [provider] = route.providers;
      const limit = limitOf(route);
      if (provider === undefined || limit === undefined) return;
      keepLimit(recordOf(provider), limit);
    },
    of(provider) {
      const record = recordOf(provider);
      forget(record);
      const latency = latencyOf(record.entries);
      return {
        ...(record.standing ? { standing: record.standing } : {}),
        ...(latency ? { latency } : {}),
        limits: [...record.limits.values()].sort((a, b) => (a.asset < b.asset ? -1 : 1)),
      };
    },
  };
}
