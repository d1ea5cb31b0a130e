/**
 * Shares a slowly changing fact among all requests. It is refreshed in the background while in use, fetched at most
 * once at a time, and never older than the caller allows.
 */
import { isWithin } from '../domain/is-within.ts';
import { inTime } from '../domain/time-limit.ts';
import { orAborted } from '../domain/waiting.ts';

export type Snapshot<T> = {
  /**
   * `patienceMs`: how long this caller waits for a fetch; a known value costs it no timer. @throws the loader's error, or
   * that of the signal or the wait, when no known value is young enough.
   */
  get(options: { maxAgeMs: number; signal?: AbortSignal | undefined; patienceMs?: number | undefined }): Promise<T>;
  /** Fetches now, whatever the known value's age. */
  refresh(signal?: AbortSignal): Promise<T>;
  /** The known value, however old. */
  peek(): T | undefined;
};

export type SnapshotOptions = {
  /** Age at which it is fetched again in the background. */
  refreshMs: number;
  /** How long after its last use it is still refreshed. */
  keepWarmMs: number;
  now: () => number;
};

export function createSnapshot<T>(load: () => Promise<T>, options: SnapshotOptions): Snapshot<T> {
  const { refreshMs, keepWarmMs, now } = options;
  let known: { value: T; at: number } | undefined;
  let inFlight: Promise<T> | undefined;
  let usedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule() {
    if (timer !== undefined || now() - usedAt > keepWarmMs) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (now() - usedAt <= keepWarmMs) fetchOnce().catch(() => schedule());
    }, refreshMs);
    timer.unref();
  }

  function fetchOnce(): Promise<T> {
    if (inFlight) return inFlight;
    const asked = now();
    inFlight = load()
      .then((value) => {
        known = { value, at: asked };
        schedule();
        return value;
      })
      .finally(() => {
        inFlight = undefined;
      });
    return inFlight;
  }

  const untilDone = (signal: AbortSignal | undefined): Promise<T> =>
    signal ? orAborted(fetchOnce(), signal) : fetchOnce();

  return {
    async get({ maxAgeMs, signal, patienceMs }) {
      usedAt = now();
      if (known && isWithin(maxAgeMs, known.at, now())) {
        // A failed background refresh changes nothing: the known value stays usable until it is too old.
        if (!isWithin(refreshMs, known.at, now())) fetchOnce().catch(() => undefined);
        return known.value;
      }
      return patienceMs === undefined ? untilDone(signal) : inTime(patienceMs, signal, untilDone);
    },
    refresh: untilDone,
    peek: () => known?.value,
  };
}
