/** Reports what finished swaps amount to, read from the store at most every half minute, for all who ask. */
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

export type LedgerReports = {
  report(): Promise<LedgerReport>;
  /** By provider id; absent where it has no record. */
  records(): Promise<ReadonlyMap<ProviderId, LedgerRecord>>;
  /** What swaps like the route came to, as last read: no quote waits for the database. */
  recordOf(draft: RouteDraft): RouteRecord | undefined;
};

const KEPT_MS = 30_000;

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

/** @param deps `now` in unix ms. */
export function createLedgerReports(deps: { store: Pick<Store, 'ledgerSince'>; now: () => number }): LedgerReports {
  const { store, now } = deps;
  let kept: { at: number; report: Promise<LedgerReport> } | undefined;
  let byRoute: ReadonlyMap<string, RouteRecord> = new Map();
  const read = async (at: number): Promise<LedgerReport> => {
    const entries = await store.ledgerSince(at - LEDGER_MS);
    byRoute = routeRecords(entries);
    const view = (span: LedgerSpan) => viewOf(entriesIn(span, entries, at));
    return { at, spans: { day: view('day'), week: view('week'), month: view('month') } };
  };
  const report = (): Promise<LedgerReport> => {
    const at = now();
    if (kept && Math.abs(at - kept.at) < KEPT_MS) return kept.report;
    const fresh = { at, report: read(at) };
    kept = fresh;
    // What could not be read is asked for again by the next.
    fresh.report.catch(() => {
      if (kept === fresh) kept = undefined;
    });
    return fresh.report;
  };
  return {
    report,
    recordOf(draft) {
      report().catch(() => undefined);
      return recordOf(byRoute, draft);
    },
    async records() {
      const { spans } = await report();
      const records = new Map<ProviderId, LedgerRecord>();
      for (const span of LEDGER_SPAN_NAMES)
        for (const { key, figures } of spans[span].provider) {
          // The keys of this grouping are provider ids.
          const id = key as ProviderId;
          records.set(id, { ...records.get(id), [span]: figures });
        }
      return records;
    },
  };
}
