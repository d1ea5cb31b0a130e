/** Writes the browser's swaps to a file and reads them back, naming every entry that is not a swap. */
import { type CsvColumn, csvText } from '../../lib/domain/csv.ts';
import { type EntryFault, fieldsOf, readSavedSwap, type SavedSwap } from './read-saved-swap.ts';

const ACTIVITY_FORMAT = 'portage-activity';
const VERSION = 1;

/** @param now Unix milliseconds. */
export const writeActivity = (swaps: readonly SavedSwap[], now: number): string =>
  `${JSON.stringify({ format: ACTIVITY_FORMAT, version: VERSION, savedAt: new Date(now).toISOString(), swaps }, null, 1)}\n`;

export type ReadActivity =
  /** `refused`: the entries that are not swaps, counted from 1. */
  | { ok: true; swaps: SavedSwap[]; refused: { entry: number; faults: EntryFault[] }[] }
  | { ok: false; kind: 'notJson' | 'otherKind' | 'newer' | 'receipt' };

/** Never throws. */
export function readActivity(text: string): ReadActivity {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, kind: 'notJson' };
  }
  const { format, version, swaps } = fieldsOf(value);
  if (format === 'portage-receipt') return { ok: false, kind: 'receipt' };
  if (format !== ACTIVITY_FORMAT || !Array.isArray(swaps)) return { ok: false, kind: 'otherKind' };
  if (typeof version !== 'number' || version > VERSION) return { ok: false, kind: 'newer' };
  const read = swaps.map(readSavedSwap);
  return {
    ok: true,
    swaps: read.flatMap((one) => (one.ok ? [one.swap] : [])),
    refused: read.flatMap((one, index) => (one.ok ? [] : [{ entry: index + 1, faults: one.faults }])),
  };
}

const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());
/** CSV columns. Amounts have all their digits, times are ISO 8601 in UTC, unknown values are empty. */
const COLUMNS: readonly CsvColumn<SavedSwap>[] = [
  ['sent_at', ({ at }) => iso(at)],
  ['ended_at', ({ endedAt }) => iso(endedAt)],
  ['status', ({ status }) => status],
  ['providers', ({ route }) => route.providers.join(' ')],
  ['sell_asset', ({ route }) => route.sellAsset],
  ['sell_amount', ({ route }) => route.sellAmount],
  ['buy_asset', ({ route }) => route.buyAsset],
  ['expected_amount', ({ route }) => route.expectedBuyAmount],
  ['received_asset', ({ paid, route }) => paid && (paid.asset ?? route.buyAsset)],
  ['received_amount', ({ paid }) => paid?.amount],
  ['refund_asset', ({ refund, route }) => refund && (refund.asset ?? route.sellAsset)],
  ['refund_amount', ({ refund }) => refund?.amount],
  ['recipient', ({ route, paid }) => paid?.address ?? route.destinationAddress],
  ['payment_chain', ({ chain }) => chain],
  ['payment_hash', ({ hash }) => hash],
  ['payout_hash', ({ paid }) => paid?.hash],
  ['refund_hash', ({ refund }) => refund?.hash],
  ['quote_id', ({ quoteId }) => quoteId],
  ['route_index', ({ routeIndex }) => routeIndex],
];

export const writeCsv = (swaps: readonly SavedSwap[]): string => csvText(COLUMNS, swaps);
