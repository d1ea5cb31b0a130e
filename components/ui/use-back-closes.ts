'use client';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';

/** Marks a history entry that stands for an open dialog. */
const MARK = 'portageDialog';

const markOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && MARK in state ? state[MARK] : undefined;

/** Whether the present history entry stands for a dialog: what replaces it is one step back from the page. */
export const isDialogEntry = (): boolean => markOf(window.history.state) !== undefined;

/** The ids of the dialogs that are open. */
const opened = new Set<unknown>();

/** A frame shares its history with the page around it, which a dialog must not change. */
const isFramed = (): boolean => window.parent !== window;

/** After a step back to an address with a fragment the browser takes the focus from what has it. */
function keepFocus(): void {
  const focused = document.activeElement;
  requestAnimationFrame(() => {
    if (focused instanceof HTMLElement && document.activeElement === document.body)
      focused.focus({ preventScroll: true });
  });
}

/** Resolves when the step back from a closed dialog's entry is done; undefined while there is none. */
let leaving: Promise<void> | undefined;

function leave(): void {
  leaving = new Promise((resolve) => {
    const done = () => {
      leaving = undefined;
      keepFocus();
      resolve();
    };
    window.addEventListener('popstate', done, { once: true, capture: true });
  });
  window.history.back();
}

/** Steps back from an entry whose dialog is not open. */
function leaveStaleEntry(): void {
  if (!leaving && isDialogEntry() && !opened.has(markOf(window.history.state))) leave();
}

/** Leaves the entries of dialogs that a reload closed, so that Back does not have to be pressed once more for them. */
export function StaleDialogEntries(): null {
  // Before any dialog of the page adds an entry of its own.
  useLayoutEffect(() => {
    leaveStaleEntry();
    window.addEventListener('popstate', leaveStaleEntry);
    return () => window.removeEventListener('popstate', leaveStaleEntry);
  }, []);
  return null;
}

/**
 * Makes the browser's Back close a dialog instead of leaving the page.
 * @param busy Back is ignored: something must not be lost.
 */
export function useBackCloses(open: boolean, busy: boolean, close: () => void): void {
  const id = useId();
  const latest = useRef({ busy, close });
  useEffect(() => {
    latest.current = { busy, close };
  });
  useEffect(() => {
    if (!open || isFramed()) return;
    let closed = false;
    let href: string | undefined;
    const push = () => {
      window.history.pushState({ [MARK]: id }, '');
      href = window.location.href;
    };
    const onPop = () => {
      // Back from a dialog that was opened above this one.
      if (markOf(window.history.state) === id) return;
      href = undefined;
      if (latest.current.busy) push();
      else latest.current.close();
    };
    const enter = () => {
      if (closed) return;
      opened.add(id);
      push();
      window.addEventListener('popstate', onPop);
    };
    if (leaving) void leaving.then(enter);
    else enter();
    return () => {
      closed = true;
      opened.delete(id);
      window.removeEventListener('popstate', onPop);
      // Back can be pressed before the entry is left here.
      const onLeft = () => {
        href = undefined;
      };
      window.addEventListener('popstate', onLeft);
      // Closing may also change the address or lead to another page: then the entry belongs to that. The mark alone does
      // not say so: Next's router drops it when a page's data arrive late.
      setTimeout(() => {
        window.removeEventListener('popstate', onLeft);
        const mark = markOf(window.history.state);
        if (!leaving && (mark === id || (mark === undefined && href === window.location.href))) leave();
      });
    };
  }, [open, id]);
}
