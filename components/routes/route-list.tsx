import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WireProviderError } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { FailedProviders } from './failed-providers.tsx';
import { RouteCard } from './route-card.tsx';
import { routeKey } from './route-money.ts';

export type RouteListProps = {
  phase: 'idle' | 'asking' | 'done' | 'failed';
  routes: readonly WireRoute[];
  errors: readonly WireProviderError[];
  answered: number;
  /** How many are asked, as far as it is known. */
  asked: number | undefined;
  dimmed: boolean;
  again: boolean;
  freshSeconds: number | undefined;
  problem: string | undefined;
  chosenKey: string | undefined;
  /** Name of the route that was chosen and is offered no more. */
  lostName: string | undefined;
  /** Stands in place of the list while nothing was asked. */
  idle: ReactNode;
  onChoose: (key: string) => void;
  onRefresh: () => void;
};

export function RouteList(props: RouteListProps) {
  const { phase, routes, errors, dimmed, again, problem, chosenKey, lostName, idle, onChoose } = props;
  if (phase === 'idle') return <>{idle}</>;
  const chosen = routes.find((route) => routeKey(route) === chosenKey) ?? routes[0];
  const waiting = phase === 'asking' && !again;
  const missing = waiting ? Math.max(0, Math.min(3, (props.asked ?? 3) - props.answered) - (dimmed ? 3 : 0)) : 0;
  return (
    <section aria-label="Routes" className="grid gap-2.5">
      <ListHead {...props} />
      {lostName && (
        <Notice kind="care" live="polite">
          {lostName} offers this swap no more. The recommended route is chosen now.
        </Notice>
      )}
      {problem && routes.length > 0 && (
        <Notice kind="care" live="polite">
          These routes could not be refreshed. {problem} They are compared again before you sign.
        </Notice>
      )}
      <div role="radiogroup" aria-label="Choose a route" className="grid gap-2.5 empty:hidden">
        {routes.map((route) => (
          <RouteCard
            key={routeKey(route)}
            route={route}
            all={routes}
            chosen={route === chosen}
            dimmed={dimmed}
            onChoose={() => onChoose(routeKey(route))}
          />
        ))}
      </div>
      {['first', 'second', 'third'].slice(0, missing).map((place) => (
        <RouteSkeleton key={place} />
      ))}
      {phase === 'failed' && (
        <Notice kind="care" title="No quotes" live="polite">
          {problem} Nothing was sent. Ask again in a moment.
        </Notice>
      )}
      {phase === 'done' && routes.length === 0 && (
        <Notice kind="care" title="No route for this swap" live="polite">
          Nobody offers it just now. Below is why, and what would help. Nothing was sent.
        </Notice>
      )}
      {!waiting && <FailedProviders errors={errors} open={phase === 'done' && routes.length === 0} />}
    </section>
  );
}

function ListHead({ phase, routes, answered, asked, freshSeconds, again, dimmed, onRefresh }: RouteListProps) {
  const asking = phase === 'asking';
  const count = dimmed ? 0 : routes.length;
  const title =
    asking && !again && count === 0
      ? 'Asking for routes'
      : count === 0
        ? 'No routes'
        : count === 1
          ? '1 route'
          : `${count} routes`;
  const total = asked === undefined || asked < answered ? undefined : asked;
  const progress = total ? `${answered} of ${total} answered` : `${answered} answered`;
  return (
    <div className="flex min-h-9 items-center gap-3">
      <h2 className="font-semibold text-14">{phase === 'failed' ? 'Routes' : title}</h2>
      <span aria-live="polite" className="sr-only">
        {asking ? '' : title}
      </span>
      <span className="num ms-auto text-12 text-ink-3">
        {asking ? progress : freshSeconds === undefined ? '' : `fresh for ${freshSeconds} s`}
      </span>
      <IconButton label="Refresh quotes" onClick={onRefresh} disabled={asking} className="-me-2 size-8">
        <RefreshCw aria-hidden size={16} className={classNames(asking && 'animate-[spin_1s_linear_infinite]')} />
      </IconButton>
    </div>
  );
}

/** As high as a card with its tags and facts. */
export function RouteSkeleton() {
  return (
    <div aria-hidden className="card grid gap-2 p-4 pb-3">
      <div className="flex items-center justify-between">
        <Skeleton className="h-7" width="150px" />
        <Skeleton className="h-4" width="64px" />
      </div>
      <div className="flex h-[50px] items-start gap-2">
        <Skeleton className="size-5 rounded-full" />
        <Skeleton className="mt-2 h-1 flex-1" />
        <Skeleton className="size-5 rounded-full" />
      </div>
      <Skeleton className="h-4" width="70%" />
      <Skeleton className="h-4" width="52%" />
    </div>
  );
}
