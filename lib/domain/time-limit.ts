/** A limit of time ends what it limits, also where garbage is collected before. */

/** Longest that a timer takes, some 24 days; a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * As `AbortSignal.timeout`, but held by its timer. Node 20 forgets the built-in one where only a signal made by
 * `AbortSignal.any` depends on it: what hangs then hangs for ever. Source: nodejs/node, lib/internal/abort_controller.js
 * (sources of a composite signal are weak references).
 */
export function timeLimit(ms: number): AbortSignal {
  const limit = new AbortController();
  const end = () => limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  setTimeout(end, Math.min(ms, LONGEST_MS)).unref();
  return limit.signal;
}
