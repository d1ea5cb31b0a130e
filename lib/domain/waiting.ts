/** Waits: a pause that a signal ends, a wait for work that ends at a time or with a signal; the work itself goes on. */

/** Resolves after so long, or at once when the signal ends: then with false. */
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

/** What `work` settles to, or after so long what `late` returns or throws. */
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

/** For `within`, where nothing stands in for the answer. */
export const noAnswerInTime = (): never => {
  throw new Error('no answer in time');
};

/** Settles when `work` does or when `signal` ends, whichever is first; `work` goes on for others who wait for it. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    // What loses the race may still reject; the race has heard it.
    return await Promise.race([work, ended]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}
