'use client';
import { useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Pair } from '../../lib/domain/pair.ts';
import { sameAssetId } from '../../lib/domain/split-asset.ts';
import { useEmbedding } from '../embed/embedding.tsx';
import { useText } from '../ui/text.tsx';
import { isDialogEntry } from '../ui/use-back-closes.ts';
import { readFormUrl, type SwapForm, typedText, writeFormUrl } from './form-url.ts';

type Embedded = ReturnType<typeof useEmbedding>;

/**
 * Removes from a change the fields that the host has locked. The same asset under its canonical name does not count as
 * a change.
 */
function allowed(values: Partial<SwapForm>, now: SwapForm, locks: Embedded['locks']): Partial<SwapForm> {
  const same = (a: string | undefined, b: string) => a !== undefined && sameAssetId(a, b);
  const next = { ...values };
  if (locks('sell') && !same(next.sell, now.sell)) delete next.sell;
  if (locks('buy') && !same(next.buy, now.buy)) delete next.buy;
  if (locks('amount')) {
    delete next.amount;
    delete next.value;
  }
  if (locks('to')) delete next.to;
  if (locks('from')) delete next.from;
  if (locks('slippage')) delete next.slippage;
  return next;
}

const samePair = (a: SwapForm, b: SwapForm): boolean => sameAssetId(a.sell, b.sell) && sameAssetId(a.buy, b.buy);

/**
 * The form's state, mirrored in the address bar. A change of the pair adds a history entry; typing does not.
 * @param search the query with which the page was opened, equal on the server and in the browser.
 * @param first the pair that is selected when the query names none.
 */
export function useSwapForm(search: string, first: Pair) {
  const { sell, buy } = first;
  const { tag } = useText();
  const { embedded, preset, locks } = useEmbedding();
  const [form, setForm] = useState<SwapForm>(() => readFormUrl(search, tag, first));
  /** The query in the address bar, and the form that it was written from or read into. */
  const mirrored = useRef({ form, query: search });
  // Changes with every navigation: back, forward, and links to this page.
  const navigated = useSearchParams();

  useEffect(() => {
    void navigated;
    // A frame's address is invisible, and its history entries would land in the host's history.
    if (embedded) return;
    const read = () => {
      const { search: present } = window.location;
      if (present === mirrored.current.query) return;
      const there = readFormUrl(present, tag, { sell, buy });
      mirrored.current = { form: there, query: present };
      setForm(there);
    };
    read();
    // Next's router tells only of the last of two quick navigations, which may be where the first one began.
    window.addEventListener('popstate', read);
    return () => window.removeEventListener('popstate', read);
  }, [navigated, tag, embedded, sell, buy]);

  useEffect(() => {
    const before = mirrored.current.form;
    if (embedded || before === form) return;
    const { pathname, search: present, hash } = window.location;
    const wanted = writeFormUrl(form, tag, present);
    mirrored.current = { form, query: wanted };
    if (wanted === present) return;
    const url = `${pathname}${wanted}${hash}`;
    // A pair chosen in a dialog takes the entry of that dialog: one step back leads to the pair before.
    const opensEntry = !samePair(before, form) && !isDialogEntry();
    if (!opensEntry) window.history.replaceState(null, '', url);
    else window.history.pushState(null, '', url);
  }, [form, tag, embedded]);

  // Applies what the host sets after the page was opened.
  const applied = useRef(preset);
  useEffect(() => {
    if (preset === applied.current) return;
    applied.current = preset;
    if (!preset) return;
    const { amount, ...rest } = preset;
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    setForm((now) => ({
      ...now,
      ...given,
      ...(amount === undefined ? {} : { amount: typedText(amount, tag), value: undefined }),
    }));
  }, [preset, tag]);

  const change = useCallback(
    (values: Partial<SwapForm>) => setForm((now) => ({ ...now, ...allowed(values, now, locks) })),
    [locks],
  );
  return { form, change };
}
