/** Open swaps as rows of the database, since ten thousand cannot be paid in minutes, and how often upstreams are asked about them. */
import pg from 'pg';
import { createPortageClient } from '../../lib/api/client.ts';
import { LTC_TO_RUNE } from '../support/accounts.ts';
import type { UpstreamCall } from './nginx.ts';

/** A swap that is older than an hour is looked at every minute (`lib/tracking/schedule.ts`). */
const AGE_MS = 2 * 3_600_000;
export const OPEN_INTERVAL_MS = 60_000;

/** Copies a quote so many times, each with a payment that no chain has. */
export async function addOpenSwaps(url: string, databaseUrl: string, number: number): Promise<void> {
  const { quoteId } = await createPortageClient({ baseUrl: url, retries: 5 }).quote(LTC_TO_RUNE);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into quotes (id, network, created_at, content, is_payable)
       select 'open-' || n, network, created_at, content, true from quotes, generate_series(1, $2::int) n where id = $1`,
      [quoteId, number],
    );
    // Due in the order of their numbers over the coming interval, as they would be had they been looked at before.
    await client.query(
      `insert into swaps (id, network, quote_id, route_index, hash, chain, created_at, status, last_observed_at, due_at)
       select 'open-' || n, 'sandbox', 'open-' || n, 0, md5(n::text) || md5('swap'), 'LTC', $2::bigint, 'not_started',
         $3::bigint - $4::bigint + n * $4::bigint / $1::bigint, $3::bigint + n * $4::bigint / $1::bigint
       from generate_series(1, $1::int) n`,
      [number, Date.now() - AGE_MS, Date.now(), OPEN_INTERVAL_MS],
    );
  } finally {
    await client.end();
  }
}

/** The first interval of a swap that was just paid; the later ones are longer. */
export const PAID_INTERVAL_MS = 2000;
/** How much less than the interval two calls may be apart, as a part of it: the first may be made late in its look. */
const SLACK = 1 / 4;

const hashOf = (path: string): string | undefined => /[0-9a-f]{64}/i.exec(path)?.[0].toLowerCase();

export type Polling = {
  swaps: number;
  /** From the first call to the last. */
  duringMs: number;
  /** Between two calls of one path. */
  medianMs: number;
  tooEarly: string[];
};

/** How often each path that names a swap was called. */
export function pollingOf(
  calls: readonly UpstreamCall[],
  intervalMs: number,
  isWanted: (hash: string) => boolean,
): Polling {
  const byPath = new Map<string, number[]>();
  const swaps = new Set<string>();
  for (const { at, path } of calls) {
    const hash = hashOf(path);
    if (hash === undefined || !isWanted(hash)) continue;
    swaps.add(hash);
    byPath.set(path, [...(byPath.get(path) ?? []), at]);
  }
  const gaps = [...byPath].flatMap(([path, times]) =>
    times.slice(1).map((at, index) => ({ path, ms: at - (times[index] ?? at) })),
  );
  const sorted = gaps.map(({ ms }) => ms).sort((a, b) => a - b);
  const times = [...byPath.values()].flat().sort((a, b) => a - b);
  return {
    swaps: swaps.size,
    duringMs: (times.at(-1) ?? 0) - (times[0] ?? 0),
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    tooEarly: gaps.filter(({ ms }) => ms < intervalMs * (1 - SLACK)).map(({ path, ms }) => `${path} after ${ms} ms`),
  };
}
