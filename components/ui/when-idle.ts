/** Runs `deed` when the page has loaded and the browser is idle. Returns a function that cancels it. */
export function whenIdle(deed: () => void): () => void {
  let handle: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    if ('requestIdleCallback' in window) handle = window.requestIdleCallback(deed, { timeout: 2000 });
    else timer = setTimeout(deed, 200);
  };
  if (document.readyState === 'complete') soon();
  else window.addEventListener('load', soon, { once: true });
  return () => {
    window.removeEventListener('load', soon);
    if (handle !== undefined) window.cancelIdleCallback(handle);
    clearTimeout(timer);
  };
}
