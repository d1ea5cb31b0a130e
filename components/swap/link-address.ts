'use client';
import { useCallback, useEffect, useRef, useState } from 'react';

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * A key of the session storage, which each tab has for itself: after a reload the form can tell its own address from
 * one that came with a link.
 */
const keyOf = (field: 'to' | 'from'): string => `portage.${field}`;

/**
 * Remembers that this text was entered in this tab.
 * @param memory undefined takes the tab's session storage, if there is one.
 */
export function keepEntered(field: 'to' | 'from', text: string, memory?: Memory): void {
  try {
    (memory ?? sessionStorage).setItem(keyOf(field), text);
  } catch {
    // Without storage, an address after a reload is treated as one from a link and marked as such.
  }
}

/** Whether this text was not entered in this tab, and so came with the address bar. */
export function cameWithLink(field: 'to' | 'from', text: string, memory?: Memory): boolean {
  if (text === '') return false;
  try {
    return (memory ?? sessionStorage).getItem(keyOf(field)) !== text;
  } catch {
    return true;
  }
}

/**
 * Tracks whether an address came with a link or was entered by the user.
 * @param text the field's content; on the first render, the address bar's.
 */
export function useLinkAddress(field: 'to' | 'from', text: string) {
  const opened = useRef(text);
  // Until the tab's memory can be read, an address counts as one from a link, so that the server's page marks it.
  const [linked, setLinked] = useState(text);
  useEffect(() => {
    if (!cameWithLink(field, opened.current)) setLinked('');
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
