/**
 * Keeps the embedded database from growing: unlike a Postgres server it has no process that vacuums and makes
 * checkpoints.
 */
import type { PGlite } from '@electric-sql/pglite';

type Client = Pick<PGlite, 'exec' | 'query'>;

/** Size of the log since the last checkpoint that triggers the next; every start has to replay it. */
const MOST_LOG_BYTES = 48 * 1024 * 1024;
const LOOK_EVERY_MS = 15_000;
/** The tables whose rows are deleted or rewritten. */
const VACUUMED = [
  'quotes',
  'swaps',
  'observations',
  'creations',
  'rate_windows',
  'usage',
  'sign_ins',
  'webhook_deliveries',
  'ledger',
];

/**
 * Two segments of 16 MB of log are kept for the next writes instead of five, and 32 MB of pages in memory instead of 128:
 * the process takes 95 MB less and opens its database in half the time; the operating system keeps the files' pages too.
 */
export const START_PARAMETERS = ['-c', 'min_wal_size=32MB', '-c', 'shared_buffers=32MB'];

/** Makes the room of deleted rows usable again, and gives back free room at the end of a table. */
export async function vacuum(client: Client): Promise<void> {
  // A table at a time, so that other statements run in between.
  for (const table of VACUUMED) await client.exec(`vacuum ${table}`);
  await client.exec('checkpoint');
}

async function checkpointWhereDue(client: Client): Promise<void> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::text as bytes from pg_control_checkpoint()',
  );
  if (Number(rows[0]?.bytes ?? 0) > MOST_LOG_BYTES) await client.exec('checkpoint');
}

/** Returns the function that stops it. A failed checkpoint is tried again; writes report its cause. */
export function startCheckpoints(client: Client): () => void {
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    checkpointWhereDue(client)
      .catch(() => undefined)
      .finally(() => {
        running = false;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
