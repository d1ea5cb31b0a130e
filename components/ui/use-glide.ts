import { type RefObject, useLayoutEffect, useRef } from 'react';

const MS = 180;

/**
 * Animates children of `box` that change position: those with `data-glide`, a unique name, glide to their new place.
 * With reduced motion they move at once.
 * @param order changes whenever positions may have changed.
 */
export function useGlide(box: RefObject<HTMLElement | null>, order: string): void {
  const tops = useRef(new Map<string, number>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: positions are read again when the order changes
  useLayoutEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const known = tops.current;
    tops.current = new Map();
    for (const child of box.current?.querySelectorAll<HTMLElement>('[data-glide]') ?? []) {
      const name = child.dataset.glide ?? '';
      // `offsetTop` is not affected by a running animation.
      const top = child.offsetTop;
      const before = known.get(name);
      tops.current.set(name, top);
      if (before === undefined || before === top || still) continue;
      child.animate([{ transform: `translateY(${before - top}px)` }, { transform: 'none' }], {
        duration: MS,
        easing: 'ease-out',
      });
    }
  }, [box, order]);
}
