/**
 * Checks that a button that pays has been fully visible for a moment, as far as the browser can tell
 * (IntersectionObserver v2).
 */

/** Milliseconds; a press right after the button appeared was made without reading it. */
const SETTLED_MS = 500;
/** The least delay between observations that these browsers require. Source: w3c/IntersectionObserver, v2. */
const DELAY_MS = 100;

type Seen = { visible: boolean; since: number };
export type Distrust = 'covered' | 'tooSoon';

/**
 * Pure.
 * @param seen undefined before the first observation. Times are milliseconds of one clock.
 */
export function distrust(seen: Seen | undefined, focusedAt: number, now: number): Distrust | undefined {
  if (seen && !seen.visible) return 'covered';
  if (!seen || now - Math.max(seen.since, focusedAt) < SETTLED_MS) return 'tooSoon';
  return undefined;
}

/** A host that shows only a strip of the button hides its label. */
const WHOLE = 0.9;

type Entry = Pick<IntersectionObserverEntry, 'intersectionRatio'> & { isVisible?: boolean };

/**
 * Browsers without `isVisible` cannot tell, so there the button counts as seen. A button that is scrolled out of sight
 * is not covered: nobody can press it there. Pure.
 */
export const isSeen = ({ intersectionRatio: ratio, isVisible }: Entry): boolean =>
  ratio === 0 || (ratio >= WHOLE && isVisible !== false);

type WatchOptions = IntersectionObserverInit & { trackVisibility: boolean; delay: number };

/** Watches every element with `data-pays`, including those added later. */
export function watchPresses() {
  const seen = new WeakMap<Element, Seen>();
  let focusedAt = 0;
  const options: WatchOptions = { threshold: [0, WHOLE], trackVisibility: true, delay: DELAY_MS };
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const visible = isSeen(entry);
      if (seen.get(entry.target)?.visible !== visible) seen.set(entry.target, { visible, since: performance.now() });
    }
  }, options);
  const find = () => {
    for (const element of document.querySelectorAll('[data-pays]')) if (!seen.has(element)) observer.observe(element);
  };
  const changes = new MutationObserver(find);
  const onFocus = () => {
    focusedAt = performance.now();
  };
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-pays'] });
  window.addEventListener('focus', onFocus);
  find();
  return {
    distrusts: (element: Element) => distrust(seen.get(element), focusedAt, performance.now()),
    stop() {
      observer.disconnect();
      changes.disconnect();
      window.removeEventListener('focus', onFocus);
    },
  };
}
