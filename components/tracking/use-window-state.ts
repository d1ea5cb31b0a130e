'use client';
import { useEffect, useLayoutEffect } from 'react';
import type { LineProgress } from '../routes/route-line-data.ts';
import { stateIcon } from './state-icon.ts';

/** Sets the window title, also against the title of the page's metadata, which may arrive later. */
export function useTitle(title: string | undefined): void {
  useLayoutEffect(() => {
    if (title === undefined) return;
    const name = () => {
      if (document.title !== title) document.title = title;
    };
    name();
    const observer = new MutationObserver(name);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [title]);
}

/** Draws the swap's progress into the window icon while it is followed, and restores the icon afterwards. */
export function useStateIcon(progress: LineProgress | undefined, legs: number): void {
  const drawn = progress && stateIcon(progress, legs);
  useEffect(() => {
    if (drawn === undefined) return;
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')];
    const before = links.map((link) => link.getAttribute('href'));
    for (const link of links) link.setAttribute('href', drawn);
    return () => {
      for (const [index, link] of links.entries()) link.setAttribute('href', before[index] ?? '/favicon.svg');
    };
  }, [drawn]);
}
