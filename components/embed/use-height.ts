'use client';
import { useEffect } from 'react';
import type { HostLink } from './host-link.ts';

/** What a dialog needs above it all: the host's frame may be lower than that. CSS pixels. */
const DIALOG_HEIGHT = 720;

/** Less than this no dialog can be read in; the page around the frame is scrolled for the rest. CSS pixels. */
const LEAST_SEEN = 400;
/** Looked at anew whenever so much more or less of the frame shows. */
const STEPS = Array.from({ length: 51 }, (_, step) => step / 50);

/** Keeps in the page's style which part of the frame can be seen: a browser tells it also across origins. */
export function useSeenPart(): void {
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

/** Tells the host how high the page is, whenever that changes. */
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
    // Dialogs are put beside the page, at the end of the body.
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
