'use client';
import { ChevronDown, ListRestart } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { ProviderId } from '../../lib/domain/provider-id.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { assetView } from '../tokens/asset-view.ts';
import { Button } from '../ui/button.tsx';
import { percent, shortAmount, usd } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { useGlide } from '../ui/use-glide.ts';
import { useWidth } from '../ui/use-width.ts';
import { FailedProviders, PausedNote, type Remedies } from './failed-providers.tsx';
import { listedName, routeName } from './provider-text.ts';
import { NoRoutes, NoticesAbove } from './quote-notices.tsx';
import { chosenRoute } from './quote-state.ts';
import { RefreshRing } from './refresh-ring.tsx';
import { RouteCard } from './route-card.tsx';
import { cardOf, cardsOf, foldCards, leadOf } from './route-cards.ts';
import { routeKey } from './route-money.ts';
import { sortRoutes } from './route-sorting.ts';
import { SortChoice, useRouteSort } from './sort-choice.tsx';
import { useAnnounced } from './use-announced.ts';
import { useCards, usePresence } from './use-cards.ts';
import type { ListQuote } from './use-quote.ts';
import { stillWaiting, WaitingRoutes } from './waiting-routes.tsx';

export type RouteListProps = {
  quote: ListQuote;
  /** All providers that this deployment asks: each answers with a route or a reason. */
  asked: readonly ProviderId[];
  sell: { symbol: string; decimals: number };
  /** The tolerance is Portage's own default, not the user's choice. */
  autoSlippage?: boolean;
  /** The actions that may remedy a failure; those not given are not offered. */
  onAmount?: (amount: string) => void;
  onOtherAmount?: () => void;
  onOtherAsset?: () => void;
};

/**
 * Cards shown before "more routes" is pressed: a phone shows the recommended one, a wide page as many as fit beside the
 * form.
 */
const FOLDED = { narrow: 1, wide: 4 };
const WIDE_PX = 440;

/** The answer to a quote request; without a request there is no list. */
export function RouteList(props: RouteListProps) {
  const { quote, asked, sell } = props;
  const { phase, routes, errors, dimmed, again, slow } = quote;
  const t = useText();
  const section = useRef<HTMLElement>(null);
  // It is laid out before there are cards.
  const width = useWidth(section);
  const [sort, setSort] = useRouteSort();
  const waiting = phase === 'asking' && !again ? stillWaiting(asked, quote.answeredIds) : [];
  const over = phase === 'done' || phase === 'failed';
  const remedies: Remedies = {
    symbol: sell.symbol,
    onAmount: props.onAmount,
    onOtherAmount: props.onOtherAmount,
    onOtherAsset: props.onOtherAsset,
    onRetry: quote.refresh,
  };
  return (
    <section ref={section} aria-label={t('Routes')} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <ListHead quote={quote} asked={asked.length}>
        {routes.length > 1 && <SortChoice sort={sort} onSort={setSort} />}
      </ListHead>
      <NoticesAbove quote={quote} />
      <Cards {...props} routes={sortRoutes(routes, sort)} section={section} width={width} below={waiting.join()} />
      {slow && waiting.length > 0 && routes.length > 0 && !dimmed && (
        <p role="status" className="px-0.5 text-13 text-ink-2">
          {t('Still waiting for {names}. You can use the routes shown.', { names: brandsOf(t, waiting) })}
        </p>
      )}
      {!dimmed && <WaitingRoutes waiting={waiting} />}
      {over && routes.length === 0 && <NoRoutes quote={quote} />}
      {over && routes.length > 0 && <PausedNote errors={errors} />}
      {(over || again) && <FailedProviders errors={errors} routes={routes} remedies={remedies} />}
    </section>
  );
}

const brandsOf = (t: Text, ids: readonly ProviderId[]): string => t.list([...new Set(ids.map((id) => listedName(id)))]);

function ListHead({ quote, asked, children }: { quote: ListQuote; asked: number; children: React.ReactNode }) {
  const t = useText();
  const { phase, routes, dimmed, again, answeredIds, due, updatedPercent } = quote;
  const asking = phase === 'asking';
  const count = dimmed ? 0 : cardsOf(routes).length;
  const title =
    phase === 'failed'
      ? t('Routes')
      : count > 0
        ? t.count(count, { one: '{n} route', other: '{n} routes' })
        : asking
          ? t('Getting routes')
          : t('No routes');
  const progress =
    asking && !again
      ? t('{n} of {total} answered', { n: answeredIds.length, total: Math.max(asked, answeredIds.length) })
      : updatedPercent !== undefined && !asking
        ? t('Updated: {change}', { change: percent(updatedPercent, t.tag, { signed: true }) })
        : '';
  return (
    <div className="flex min-h-11 items-center gap-x-3">
      <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
        <h2 className="font-semibold text-16">{title}</h2>
        <p className="num text-13 text-ink-2 empty:hidden">{progress}</p>
      </div>
      <Recommended quote={quote} />
      {children}
      <RefreshRing due={due} asking={asking} onRefresh={quote.refresh} />
    </div>
  );
}

