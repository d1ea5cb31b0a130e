/** Writes the ledger as a table: a line for each period and group. */
import { LEDGER_GROUPINGS, type LedgerGrouping, type LedgerReport } from '../../lib/api/ledger.ts';
import { type CsvColumn, csvText } from '../../lib/domain/csv.ts';
import { LEDGER_SPAN_NAMES, LEDGER_SPANS, type LedgerFigures } from '../../lib/domain/ledger.ts';

type Line = { days: number; grouping: LedgerGrouping | 'all'; key: string; figures: LedgerFigures };

/** Payouts in percent of the quote, times in seconds and in percent of the estimate. */
const COLUMNS: readonly CsvColumn<Line>[] = [
  ['days', ({ days }) => days],
  ['group', ({ grouping }) => grouping],
  ['name', ({ key }) => key],
  ['swaps', ({ figures }) => figures.swaps],
  ['completed', ({ figures }) => figures.completed],
  ['refunded', ({ figures }) => figures.refunded],
  ['failed', ({ figures }) => figures.failed],
  ['as_quoted_percent', ({ figures }) => figures.asQuotedPercent],
  ['received_p5', ({ figures }) => figures.received?.p5],
  ['received_p50', ({ figures }) => figures.received?.p50],
  ['received_p95', ({ figures }) => figures.received?.p95],
  ['seconds_p5', ({ figures }) => figures.seconds?.p5],
  ['seconds_p50', ({ figures }) => figures.seconds?.p50],
  ['seconds_p95', ({ figures }) => figures.seconds?.p95],
  ['pace_p5', ({ figures }) => figures.pace?.p5],
  ['pace_p50', ({ figures }) => figures.pace?.p50],
  ['pace_p95', ({ figures }) => figures.pace?.p95],
  ['reasons', ({ figures }) => figures.reasons.map(({ code, count }) => `${code} ${count}`).join('; ')],
];

export function ledgerCsv({ spans }: LedgerReport): string {
  const lines = LEDGER_SPAN_NAMES.flatMap((span): Line[] => {
    const days = LEDGER_SPANS[span];
    const view = spans[span];
    const all: Line[] = view.all ? [{ days, grouping: 'all', key: '', figures: view.all }] : [];
    const groups = LEDGER_GROUPINGS.flatMap((grouping) =>
      view[grouping].map((group) => ({ days, grouping, ...group })),
    );
    return [...all, ...groups];
  });
  return csvText(COLUMNS, lines);
}
