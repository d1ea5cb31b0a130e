'use client';
import Link from 'next/link';
import type { RecentWay } from '../../lib/api/recent-way.ts';
import { swapLink } from '../swap/form-url.ts';
import { assetView } from '../tokens/asset-view.ts';
import { duration, percent } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { RouteLine } from './route-line.tsx';
import { routeLineData } from './route-line-data.ts';

/** How long the ways between pairs took and what they cost of late, on one scale of time. A press takes the pair. */
export function RecentWays({ ways }: { ways: readonly RecentWay[] }) {
  const t = useText();
  const slowestSeconds = Math.max(...ways.map(({ route }) => route.estimatedTime?.total ?? 0));
  return (
    <section aria-label={t('Quoted recently')} className="grid gap-2.5">
      <h2 className="flex min-h-9 items-center font-semibold text-16">{t('Quoted recently')}</h2>
      <ul className="card divide-y divide-line">
        {ways.map(({ route, costBps }) => {
          const { sellAsset, buyAsset, estimatedTime } = route;
          const [sell, buy] = [assetView(sellAsset), assetView(buyAsset)];
          return (
            <li key={`${sellAsset} ${buyAsset}`}>
              <Link
                href={swapLink({ sell: sellAsset, buy: buyAsset })}
                prefetch={false}
                className="block px-4 py-3 hover:bg-sunken"
              >
                <span className="num mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
                  <span className="font-medium">{t('{sell} to {buy}', { sell: sell.symbol, buy: buy.symbol })}</span>
                  <span className="text-14 text-ink-2">
                    {duration(estimatedTime?.total ?? 0, t.tag)} ·{' '}
                    {t('{percent} total cost', { percent: percent(costBps / 100, t.tag) })}
                  </span>
                </span>
                <RouteLine data={routeLineData(route)} size="card" slowestSeconds={slowestSeconds} />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
