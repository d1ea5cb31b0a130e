'use client';
import { useEffect, useState } from 'react';
import { EMPTY_FORM, readFormUrl, type SwapForm, writeFormUrl } from './form-url.ts';

/** The form, mirrored in the address bar; `ready` once the address bar was read. */
export function useSwapForm() {
  const [form, setForm] = useState<SwapForm>(EMPTY_FORM);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const read = () => setForm(readFormUrl(window.location.search));
    read();
    setReady(true);
    window.addEventListener('popstate', read);
    return () => window.removeEventListener('popstate', read);
  }, []);
  useEffect(() => {
    if (!ready) return;
    const wanted = `${window.location.pathname}${writeFormUrl(form)}`;
    if (wanted !== window.location.pathname + window.location.search) window.history.replaceState(null, '', wanted);
  }, [form, ready]);
  const change = (part: Partial<SwapForm>) => setForm((now) => ({ ...now, ...part }));
  /** Sides change; an address belongs to its chain, so the two addresses change as well. */
  const flip = () => setForm((now) => ({ ...now, sell: now.buy, buy: now.sell, to: now.from, from: now.to }));
  return { form, change, flip, ready };
}
