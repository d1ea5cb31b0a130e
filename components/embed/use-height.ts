'use client';
import { useEffect } from 'react';
import type { HostLink } from './host-link.ts';

/** The height that a dialog needs, CSS pixels: the host's frame may be lower. */
const DIALOG_HEIGHT = 720;

/** With less height than this a dialog is unreadable; the host's page is scrolled for the rest. CSS pixels. */
const LEAST_SEEN = 400;
/** The observer reports each time the visible part changes by this much. */
const STEPS = Array.from({ length: 51 }, (_, step) => step / 50);

/** Keeps the visible part of the frame in the page's style variables; browsers report it across origins too. */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new IntersectionObserver(
      (entries) => {
        const { top = 0, height = 0 } = entries.at(-1)?.intersectionRect ?? {};
        if (height === 0) return;
        const room = Math.max(LEAST_SEEN, height);
        style.setProperty('--seen-height', `${Math.floor(room)}px`);
        style.setProperty('--seen-top', `${Math.max(0, Math.floor(Math.min(top, window.innerHeight - room)))}px`);
      },
      { threshold: STEPS },
    );
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
}

/** Tells the host the page's height whenever it changes. */
export function useHeight(link: HostLink | undefined): void {
  useEffect(() => {
    if (!link) return;
    let last = 0;
    const look = () => {
      const page = Math.ceil(document.body.getBoundingClientRect().height);
      const height = document.querySelector('[role="dialog"]') ? Math.max(page, DIALOG_HEIGHT) : page;
      if (height !== last) link.tell({ type: 'height', height });
      last = height;
    };
    const sizes = new ResizeObserver(look);
    // Dialogs are appended to the end of the body.
    const dialogs = new MutationObserver(look);
    sizes.observe(document.body);
    dialogs.observe(document.body, { childList: true, subtree: true });
    look();
    return () => {
      sizes.disconnect();
      dialogs.disconnect();
    };
  }, [link]);
}
