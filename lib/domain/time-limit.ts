/** Creates time limits that fire even when garbage collection runs first. */

/** The longest delay that a timer accepts, some 24 days; a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

const timeoutError = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError');

/**
 * Like `AbortSignal.timeout`, but the timer holds a reference to it. Node 20 collects the built-in signal when only a
 * signal of `AbortSignal.any` depends on it, and the operation then never times out. Source: nodejs/node,
 * lib/internal/abort_controller.js (sources of a composite signal are weak references).
 */
export function timeLimit(ms: number): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(timeoutError()), Math.min(ms, LONGEST_MS)).unref();
  return limit.signal;
}

/** One for all: an error of its own for every signal that ends costs more than some of the work. */
const DONE = new Error('the work is done');

/**
 * Does `work` with a signal that ends with `outer`, after so long, or with the work itself, whichever is first. Leaves
 * neither timer nor listener behind, which `AbortSignal.any` over a `timeLimit` does, at several times the cost.
 */
export async function inTime<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(timeoutError()), Math.min(ms, LONGEST_MS));
  const stop = () => own.abort(outer?.reason);
  outer?.addEventListener('abort', stop, { once: true });
  try {
    return await work(own.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', stop);
    own.abort(DONE);
  }
}
