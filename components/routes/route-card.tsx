import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { assetView } from '../tokens/asset-view.ts';
import { Amount } from '../ui/amount.tsx';
import { classNames } from '../ui/class-names.ts';
import { duration, percent, usd } from '../ui/format.ts';
import { beside } from './route-beside.ts';
import { RouteLine } from './route-line.tsx';
import { routeLineData } from './route-line-data.ts';
import { behindBest, routeMoney } from './route-money.ts';

const TAG_NAMES = { RECOMMENDED: 'Recommended', CHEAPEST: 'Most received', FASTEST: 'Fastest' } as const;
const TAG_ORDER = ['RECOMMENDED', 'CHEAPEST', 'FASTEST'] as const;

/** Tags, and their reasons in numbers; being recommended says all that being the most does. */
function tagsOf(route: WireRoute) {
  const tags = TAG_ORDER.filter((tag) => route.meta.tags.includes(tag));
  const told = tags.filter((tag) => tag !== 'CHEAPEST' || !tags.includes('RECOMMENDED'));
  const reasons = [...new Set(told.flatMap((tag) => route.meta.tagReasons?.[tag] ?? []))].join('; ');
  return { names: tags.map((tag) => TAG_NAMES[tag]), reason: reasons.charAt(0).toUpperCase() + reasons.slice(1) };
}

/** One route to choose: what arrives, what it costs, how long it takes, what is guaranteed, and its way. */
export function RouteCard({
  route,
  all,
  chosen,
  dimmed = false,
  onChoose,
}: {
  route: WireRoute;
  all: readonly WireRoute[];
  chosen: boolean;
  dimmed?: boolean;
  onChoose: () => void;
}) {
  const id = useId();
  const { names, reason } = tagsOf(route);
  const behind = behindBest(route, all);
  return (
    <div
      className={classNames(
        'card relative p-4 pb-3 transition-[border-color,opacity] duration-150 focus-within:outline-2 focus-within:outline-water focus-within:outline-offset-2',
        chosen ? 'border-water shadow-[inset_0_0_0_1px_var(--water)]' : 'hover:border-line-3',
        dimmed && 'opacity-55',
      )}
    >
      <input
        type="radio"
        name="route"
        id={id}
        checked={chosen}
        onChange={onChoose}
        aria-describedby={`${id}-more`}
        className="group/amount peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-10 outline-none"
      />
      <div className="pointer-events-none grid gap-2">
        <label htmlFor={id} className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
          <span className="font-medium text-20 tracking-[-0.01em]">
            <Amount value={route.expectedBuyAmount} symbol={assetView(route.buyAsset).symbol} />
          </span>
          <span className="font-semibold text-12 text-water">{names.join(' · ')}</span>
          <span className="sr-only">
            with {route.providers.map((provider) => PROVIDER_NAMES[provider]).join(', ')}
            {route.meta.boost && ', boosted'}
          </span>
          <span className="num ms-auto flex items-baseline gap-2 text-ink-2">
            {behind && (
              <span className="text-12 text-ink-3">
                {'usd' in behind ? usd(behind.usd) : percent(behind.percent, 'en', { signed: true })}
              </span>
            )}
            {route.estimatedTime && <span>≈ {duration(route.estimatedTime.total)}</span>}
          </span>
        </label>
        <RouteLine data={routeLineData(route)} tone={chosen ? 'water' : 'quiet'} />
        <div id={`${id}-more`}>
          <RouteFacts route={route} />
          {beside(route, all).map((words) => (
            <p key={words} className="mt-1 text-12 text-ink-2">
              {words}
            </p>
          ))}
          {reason && <p className="mt-1 text-12 text-ink-3">{reason}</p>}
          <RouteWarnings route={route} />
        </div>
      </div>
    </div>
  );
}

function RouteFacts({ route }: { route: WireRoute }) {
  const { feesUsd } = routeMoney(route);
  const impact = route.meta.priceImpact;
  const guaranteed = route.expectedBuyAmountMaxSlippage;
  return (
    <p className="num flex flex-wrap gap-x-4 gap-y-0.5 text-12 text-ink-2">
      {feesUsd !== undefined && <span>Fees {usd(feesUsd)}</span>}
      {route.meta.depositChannel && <span>Payable from any wallet</span>}
      {impact !== undefined && <span>Pool impact {percent(impact)}</span>}
      <span>
        {guaranteed === '0' ? (
          'Nothing guaranteed'
        ) : (
          <>
            Guaranteed <Amount value={guaranteed} />
          </>
        )}
      </span>
    </p>
  );
}

function RouteWarnings({ route }: { route: WireRoute }) {
  if (route.warnings.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-0.5">
      {route.warnings.map((warning) => (
        <li key={warning.code} title={warning.tooltip} className="flex items-start gap-1 text-12 text-amber">
          <TriangleAlert aria-hidden size={14} className="mt-px shrink-0" />
          {warning.display}
        </li>
      ))}
    </ul>
  );
}
