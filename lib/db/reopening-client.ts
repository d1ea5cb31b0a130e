/**
 * The embedded Postgres, which is opened anew where it has ended. It ends when the disk refuses a write of its log (PANIC),
 * and no call of it that follows would ever return.
 */
import type { PGlite } from '@electric-sql/pglite';

const REOPEN_EVERY_MS = 5000;

/** Severities after which a Postgres process is gone. Source: https://www.postgresql.org/docs/18/runtime-config-logging.html */
const ENDING = new Set(['PANIC', 'FATAL']);

const hasEnded = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError ||
  (error instanceof Error && 'severity' in error && ENDING.has(String(error.severity)));

/** @param ended is told that the client has ended; every later call of it fails with the fault that ended it. */
function guarded(client: PGlite, ended: () => void): PGlite {
  let fault: unknown;
  const ask = client.execProtocolStream.bind(client);
  client.execProtocolStream = async (...given) => {
    if (fault !== undefined) throw fault;
    try {
      return await ask(...given);
    } catch (error) {
      if (hasEnded(error)) {
        fault = error;
        ended();
      }
      throw error;
    }
  };
  return client;
}

/**
 * Calls fail with the fault that ended Postgres until it is open again, which a call tries at most every five seconds.
 * @throws what `open` throws the first time.
 */
export async function reopeningClient(open: () => Promise<PGlite>): Promise<PGlite> {
  let isAway = false;
  let reopensAt = 0;
  const opened = async (): Promise<PGlite> =>
    guarded(await open(), () => {
      isAway = true;
    });
  let client = await opened();

  async function reopen(): Promise<void> {
    reopensAt = Number.POSITIVE_INFINITY;
    try {
      client = await opened();
      isAway = false;
    } catch {
      // The calls fail with the first fault: it tells more than that of a database that does not start.
    }
    reopensAt = performance.now() + REOPEN_EVERY_MS;
  }

  // Not a proxy of the first client, which would keep its memory after it has ended.
  return new Proxy({} as PGlite, {
    get(_target, key) {
      if (isAway && performance.now() >= reopensAt) void reopen();
      const value: unknown = Reflect.get(client, key);
      return typeof value === 'function' ? value.bind(client) : value;
    },
  });
}
