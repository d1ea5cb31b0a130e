'use client';
import { useCallback, useEffect, useRef, useState } from 'react';

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

/** Of this tab only: after a reload the form knows its own from what came with a link. */
const keyOf = (field: 'to' | 'from'): string => `portage.${field}`;

/** @param memory undefined takes the tab's own, where there is one. */
export function keepEntered(field: 'to' | 'from', text: string, memory?: Memory): void {
  try {
    (memory ?? sessionStorage).setItem(keyOf(field), text);
  } catch {
    // Without a memory a reload is taken for a link, and says so.
  }
}

/** Whether nobody entered this in this tab: then the address bar brought it. */
export function cameWithLink(field: 'to' | 'from', text: string, memory?: Memory): boolean {
  if (text === '') return false;
  try {
    return (memory ?? sessionStorage).getItem(keyOf(field)) !== text;
  } catch {
    return true;
  }
}

/**
 * Tells an address that a link put into the form from one that the person did.
 * @param text what stands in the field; at first, what the address bar said when the page was opened.
 */
export function useLinkAddress(field: 'to' | 'from', text: string) {
  const opened = useRef(text);
  const [linked, setLinked] = useState('');
  useEffect(() => {
    if (cameWithLink(field, opened.current)) setLinked(opened.current);
  }, [field]);
  const entered = useCallback(
    (next: string) => {
      setLinked('');
      keepEntered(field, next);
    },
    [field],
  );
  return { isLinked: linked !== '' && linked === text, entered };
}
