'use client';
import { Check, ChevronDown, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetView } from '../tokens/asset-view.ts';
import { Amount } from '../ui/amount.tsx';
import { classNames } from '../ui/class-names.ts';
import { duration, percent, usdRounded } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { FEE_LIMIT_PERCENT } from './amount-advice.ts';
import { brandOf, routeName } from './provider-text.ts';
import { CARD_BIG, CARD_BODY, CARD_FIGURES, CARD_HEAD } from './route-card-shape.ts';
import { type CardRoute, distinctWays } from './route-cards.ts';
import { RouteDetails } from './route-details.tsx';
import { RouteLine } from './route-line.tsx';
import { routeLineData } from './route-line-data.ts';
import { routeKey, routeMoney } from './route-money.ts';
import { type CardTag, cardTag } from './route-tags.ts';

export type RouteCardProps = {
  /** The way that the card shows, out of `members`. */
  lead: CardRoute;
  /** The routes of one provider; never empty. */
  members: readonly CardRoute[];
  /** All routes of the list in its order. */
  all: readonly WireRoute[];
  chosenKey: string | undefined;
  dimmed?: boolean;
  /** Decimals of the sold asset. */
  decimals: number;
  /** The tolerance is Portage's own default. */
  auto: boolean;
  /** The time of the slowest route shown, the scale of all lines. */
  slowestSeconds: number | undefined;
  onChoose: (key: string) => void;
  onAmount?: ((amount: string) => void) | undefined;
};

/** Routes of the previous request: paler, but still readable (contrast 4.5:1), which half transparent text is not. */
const QUIET = '[--ink:var(--ink-3)] [--ink-2:var(--ink-3)] [&_svg]:opacity-55';

const SMALL = 'block h-4.5 truncate text-13 text-ink-2 @max-[300px]:text-12';

/** One provider's offer in three numbers: what arrives, when, and what it costs in all. A press opens the rest. */
export function RouteCard(props: RouteCardProps) {
  const { lead, members, all, chosenKey, dimmed = false, decimals, auto, slowestSeconds, onChoose, onAmount } = props;
  const t = useText();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { route, gone } = lead;
  const key = routeKey(route);
  const chosen = key === chosenKey;
  const tag = cardTag(t, lead, { all, decimals, auto });
  return (
    <div
      data-glide={members.map((member) => routeKey(member.route)).join()}
      className={classNames(
        'card @container relative isolate transition-[border-color] duration-150 has-[input:focus-visible]:z-10 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-water has-[input:focus-visible]:outline-offset-2',
        chosen
          ? 'border-water shadow-[inset_0_0_0_1px_var(--water)] forced-colors:border-[Highlight] forced-colors:outline-1'
          : 'hover:border-line-3',
        dimmed && QUIET,
        gone && 'bg-sunken',
      )}
    >
      <div className="relative">
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
        <div className={`pointer-events-none ${CARD_BODY}`}>
          <div className={CARD_HEAD}>
            <Choice chosen={chosen} />
            <span aria-hidden title={routeName(t, route)} className="min-w-0 truncate font-medium">
              <span className="@max-[420px]:hidden">{routeName(t, route)}</span>
              <span className="@[420px]:hidden">{brandOf(t, route)}</span>
            </span>
            {tag && <Tag tag={tag} />}
            <button
              type="button"
              aria-expanded={open}
              aria-controls={open ? `${id}-details` : undefined}
              aria-label={t('Details of {name}', { name: routeName(t, route) })}
              onClick={() => setOpen(!open)}
              className="pointer-events-auto relative z-10 -me-2.5 ms-auto inline-grid size-11 shrink-0 place-items-center rounded-6 text-ink-2 hover:bg-sunken hover:text-ink sm:size-9"
            >
              <ChevronDown
                aria-hidden
                size={18}
                className={classNames('transition-transform duration-150', open && 'rotate-180')}
              />
            </button>
          </div>
          <Figures route={route} gone={gone} id={id} />
          <RouteLine
            data={routeLineData(route)}
            tone={chosen ? 'water' : 'quiet'}
            size="card"
            slowestSeconds={slowestSeconds}
          />
        </div>
      </div>
      {open && (
        <div id={`${id}-details`} className="grid gap-3 border-line border-t px-4 py-3">
          <RouteDetails
            route={route}
            ways={distinctWays(members, all, key)}
            decimals={decimals}
            auto={auto}
            onChoose={onChoose}
            onAmount={onAmount}
          />
        </div>
      )}
    </div>
  );
}