/** Announces the recommended route when it is known, and again when it changes. */
function Recommended({ quote: { phase, slow, dimmed, routes } }: { quote: ListQuote }) {
  const t = useText();
  const [first] = routes;
  const known = first && !dimmed && (phase === 'done' || slow) ? first : undefined;
  const announcement = known
    ? t.count(
        cardsOf(routes).length,
        {
          one: '{n} route. Recommended: {amount} {symbol} with {name}',
          other: '{n} routes. Recommended: {amount} {symbol} with {name}',
        },
        {
          amount: shortAmount(known.expectedBuyAmount, t.tag),
          symbol: assetView(known.buyAsset).symbol,
          name: routeName(t, known),
        },
      )
    : '';
  const said = useAnnounced(
    known && [known.sellAmount, known.sellAsset, known.buyAsset, routeKey(known)].join(),
    announcement,
  );
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  );
}

function Cards({
  quote,
  sell,
  autoSlippage = false,
  onAmount,
  routes,
  section,
  width,
  below,
}: Pick<RouteListProps, 'quote' | 'sell' | 'autoSlippage' | 'onAmount'> & {
  routes: readonly WireRoute[];
  /** Contains the cards and everything below them. */
  section: RefObject<HTMLElement | null>;
  /** In pixels; undefined before it is laid out. */
  width: number | undefined;
  /** Changes with what is below the cards. */
  below: string;
}) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const [unfolded, setUnfolded] = useState(false);
  const { present, handlers, moveFocus } = usePresence(box);
  const { cards, keys, better, settle } = useCards(routes, present);
  const chosen = chosenRoute(quote);
  const chosenKey = chosen && routeKey(chosen);
  const most = unfolded ? cards.length : width === undefined || width < WIDE_PX ? FOLDED.narrow : FOLDED.wide;
  const folded = foldCards(keys, chosenKey, most);
  // The way that was picked last on each card stays there when another card is chosen.
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({});
  const shown = cards.flatMap((card) => {
    const brand = card.routes[0] ? cardOf(card.routes[0].route) : '';
    const lead = leadOf(card.routes, routes, [chosenKey, picked[brand]]);
    return lead && folded.cards.some((own) => own.join() === card.key) ? [{ ...card, brand, lead }] : [];
  });
  const slowest = Math.max(0, ...shown.map(({ lead }) => lead.route.estimatedTime?.total ?? 0));
  useGlide(section, [...shown.map((card) => card.key), below].join());
  return (
    <div ref={box} {...handlers} className="relative grid grid-cols-[minmax(0,1fr)] gap-2.5 empty:hidden">
      {better && (
        <div className="pointer-events-none sticky top-2 z-20 -mb-12 flex h-9.5 justify-center sm:top-9">
          <Button
            look="primary"
            size="small"
            className="pointer-events-auto rounded-full shadow-lift sm:-translate-y-7"
            icon={<ListRestart aria-hidden size={16} />}
            onClick={({ detail }) => {
              moveFocus(detail === 0);
              settle();
            }}
          >
            {better.moreUsd === undefined
              ? t('A better route was found')
              : t('Better route found: {money} more', { money: usd(better.moreUsd, t.tag) })}
          </Button>
        </div>
      )}
      <div
        role="radiogroup"
        aria-label={t('Choose a route')}
        className="grid grid-cols-[minmax(0,1fr)] gap-2.5 empty:hidden"
      >
        {shown.map((card) => (
          <RouteCard
            key={card.key}
            lead={card.lead}
            members={card.routes}
            all={routes}
            chosenKey={chosenKey}
            dimmed={quote.dimmed}
            decimals={sell.decimals}
            auto={autoSlippage}
            slowestSeconds={slowest || undefined}
            onChoose={(key) => {
              setPicked((before) => ({ ...before, [card.brand]: key }));
              quote.choose(key);
            }}
            onAmount={onAmount}
          />
        ))}
      </div>
      {folded.hidden > 0 && (
        <Button
          aria-expanded={false}
          icon={<ChevronDown aria-hidden size={16} />}
          className="max-sm:min-h-11"
          onClick={() => setUnfolded(true)}
        >
          {t.count(folded.hidden, { one: '{n} more route', other: '{n} more routes' })}
        </Button>
      )}
    </div>
  );
}
