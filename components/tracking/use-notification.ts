'use client';
import { useEffect, useRef, useState } from 'react';

export type NotifyState = 'off' | 'on' | 'refused' | 'impossible';

/** On phones a page can show notifications only through its service worker. */
async function show(title: string, body: string, tag: string): Promise<void> {
  const options = { body, tag, icon: '/favicon.svg', silent: true };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (worker?.active) return worker.showNotification(title, options);
  const notification = new Notification(title, options);
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}

/**
 * Notifies the reader of each change of `text` while the page is hidden, once they have asked for it.
 * @param tag one notification per swap: the next replaces the last.
 */
export function useNotification(
  text: string | undefined,
  body: string,
  tag: string,
): { state: NotifyState; toggle: () => void } {
  const [state, setState] = useState<NotifyState>('off');
  const shown = useRef(text);
  useEffect(() => {
    if (typeof Notification === 'undefined') setState('impossible');
  }, []);
  useEffect(() => {
    const before = shown.current;
    shown.current = text;
    if (state !== 'on' || text === undefined || before === undefined || before === text) return;
    if (!document.hidden) return;
    show(text, body, tag).catch(() => setState('impossible'));
  }, [text, body, tag, state]);
  const toggle = () => {
    if (state === 'on') return setState('off');
    void Notification.requestPermission().then((permission) => setState(permission === 'granted' ? 'on' : 'refused'));
  };
  return { state, toggle };
}
