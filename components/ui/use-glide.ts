import { type RefObject, useLayoutEffect, useRef } from 'react';

const MS = 180;

/**
 * What takes another place within `box` glides there instead of jumping: its children that carry `data-glide`, a name of
 * their own. Whoever asked for less motion sees them in their new places at once.
 * @param order changes whenever they may have moved.
 */
export function useGlide(box: RefObject<HTMLElement | null>, order: string): void {
  const tops = useRef(new Map<string, number>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: places are read again when the order is another
  useLayoutEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const known = tops.current;
    tops.current = new Map();
    for (const child of box.current?.querySelectorAll<HTMLElement>('[data-glide]') ?? []) {
      const name = child.dataset.glide ?? '';
      // Not touched by a glide that is under way.
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
