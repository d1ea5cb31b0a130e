/**
 * Turns an unavailable database into a 503 for callers and one log line a minute for the operator; statements and
 * parameters are never shown.
 */
import { Problem } from '../api/problem.ts';
import type { Store } from '../db/store.ts';
import { type StoreFault, storeFaultOf } from '../db/store-faults.ts';
import { count } from '../http/metrics.ts';

const LOG_EVERY_MS = 60_000;
const RETRY_AFTER_SECONDS = 5;

type Deps = { log: (event: Record<string, unknown>) => void; monotonic: () => number; where: string };

const unavailable = (): Problem =>
  new Problem({
    status: 503,
    title: 'Service Unavailable',
    detail: 'Nothing can be stored or looked up at the moment; try again in a few seconds.',
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });

/** Advice for the operator; the sentence names where the data is. */
function adviceOf({ code, message }: StoreFault, where: string): string {
  const isFull = code === '53100' || code === 'ENOSPC' || /no space left|file too large|quota/i.test(message);
  if (isFull) return `There is no room left for ${where}: free space on its disk. Portage goes on by itself then.`;
  if (code === '25006' || code === 'EROFS' || /read-only/i.test(message))
    return `${where} cannot be written: mount its file system for writing. Portage goes on by itself then.`;
  return `${where} does not do its work: look after it. Portage goes on by itself as soon as it answers.`;
}

/**
 * @param monotonic a clock in ms that never jumps. @param where names the data for the operator: `the data folder /x`, or
 * `the database of DATABASE_URL`.
 */
export function guardedStore(store: Store, { log, monotonic, where }: Deps): Store {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let unlogged = 0;

  function faultOf(error: unknown, call: string): unknown {
    const fault = storeFaultOf(error);
    if (fault === undefined) return error;
    const { isAway, code, message } = fault;
    if (!isAway) return new Error(`the database refused ${call}: ${code} ${message}`);
    count('portage_database_faults_total', { code: code || 'none' });
    unlogged += 1;
    if (monotonic() - loggedAt >= LOG_EVERY_MS) {
      log({ event: 'database', call, code, fault: message, advice: adviceOf(fault, where), times: unlogged });
      loggedAt = monotonic();
      unlogged = 0;
    }
    return unavailable();
  }

  const guard =
    (name: string, work: (...given: never[]) => unknown) =>
    (...given: never[]): unknown => {
      const answer = work(...given);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: unknown) => {
        throw faultOf(error, name);
      });
    };
  const own = Object.entries(store).map(([name, work]) => [name, work && guard(name, work)]);
  // Every function has its own name, parameters and result.
  return Object.fromEntries(own) as Store;
}
