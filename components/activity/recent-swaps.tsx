import Link from 'next/link';
import { RouteLine } from '../routes/route-line.tsx';
import { routeLineData } from '../routes/route-line-data.ts';
import { assetView } from '../tokens/asset-view.ts';
import { savedProgress } from '../tracking/line-progress.ts';
import { StatusPill } from '../tracking/status-pill.tsx';
import { shortAmount } from '../ui/format.ts';
import { type SavedSwap, trackPath } from './saved-swaps.ts';

const SHOWN = 5;
const when = (at: number) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));

/** The swaps of this browser, each with its line. */
export function RecentSwaps({ swaps }: { swaps: readonly SavedSwap[] }) {
  if (swaps.length === 0) return null;
  return (
    <section aria-labelledby="recent-swaps" className="grid gap-2.5">
      <h2 id="recent-swaps" className="flex min-h-9 items-center font-semibold text-14">
        Your swaps in this browser
      </h2>
      <ul className="card divide-y divide-line">
        {swaps.slice(0, SHOWN).map((swap) => (
          <li key={`${swap.quoteId}${swap.routeIndex}${swap.hash}`}>
            <Link href={trackPath(swap)} className="grid gap-1.5 rounded-10 px-4 pt-3 pb-2 hover:bg-sunken">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="num font-medium">
                  {shortAmount(swap.route.sellAmount)} {assetView(swap.route.sellAsset).symbol} to{' '}
                  {assetView(swap.route.buyAsset).symbol}
                </span>
                <time dateTime={new Date(swap.at).toISOString()} className="text-12 text-ink-3">
                  {when(swap.at)}
                </time>
                <span className="ms-auto">
                  <StatusPill status={swap.status ?? 'not_started'} />
                </span>
              </span>
              <RouteLine data={routeLineData(swap.route, savedProgress(swap.status, swap.route.legs.length))} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
