/** Defines the SQL conditions on swaps that several queries share. */
import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { TrackingStatus } from '../domain/swap-status.ts';
import { swaps } from './schema.ts';

export const FINAL: TrackingStatus[] = ['completed', 'refunded', 'failed'];

/** The condition of `isUnseen`: a hash that a caller reported and nothing has confirmed. */
export const unseen = and(isNotNull(swaps.client), eq(swaps.status, 'not_started'), ne(swaps.hash, ''));
export const seen = or(isNull(swaps.client), ne(swaps.status, 'not_started'), eq(swaps.hash, ''));
