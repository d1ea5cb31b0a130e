/** Creates time limits that fire even when garbage collection runs first. */

/** The longest delay that a timer accepts, some 24 days; a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Like `AbortSignal.timeout`, but the timer holds a reference to it. Node 20 collects the built-in signal when only a
 * signal of `AbortSignal.any` depends on it, and the operation then never times out. Source: nodejs/node,
 * lib/internal/abort_controller.js (sources of a composite signal are weak references).
 */
export function timeLimit(ms: number): AbortSignal {
  const limit = new AbortController();
  const end = () => limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  setTimeout(end, Math.min(ms, LONGEST_MS)).unref();
  return limit.signal;
}
