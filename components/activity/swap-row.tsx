'use client';
import { SiteLink } from '../embed/site-link.tsx';
import { RouteLine } from '../routes/route-line.tsx';
import { routeLineData } from '../routes/route-line-data.ts';
import { savedProgress } from '../tracking/line-progress.ts';
import { StatusPill } from '../tracking/status-pill.tsx';
import { money, symbolOf } from '../tracking/track-selectors.ts';
import { dateTime } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { isOver, type SavedSwap, trackPath } from './saved-swaps.ts';
import { savedSwapText } from './saved-text.ts';

/** One saved swap: what was swapped for what, when, its state and its route line. The whole row links to its page. */
export function SwapRow({ swap }: { swap: SavedSwap }) {
  const t = useText();
  const { route, paid, refund, status = 'not_started' } = swap;
  const sold = money(t, route.sellAmount, route.sellAsset);
  const bought =
    status === 'completed' && paid?.amount
      ? money(t, paid.amount, paid.asset ?? route.buyAsset)
      : symbolOf(route.buyAsset);
  return (
    <SiteLink
      href={trackPath(swap)}
      prefetch={false}
      className="grid gap-1.5 rounded-10 px-4 pt-3 pb-2 hover:bg-sunken"
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="num font-medium">
          {status === 'refunded' && refund?.amount
            ? t('{what} came back', { what: money(t, refund.amount, refund.asset ?? route.sellAsset) })
            : t('{sold} to {bought}', { sold, bought })}
        </span>
        <time dateTime={new Date(swap.at).toISOString()} className="text-13 text-ink-3">
          {dateTime(swap.at, t.tag)}
        </time>
        <span className="ms-auto">
          <StatusPill status={status} label={savedSwapText(t, swap)} />
        </span>
      </span>
      {route.legs.length > 0 && (
        <RouteLine data={routeLineData(route, savedProgress(swap.status, route.legs.length))} />
      )}
      {swap.gone && !isOver(swap) && (
        <span className="text-13 text-ink-3">{t('This deployment no longer knows it.')}</span>
      )}
    </SiteLink>
  );
}
