/**
 * Defines what `/ledger` and `/status` show of finished swaps: shapes. Not public API.
 */
import type { LedgerFigures, LedgerSpan } from '../domain/ledger.ts';

/** By which swaps are put together. `pair` is `BTC.BTC ETH.ETH`, the sold asset first. */
export const LEDGER_GROUPINGS = ['provider', 'pair', 'size', 'way'] as const;
export type LedgerGrouping = (typeof LEDGER_GROUPINGS)[number];

export type LedgerGroup = { key: string; figures: LedgerFigures };

/** Groups of too few swaps are left out; `all` counts their swaps, and is absent where these are too few as well. */
export type LedgerView = { all?: LedgerFigures } & Record<LedgerGrouping, LedgerGroup[]>;

/** Times with too few swaps are absent. */
export type LedgerRecord = Partial<Record<LedgerSpan, LedgerFigures>>;

/** `at`: unix ms of this answer. */
export type LedgerReport = { at: number; spans: Record<LedgerSpan, LedgerView> };
