'use client';
import { History } from 'lucide-react';
import Link from 'next/link';
import { useText } from './text.tsx';

/**
 * The header's link to the browser's swaps, with the number of running ones.
 * @param running counted by `components/activity`, which this folder may not import.
 */
export function ActivityLink({ running }: { running: number }) {
  const t = useText();
  const name =
    running === 0
      ? t('Activity')
      : t.count(running, { one: 'Activity, {n} swap under way', other: 'Activity, {n} swaps under way' });
  return (
    <Link
      href="/activity"
      prefetch={false}
      aria-label={name}
      title={name}
      className="relative inline-grid size-9 shrink-0 place-items-center rounded-6 text-ink-2 transition-colors duration-150 hover:bg-sunken hover:text-ink max-sm:size-11"
    >
      <History aria-hidden size={18} />
      {running > 0 && (
        <span
          aria-hidden
          className="num absolute -end-0.5 top-0 grid h-4 min-w-4 place-items-center rounded-full bg-water px-1 font-semibold text-[0.6875rem] text-water-ink leading-none"
        >
          {running > 9 ? '9+' : running}
        </span>
      )}
    </Link>
  );
}
