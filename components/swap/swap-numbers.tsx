import type { ReactNode } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { routeCost } from '../routes/route-cost.tsx';
import { assetView } from '../tokens/asset-view.ts';
import { duration, fullAmount, shortAmount } from '../ui/format.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useText } from '../ui/text.tsx';

/** When the chosen route pays, what it costs in all, and its minimum. The row is as high without a route. */
export function SwapNumbers({
  route,
  waiting,
  leastWaits = false,
  dimmed,
}: {
  route: WireRoute | undefined;
  waiting: boolean;
  /** The minimum at the route's own tolerance is still loading. */
  leastWaits?: boolean;
  dimmed: boolean;
}) {
  const t = useText();
  const value = (shown: ReactNode, waits = waiting) =>
    waits ? <Skeleton className="h-4 w-14" /> : shown === undefined ? <span aria-hidden>–</span> : shown;
  return (
    <dl
      className={`num grid grid-cols-[0.6fr_1fr_1.15fr] items-end gap-x-3 border-line border-t px-4 py-2.5 text-13 ${dimmed ? 'opacity-55' : ''}`}
    >
      <Fact name={t('Time')}>{value(route?.estimatedTime && duration(route.estimatedTime.total, t.tag))}</Fact>
      <Fact name={t('Total cost')}>{value(route && routeCost(t, route))}</Fact>
      <Fact name={t('Minimum received')}>
        {value(route && <Least route={route} />, waiting || (leastWaits && route !== undefined))}
      </Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-ink-2 [overflow-wrap:anywhere]">{name}</dt>
    <dd className="flex min-h-5 items-center truncate font-medium text-14 text-ink">{children}</dd>
  </div>
);

function Least({ route }: { route: WireRoute }) {
  const t = useText();
  const { symbol } = assetView(route.buyAsset);
  const least = route.expectedBuyAmountMaxSlippage;
  return least === '0' ? (
    t('none')
  ) : (
    <span className="ltr truncate" title={`${fullAmount(least, t.tag)} ${symbol}`}>
      {shortAmount(least, t.tag)} {symbol}
    </span>
  );
}