/** The radio as it is seen. */
const Choice = ({ chosen }: { chosen: boolean }) => (
  <span
    aria-hidden
    className={classNames(
      'grid size-4.5 shrink-0 place-items-center rounded-full border',
      chosen ? 'border-water bg-water text-water-ink forced-colors:bg-[Highlight]' : 'border-line-3',
    )}
  >
    {chosen && <Check size={12} strokeWidth={3} />}
  </span>
);

const TAGS: Readonly<Record<CardTag['kind'], string>> = {
  care: 'text-amber font-medium',
  recommended: 'rounded-full bg-water-tint px-2 py-0.5 font-semibold text-water',
  ahead: 'rounded-full bg-sunken px-2 py-0.5 font-medium text-ink',
  behind: 'text-ink-2',
};

const Tag = ({ tag: { kind, label } }: { tag: CardTag }) => (
  <span className={classNames('num flex shrink-0 items-center gap-1 text-13', TAGS[kind])}>
    {kind === 'care' && <TriangleAlert aria-hidden size={14} className="shrink-0" />}
    {label}
  </span>
);

/** What arrives, when, and what it costs in all. */
function Figures({ route, gone, id }: { route: WireRoute; gone: boolean; id: string }) {
  const t = useText();
  const { symbol } = assetView(route.buyAsset);
  const { buyUsd } = routeMoney(route);
  return (
    <div className={CARD_FIGURES}>
      <label htmlFor={id} className="min-w-0">
        <span className={classNames(CARD_BIG, gone && 'text-ink-3 line-through')}>
          <Amount value={route.expectedBuyAmount} symbol={symbol} />
        </span>
        <span className="sr-only">{t('with {name}', { name: routeName(t, route) })}</span>
        <span className={SMALL}>
          {buyUsd !== undefined && <span className="ltr">{usdRounded(buyUsd, t.tag)}</span>}
        </span>
      </label>
      <div id={`${id}-more`} className="contents">
        <Figure note={t('estimated')}>
          {route.estimatedTime ? duration(route.estimatedTime.total, t.tag) : undefined}
        </Figure>
        <Cost route={route} />
      </div>
    </div>
  );
}

const Figure = ({ note, care = false, children }: { note: ReactNode; care?: boolean; children: ReactNode }) => (
  <span className="min-w-0">
    <span className={classNames(CARD_BIG, care && 'text-amber')}>{children ?? <span aria-hidden>–</span>}</span>
    <span className={SMALL}>{note}</span>
  </span>
);

/** Everything between what is sold and what arrives, against market prices. */
function Cost({ route }: { route: WireRoute }) {
  const t = useText();
  const { sellUsd, netUsd, allInPercent } = routeMoney(route);
  if (sellUsd === undefined || netUsd === undefined || allInPercent === undefined)
    return <Figure note={t('total cost')}>{undefined}</Figure>;
  const cost = sellUsd - netUsd;
  const costPercent = percent(Math.abs(allInPercent), t.tag);
  return (
    <Figure
      care={-allInPercent >= FEE_LIMIT_PERCENT}
      note={
        cost < 0 ? t('{percent} gain', { percent: costPercent }) : t('{percent} total cost', { percent: costPercent })
      }
    >
      <span className="ltr">{usdRounded(Math.abs(cost), t.tag)}</span>
    </Figure>
  );
}
