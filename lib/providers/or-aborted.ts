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
