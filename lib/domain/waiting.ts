/**
 * Provides waits: a pause that a signal ends, and a wait for work that ends at a time or with a signal while the work
 * itself goes on.
 */

/** Resolves to true after `ms`, or to false at once when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const end = (whole: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      resolve(whole);
    };
    const stop = () => end(false);
    const timer = setTimeout(() => end(true), ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** The result of `work`, or after `ms` what `late` returns or throws. */
export async function within<T, L>(work: Promise<T>, ms: number, late: () => L): Promise<T | L> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return await Promise.race([work, over.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}

/** For `within`, when nothing can replace the answer. */
export const noAnswerInTime = (): never => {
  throw new Error('no answer in time');
};

/** Settles when `work` does or when `signal` aborts, whichever is first; `work` goes on for other callers. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    // The loser of the race may still reject; the race has handled that.
    return await Promise.race([work, ended]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}
