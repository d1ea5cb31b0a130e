'use client';
import { SiteLink } from '../embed/site-link.tsx';
import { useText } from '../ui/text.tsx';
import type { SavedSwap } from './saved-swaps.ts';
import { SwapRow } from './swap-row.tsx';

const SHOWN = 3;

/** The newest swaps of this browser, each with its route line. */
export function RecentSwaps({ swaps }: { swaps: readonly SavedSwap[] }) {
  const t = useText();
  if (swaps.length === 0) return null;
  return (
    <section aria-labelledby="recent-swaps" className="grid gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="recent-swaps" className="flex min-h-9 items-center font-semibold text-16">
          {t('Your swaps in this browser')}
        </h2>
        {swaps.length > SHOWN && (
          <SiteLink
            href="/activity"
            prefetch={false}
            className="inline-flex min-h-9 items-center rounded-6 text-water hover:underline"
          >
            {t('All {n} swaps', { n: swaps.length })}
          </SiteLink>
        )}
      </div>
      <ul className="card divide-y divide-line">
        {swaps.slice(0, SHOWN).map((swap) => (
          <li key={`${swap.quoteId}${swap.routeIndex}${swap.hash}`}>
            <SwapRow swap={swap} />
          </li>
        ))}
      </ul>
    </section>
  );
}
