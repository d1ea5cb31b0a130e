'use client';
import { CircleCheck } from 'lucide-react';
import { useId } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetView } from '../tokens/asset-view.ts';
import { Amount } from '../ui/amount.tsx';
import { classNames } from '../ui/class-names.ts';
import { duration, percent, usd } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { AmountHint } from './amount-hint.tsx';
import { routeName } from './provider-text.ts';
import { variantName } from './route-beside.ts';
import type { CardRoute } from './route-cards.ts';
import { RouteFacts } from './route-facts.tsx';
import { RouteLine } from './route-line.tsx';
import { routeLineData } from './route-line-data.ts';
import { behindBest, routeKey, routeMoney } from './route-money.ts';
import { cardTags, type TagWords, tagsOf } from './route-tags.ts';
import { RouteVariants } from './route-variants.tsx';
import { RouteWarnings } from './route-warnings.tsx';

export type RouteCardProps = {
  /** The routes of one provider; never empty. */
  members: readonly CardRoute[];
  /** All routes of the list, best first: the reference for differences. */
  all: readonly WireRoute[];
  chosenKey: string | undefined;
  dimmed?: boolean;
  /** Decimals of the sold asset. */
  decimals: number;
  onChoose: (key: string) => void;
  onAmount?: ((amount: string) => void) | undefined;
};

/** The route that a card shows: the chosen one, else the best that is still offered. */
function leadOf(members: readonly CardRoute[], all: readonly WireRoute[], chosenKey: string | undefined) {
  const chosen = members.find(({ route }) => routeKey(route) === chosenKey);
  if (chosen) return chosen;
  const best = all.find((route) => members.some((member) => routeKey(member.route) === routeKey(route)));
  return members.find(({ route }) => best && routeKey(route) === routeKey(best)) ?? members[0];
}

/** Routes of the previous request: paler, but still readable (contrast 4.5:1), which half transparent text is not. */
const QUIET = '[--ink:var(--ink-3)] [--ink-2:var(--ink-3)] [&_svg]:opacity-55';

/**
 * A card of one provider's routes: what arrives, what it costs, how long it takes, what is guaranteed, and the route
 * line.
 */
export function RouteCard({ members, all, chosenKey, dimmed = false, decimals, onChoose, onAmount }: RouteCardProps) {
  const id = useId();
  const lead = leadOf(members, all, chosenKey);
  if (!lead) return null;
  const { route, gone } = lead;
  const key = routeKey(route);
  const chosen = key === chosenKey;
  const single = members.length === 1;
  const offered = members.map((member) => member.route);
  return (
    <div
      data-glide={members.map(({ route }) => routeKey(route)).join()}
      className={classNames(
        'card @container relative px-4 pt-3 pb-2.5 transition-[border-color,opacity] duration-150 has-[:focus-visible]:z-10',
        single &&
          'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-water has-[input:focus-visible]:outline-offset-2',
        chosen
          ? 'border-water shadow-[inset_0_0_0_1px_var(--water)] forced-colors:border-[Highlight] forced-colors:outline-1'
          : 'hover:border-line-3',
        dimmed && QUIET,
        gone && 'bg-sunken',
      )}
    >
      {single && (
        <input
          type="radio"
          name="route"
          id={id}
          checked={chosen}
          // `aria-disabled`, because `disabled` would take the focus away.
          aria-disabled={gone || undefined}
          onChange={() => !gone && onChoose(key)}
          aria-describedby={`${id}-more`}
          className="group/amount peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-10 outline-none aria-disabled:cursor-not-allowed"
        />
      )}
      <div className={classNames('grid gap-1.5', single && 'pointer-events-none')}>
        <CardTags members={offered} all={all} />
        <CardHead
          route={route}
          all={all}
          id={single ? id : undefined}
          onPress={() => onChoose(key)}
          chosen={chosen}
          gone={gone}
        />
        {!single && <RouteVariants members={members} chosenKey={chosenKey} onChoose={onChoose} />}
        <div id={`${id}-more`} className="grid gap-1.5">
          <RouteFacts route={route} decimals={decimals} />
          <RouteWarnings route={route} />
        </div>
        {onAmount && <AmountHint route={route} decimals={decimals} onAmount={onAmount} />}
      </div>
    </div>
  );
}

