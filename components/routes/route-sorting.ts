/** Sorts routes by the reader's choice. "Recommended" is the service's own order; the others compare plain figures. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { msg } from '../../lib/i18n/text.ts';
import { compareDecimals } from '../ui/decimal-math.ts';
import { routeMoney } from './route-money.ts';

export const SORTS = ['recommended', 'most', 'fastest', 'fees'] as const;
export type RouteSort = (typeof SORTS)[number];

export const SORT_NAMES: Readonly<Record<RouteSort, string>> = {
  recommended: msg('Recommended'),
  most: msg('Most received'),
  fastest: msg('Fastest'),
  fees: msg('Lowest fees'),
};

export const isRouteSort = (text: string | null): text is RouteSort => SORTS.some((sort) => sort === text);

/** Ascending; unknown values come last. */
const rising = (a: number | undefined, b: number | undefined): number =>
  a === b ? 0 : a === undefined ? 1 : b === undefined ? -1 : a - b;

const COMPARE: Readonly<Record<Exclude<RouteSort, 'recommended'>, (a: WireRoute, b: WireRoute) => number>> = {
  most: (a, b) => compareDecimals(b.expectedBuyAmount, a.expectedBuyAmount),
  fastest: (a, b) => rising(a.estimatedTime?.total, b.estimatedTime?.total),
  fees: (a, b) => rising(routeMoney(a).feesUsd, routeMoney(b).feesUsd),
};

/** @param routes in the service's order, which equal routes keep. */
export const sortRoutes = (routes: readonly WireRoute[], sort: RouteSort): WireRoute[] =>
  sort === 'recommended' ? [...routes] : routes.toSorted(COMPARE[sort]);
