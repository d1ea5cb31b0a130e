'use client';
import { type RefObject, useEffect, useState } from 'react';
import type { ButtonState } from './button-state.ts';
import { MainButton } from './swap-card.tsx';

/** Whether the element is scrolled out of sight; false before the first observation. */
function useOutOfSight(element: RefObject<HTMLElement | null>): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return away;
}

/**
 * Repeats the form's button at the bottom of narrow screens while the routes below the form are read. A focused element
 * is scrolled clear of it.
 */
export function StickyButton({
  button,
  of,
  onPress,
}: {
  button: ButtonState;
  /** The form's own button. */
  of: RefObject<HTMLElement | null>;
  onPress: () => void;
}) {
  const away = useOutOfSight(of);
  const shown = away && (button.action === 'review' || button.action === 'connect');
  useEffect(() => {
    if (!shown) return;
    const { style } = document.documentElement;
    style.setProperty('scroll-padding-bottom', '6rem');
    return () => {
      style.removeProperty('scroll-padding-bottom');
    };
  }, [shown]);
  if (!shown) return null;
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-sheet p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] wide:hidden">
      <MainButton button={button} onPress={onPress} />
    </div>
  );
}
