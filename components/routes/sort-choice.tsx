'use client';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { ownStorage } from '../ui/own-storage.ts';
import { useText } from '../ui/text.tsx';
import { isRouteSort, type RouteSort, SORT_NAMES, SORTS } from './route-sorting.ts';

/** Also named in the list of everything this browser stores. */
const KEY = 'portage.routeSort';

/** The order chosen last in this browser. */
export function useRouteSort(): [RouteSort, (sort: RouteSort) => void] {
  const [sort, setSort] = useState<RouteSort>('recommended');
  useEffect(() => {
    const kept = ownStorage().getItem(KEY);
    if (isRouteSort(kept)) setSort(kept);
  }, []);
  const choose = (next: RouteSort) => {
    setSort(next);
    try {
      ownStorage().setItem(KEY, next);
    } catch {
      // Storage is full: the choice lasts as long as the page.
    }
  };
  return [sort, choose];
}

export function SortChoice({ sort, onSort }: { sort: RouteSort; onSort: (sort: RouteSort) => void }) {
  const t = useText();
  const id = useId();
  return (
    <span className="relative inline-flex min-w-0 items-center">
      <label htmlFor={id} className="sr-only">
        {t('Sort routes by')}
      </label>
      <select
        id={id}
        value={sort}
        onChange={({ target }) => isRouteSort(target.value) && onSort(target.value)}
        className="min-h-9 min-w-0 cursor-pointer appearance-none text-ellipsis rounded-6 bg-transparent py-1 ps-2 pe-7 text-end font-medium text-14 text-ink-2 hover:bg-sunken hover:text-ink max-sm:min-h-11 max-sm:text-16"
      >
        {SORTS.map((one) => (
          <option key={one} value={one}>
            {t(SORT_NAMES[one])}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={14} className="pointer-events-none absolute end-2 text-ink-2" />
    </span>
  );
}
