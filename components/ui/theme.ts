'use client';
import { useEffect, useState } from 'react';
import { ownStorage } from './own-storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Also read by public/theme.js before the first paint. */
const KEY = 'portage.theme';
const CHANGED = 'portage:theme';

const isTheme = (text: string | null): text is Theme => THEMES.some((theme) => theme === text);

function savedTheme(): Theme {
  const saved = ownStorage().getItem(KEY);
  return isTheme(saved) ? saved : 'system';
}

function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The chosen theme and its setter; 'system' until hydration. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => {
    const read = () => {
      const saved = savedTheme();
      setTheme(saved);
      show(saved);
    };
    read();
    window.addEventListener(CHANGED, read);
    window.addEventListener('storage', read);
    return () => {
      window.removeEventListener(CHANGED, read);
      window.removeEventListener('storage', read);
    };
  }, []);
  const choose = (next: Theme) => {
    try {
      if (next === 'system') localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, next);
    } catch {
      // Storage is forbidden: the choice lasts as long as the page.
    }
    setTheme(next);
    show(next);
    window.dispatchEvent(new Event(CHANGED));
  };
  return [theme, choose];
}
