/**
 * Explains a route's tags with figures from the routes themselves. The service decides which route carries which tag.
 */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { msg, type Text } from '../../lib/i18n/text.ts';
import { compareDecimals, percentChange } from '../ui/decimal-math.ts';
import { duration, percent, usd } from '../ui/format.ts';
import { beyondTolerance, routeKey, routeMoney } from './route-money.ts';

type Tag = WireRoute['meta']['tags'][number];

const TAG_NAMES: Readonly<Record<Tag, string>> = {
  RECOMMENDED: msg('Recommended'),
  CHEAPEST: msg('Most received'),
  FASTEST: msg('Fastest'),
};
const TAG_ORDER = ['RECOMMENDED', 'CHEAPEST', 'FASTEST'] as const;
const MOST_TAGS = 2;

export type TagWords = { tag: Tag; name: string; reason?: string };

/** By how much `route` yields more than `other`, in money if prices are known; negative when it yields less. */
function lead(t: Text, route: WireRoute, other: WireRoute, figure: 'netUsd' | 'buyUsd') {
  const [own, next] = [routeMoney(route)[figure], routeMoney(other)[figure]];
  if (own !== undefined && next !== undefined)
    return { sign: Math.abs(own - next) < 0.01 ? 0 : Math.sign(own - next), words: usd(Math.abs(own - next), t.tag) };
  const change = percentChange(other.expectedBuyAmount, route.expectedBuyAmount) ?? 0;
  return { sign: Math.abs(change) < 0.005 ? 0 : Math.sign(change), words: percent(Math.abs(change), t.tag) };
}

const timeOf = (route: WireRoute): number => route.estimatedTime?.total ?? Number.POSITIVE_INFINITY;

const bestOf = (routes: readonly WireRoute[], better: (a: WireRoute, b: WireRoute) => number): WireRoute | undefined =>
  routes.toSorted(better)[0];

/** Compares by value after all fees if all routes have prices, else by the received amount. */
function byValue(routes: readonly WireRoute[]): (a: WireRoute, b: WireRoute) => number {
  const priced = routes.every((route) => routeMoney(route).netUsd !== undefined);
  return (a, b) =>
    priced
      ? (routeMoney(b).netUsd ?? 0) - (routeMoney(a).netUsd ?? 0)
      : compareDecimals(b.expectedBuyAmount, a.expectedBuyAmount);
}

/** "21 min faster, $42 less"; undefined unless `route` is both, compared with `other`. */
function fasterForLess(t: Text, route: WireRoute, other: WireRoute): string | undefined {
  const sooner = timeOf(other) - timeOf(route);
  const { sign, words } = lead(t, route, other, 'netUsd');
  return Number.isFinite(sooner) && sooner >= 1 && sign < 0
    ? t('{time} faster, {money} less', { time: duration(sooner, t.tag), money: words })
    : undefined;
}

function recommendedReason(t: Text, route: WireRoute, others: readonly WireRoute[]): string | undefined {
  const next = bestOf(others, byValue([route, ...others]));
  if (!next) return undefined;
  const ahead = lead(t, route, next, 'netUsd');
  if (ahead.sign > 0) return t('{money} more than the next after all fees', { money: ahead.words });
  if (ahead.sign === 0) return t('as good as the next after all fees');
  return (
    fasterForLess(t, route, next) ?? (beyondTolerance(next) === undefined ? undefined : t('keeps to your slippage'))
  );
}

function mostReason(t: Text, route: WireRoute, others: readonly WireRoute[]): string | undefined {
  const next = bestOf(others, (a, b) => compareDecimals(b.expectedBuyAmount, a.expectedBuyAmount));
  if (!next) return undefined;
  const ahead = lead(t, route, next, 'buyUsd');
  return ahead.sign > 0
    ? t('{money} more than the next', { money: ahead.words })
    : ahead.sign === 0
      ? t('as much as the next')
      : undefined;
}

function fastestReason(t: Text, route: WireRoute, others: readonly WireRoute[]): string | undefined {
  const next = bestOf(others, (a, b) => timeOf(a) - timeOf(b));
  if (!next) return undefined;
  const recommended = others.find(({ meta }) => meta.tags.includes('RECOMMENDED'));
  const offered = recommended && fasterForLess(t, route, recommended);
  if (offered !== undefined) return offered;
  const sooner = timeOf(next) - timeOf(route);
  if (!Number.isFinite(sooner) || sooner < 0) return undefined;
  return sooner >= 1 ? t('{time} sooner than the next', { time: duration(sooner, t.tag) }) : t('as fast as the next');
}

const REASONS = { RECOMMENDED: recommendedReason, CHEAPEST: mostReason, FASTEST: fastestReason };

/**
 * A route's tags, the most telling first; a single route needs none. The recommended route nearly always yields the
 * most too, so that tag comes last then, without a figure of its own.
 */
export function tagsOf(t: Text, route: WireRoute, all: readonly WireRoute[]): TagWords[] {
  const others = all.filter((other) => routeKey(other) !== routeKey(route));
  if (others.length === 0) return [];
  const { tags } = route.meta;
  const implied = (tag: Tag) => tag === 'CHEAPEST' && tags.includes('RECOMMENDED');
  return TAG_ORDER.filter((tag) => tags.includes(tag))
    .toSorted((a, b) => Number(implied(a)) - Number(implied(b)))
    .map((tag) => {
      const reason = implied(tag) ? undefined : REASONS[tag](t, route, others);
      return { tag, name: t(TAG_NAMES[tag]), ...(reason === undefined ? {} : { reason }) };
    });
}

/** The two tags that fit on a card, out of those of all its routes. */
export const cardTags = <T extends TagWords>(tags: readonly T[]): T[] =>
  tags
    .toSorted(
      (a, b) =>
        Number(a.tag !== 'RECOMMENDED') - Number(b.tag !== 'RECOMMENDED') ||
        Number(a.reason === undefined) - Number(b.reason === undefined),
    )
    .slice(0, MOST_TAGS);
