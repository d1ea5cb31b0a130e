'use client';
import { useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useRef, useState } from 'react';
import { sameAssetId } from '../../lib/domain/asset-parts.ts';
import { useText } from '../ui/text.tsx';
import { readFormUrl, type SwapForm, writeFormUrl } from './form-url.ts';

const samePair = (a: SwapForm, b: SwapForm): boolean => sameAssetId(a.sell, b.sell) && sameAssetId(a.buy, b.buy);

/**
 * The form, mirrored in the address bar. Another pair is a step to go back to; what is typed is not.
 * @param search the query with which the page was opened, the same on the server and in the browser.
 */
export function useSwapForm(search: string) {
  const { tag } = useText();
  const [form, setForm] = useState<SwapForm>(() => readFormUrl(search, tag));
  /** What stands in the address bar: the query, and the form that it was written from or read into. */
  const mirrored = useRef({ form, query: search });
  // Changes with every navigation: back and forward, and a link that leads here again.
  const navigated = useSearchParams();

  useEffect(() => {
    void navigated;
    const { search: present } = window.location;
    if (present === mirrored.current.query) return;
    const there = readFormUrl(present, tag);
    mirrored.current = { form: there, query: present };
    setForm(there);
  }, [navigated, tag]);

  useEffect(() => {
    const before = mirrored.current.form;
    if (before === form) return;
    const { pathname, search: present, hash } = window.location;
    const wanted = writeFormUrl(form, tag, present);
    mirrored.current = { form, query: wanted };
    if (wanted === present) return;
    const url = `${pathname}${wanted}${hash}`;
    if (samePair(before, form)) window.history.replaceState(null, '', url);
    else window.history.pushState(null, '', url);
  }, [form, tag]);

  const change = useCallback((part: Partial<SwapForm>) => setForm((now) => ({ ...now, ...part })), []);
  return { form, change };
}