type Tagged = TagWords & { variant: string | undefined };

/** At most two tags for all routes of the card, so that choosing between them moves nothing. */
function CardTags({ members, all }: { members: readonly WireRoute[]; all: readonly WireRoute[] }) {
  const t = useText();
  const tags = cardTags(
    members.flatMap((route): Tagged[] =>
      tagsOf(t, route, all).map((tag) => ({
        ...tag,
        variant: members.length > 1 ? variantName(t, route, members) : undefined,
      })),
    ),
  );
  if (tags.length === 0) return null;
  return (
    <ul className="num flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-2">
      {tags.map(({ tag, name, variant, reason }) => (
        <li key={tag} className="flex flex-wrap items-center gap-x-2">
          <span
            className={classNames(
              'rounded-full px-2 py-0.5 font-semibold',
              tag === 'RECOMMENDED' ? 'bg-water text-water-ink' : 'bg-water-tint text-water',
            )}
          >
            {name}
          </span>
          {variant && <span className="font-medium">{variant}</span>}
          {reason && <span>{reason}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Amounts at the start, the route line in the middle, the time at the end; on narrow cards the line is below both. */
function CardHead({
  route,
  all,
  id,
  onPress,
  chosen,
  gone,
}: {
  route: WireRoute;
  all: readonly WireRoute[];
  id: string | undefined;
  onPress: () => void;
  chosen: boolean;
  gone: boolean;
}) {
  const t = useText();
  const { buyUsd } = routeMoney(route);
  const behind = behindBest(route, all);
  const { symbol } = assetView(route.buyAsset);
  const Figure = id === undefined ? 'div' : 'label';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a larger target for the pointer; the keyboard has the radios
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      onClick={id === undefined && !gone ? onPress : undefined}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 @[560px]:grid-cols-[11.5rem_minmax(0,1fr)_auto]',
        id === undefined && 'cursor-pointer',
      )}
    >
      <Figure {...(id === undefined ? {} : { htmlFor: id })} className="min-w-0">
        <span
          className={classNames(
            'block font-medium text-20 tracking-[-0.01em] [overflow-wrap:anywhere]',
            gone && 'text-ink-3 line-through',
          )}
        >
          <Amount value={route.expectedBuyAmount} symbol={symbol} />
          {chosen && <CircleCheck aria-hidden size={18} className="ms-2 inline align-[-2px] text-water" />}
        </span>
        {id !== undefined && <span className="sr-only">{t('with {name}', { name: routeName(t, route) })}</span>}
        <span className="num flex min-h-4 flex-wrap gap-x-2 text-12 text-ink-2">
          {gone ? (
            <span className="text-amber">{t('Offered no more')}</span>
          ) : (
            <>
              {buyUsd !== undefined && <span className="ltr">{usd(buyUsd, t.tag)}</span>}
              {behind && (
                <span className="ltr text-ink-3">
                  {'usd' in behind ? usd(behind.usd, t.tag) : percent(behind.percent, t.tag, { signed: true })}
                </span>
              )}
            </>
          )}
        </span>
      </Figure>
      <div className="order-last col-span-2 @[560px]:order-none @[560px]:col-span-1">
        <RouteLine data={routeLineData(route)} tone={chosen ? 'water' : 'quiet'} />
      </div>
      <span className="num min-w-[4.5rem] text-end text-ink">
        {route.estimatedTime && (
          <span className="block font-medium">
            <span aria-hidden>≈ </span>
            {duration(route.estimatedTime.total, t.tag)}
          </span>
        )}
        <CardCost route={route} />
      </span>
    </div>
  );
}

/** The whole cost of the route in dollars; nothing without prices. */
function CardCost({ route }: { route: WireRoute }) {
  const t = useText();
  const { sellUsd, netUsd } = routeMoney(route);
  if (sellUsd === undefined || netUsd === undefined) return null;
  const cost = sellUsd - netUsd;
  return (
    <span className="block text-12 text-ink-2">
      {cost >= 0 ? t('costs {money}', { money: usd(cost, t.tag) }) : t('gains {money}', { money: usd(-cost, t.tag) })}
    </span>
  );
}
