/** Whoever types or presses has paused after this time without a key or a press. */
const PAUSE_MS = 1000;
/** The longest wait for a moment in which the browser has nothing to do. */
const BUSY_MS = 2000;

/**
 * Runs `deed` when the page has loaded, its user has paused and the browser is idle. Returns a function that cancels
 * it.
 */
export function whenIdle(deed: () => void): () => void {
  const waiting = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let handle: number | undefined;
  const forget = () => {
    clearTimeout(timer);
    if (handle !== undefined) window.cancelIdleCallback(handle);
  };
  const cancel = () => {
    forget();
    waiting.abort();
  };
  const run = () => {
    cancel();
    deed();
  };
  const idle = () => {
    if ('requestIdleCallback' in window) handle = window.requestIdleCallback(run, { timeout: BUSY_MS });
    else run();
  };
  const wait = () => {
    forget();
    timer = setTimeout(idle, PAUSE_MS);
  };
  const begin = () => {
    wait();
    for (const name of ['keydown', 'pointerdown'])
      window.addEventListener(name, wait, { capture: true, signal: waiting.signal });
  };
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true, signal: waiting.signal });
  return cancel;
}
