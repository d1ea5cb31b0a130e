/**
 * Reports what finished swaps amount to, read from the store at most every half minute, for all who ask. While somebody
 * does, a timer reads it anew: no quote waits for that, nor does the work of one.
 */
import type { LedgerGrouping, LedgerRecord, LedgerReport, LedgerView } from '../api/ledger.ts';
import type { Store } from '../db/store.ts';
import {
  entriesIn,
  groupedBy,
  LEDGER_MS,
  LEDGER_SPAN_NAMES,
  type LedgerEntry,
  type LedgerSpan,
  ledgerFigures,
  type RouteRecord,
  recordOf,
  routeRecords,
} from '../domain/ledger.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import { createSnapshot } from '../providers/snapshot.ts';

export type LedgerReports = {
  report(): Promise<LedgerReport>;
  /** By provider id; absent where it has no record. As last read, or without any, while the database is away. */
  records(): Promise<ReadonlyMap<ProviderId, LedgerRecord>>;
  /** What swaps like the route came to, as last read: no quote waits for the database. */
  recordOf(draft: RouteDraft): RouteRecord | undefined;
};

const KEPT_MS = 30_000;
/** How long a report that can do without waits for the database. */
const PATIENCE_MS = 1000;
/** How long after its last use it is still read. */
const KEEP_WARM_MS = 10 * 60_000;

const KEYS: Readonly<Record<LedgerGrouping, (entry: LedgerEntry) => string>> = {
  provider: ({ provider }) => provider,
  pair: ({ sellAsset, buyAsset }) => `${sellAsset} ${buyAsset}`,
  size: ({ size }) => size,
  way: ({ way }) => way,
};

function viewOf(entries: readonly LedgerEntry[]): LedgerView {
  const groups = (grouping: LedgerGrouping) =>
    groupedBy(entries, KEYS[grouping]).flatMap(([key, own]) => {
      const figures = ledgerFigures(own);
      return figures ? [{ key, figures }] : [];
    });
  const all = ledgerFigures(entries);
  return {
    ...(all ? { all } : {}),
    ...{ provider: groups('provider'), pair: groups('pair'), size: groups('size'), way: groups('way') },
  };
}

/** The ledger as it was read at one time; the views of it are made for the first who asks. */
type Reading = { byRoute: ReadonlyMap<string, RouteRecord>; report(): LedgerReport };

function readingOf(entries: readonly LedgerEntry[], at: number): Reading {
  const view = (span: LedgerSpan) => viewOf(entriesIn(span, entries, at));
  let made: LedgerReport | undefined;
  return {
    byRoute: routeRecords(entries),
    report() {
      made ??= { at, spans: { day: view('day'), week: view('week'), month: view('month') } };
      return made;
    },
  };
}

const NOTHING_READ = readingOf([], 0);

function recordsOf({ spans }: LedgerReport): Map<ProviderId, LedgerRecord> {
  const records = new Map<ProviderId, LedgerRecord>();
  for (const span of LEDGER_SPAN_NAMES)
    for (const { key, figures } of spans[span].provider) {
      // The keys of this grouping are provider ids.
      const id = key as ProviderId;
      records.set(id, { ...records.get(id), [span]: figures });
    }
  return records;
}

/** @param deps `now` in unix ms. */
export function createLedgerReports(deps: { store: Pick<Store, 'ledgerSince'>; now: () => number }): LedgerReports {
  const { store, now } = deps;
  const readings = createSnapshot(
    async () => {
      const at = now();
      return readingOf(await store.ledgerSince(at - LEDGER_MS), at);
    },
    { refreshMs: KEPT_MS, keepWarmMs: KEEP_WARM_MS, now },
  );
  const reading = (maxAgeMs: number, patienceMs?: number) => readings.get({ maxAgeMs, patienceMs });
  return {
    report: async () => (await reading(KEPT_MS)).report(),
    recordOf(draft) {
      // Only the first starts a reading; from then on a timer does.
      reading(Number.POSITIVE_INFINITY).catch(() => undefined);
      return recordOf(readings.peek()?.byRoute ?? NOTHING_READ.byRoute, draft);
    },
    records: async () =>
      recordsOf((await reading(KEPT_MS, PATIENCE_MS).catch(() => readings.peek() ?? NOTHING_READ)).report()),
  };
}
