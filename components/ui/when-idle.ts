/** Runs `deed` once the page is at rest: after it has loaded, when nothing else wants the processor. Returns a way to call it off. */
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
