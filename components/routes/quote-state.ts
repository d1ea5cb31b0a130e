/**
 * Reduces the events of a streamed quote to what the list shows. A pure reducer, so that every moment can be tested.
 */
import type { QuoteEvent } from '../../lib/api/client-core.ts';
import type { QuoteResponse, WireProviderError } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { ProviderId } from '../../lib/domain/provider-id.ts';
import { compareDecimals, percentChange } from '../ui/decimal-math.ts';
import type { Refusal } from '../ui/refusal.ts';
import { plainId } from './provider-text.ts';
import { routeKey, routeMoney } from './route-money.ts';
import { rankedSoFar } from './route-ranking.ts';

/** Why there is no answer. `detail` is the server's sentence, in English; `retryAt` is in Unix milliseconds. */
export type QuoteProblem =
  | { kind: 'unreachable' }
  | { kind: 'brokeOff' }
  | { kind: 'tooOften'; retryAt: number }
  | { kind: 'refused'; detail: string; refusal?: Refusal }
  /** The embedding site vetoed the quote; `detail` is its sentence, in its own language. */
  | { kind: 'vetoed'; detail: string };

export type QuoteState = {
  phase: 'idle' | 'asking' | 'done' | 'failed';
  /**
   * The shown routes, best first. While the same request is repeated, the last answer stays until the new one is
   * complete; during a new request, the routes received so far.
   */
  routes: readonly WireRoute[];
  errors: readonly WireProviderError[];
  /**
   * The providers that have answered the current request; for a refused plan also those that were not asked upstream.
   */
  answeredIds: readonly ProviderId[];
  /** The shown routes belong to the previous request. */
  dimmed: boolean;
  /** A provider is slow: the routes received so far may be used. */
  slow: boolean;
  /** When the last complete answer arrived, and when the last attempt ended in any way; Unix milliseconds. */
  receivedAt?: number;
  triedAt?: number;
  problem?: QuoteProblem;
  /** The key of the route chosen by hand; without one, the best route is the chosen one. */
  chosenKey?: string;
  /** The key of the route under review, which stays chosen whatever arrives. */
  heldKey?: string;
  /** The chosen route, if the last answer no longer contains it. */
  lost?: WireRoute;
  /** The change of the chosen route's output at the last refresh, in percent. */
  updatedPercent?: number;
  again: boolean;
};

export const NO_QUOTE: QuoteState = {
  phase: 'idle',
  routes: [],
  errors: [],
  answeredIds: [],
  dimmed: false,
  slow: false,
  again: false,
};

export type QuoteAction =
  | { type: 'cleared' }
  /**
   * `again`: the same request, repeated because the answer grows old. `sameSwap`: a request that differs only in the
   * addresses; the route chosen by hand stays chosen.
   */
  | { type: 'asked'; again: boolean; sameSwap?: boolean }
  | { type: 'event'; event: QuoteEvent; now: number }
  | { type: 'failed'; problem: QuoteProblem; now: number }
  | { type: 'slow' }
  | { type: 'held'; held: boolean }
  | { type: 'chose'; key: string };

/** The route that the form uses: the one chosen by hand, else the one under review, else the best. */
export const chosenRoute = ({ routes, chosenKey, heldKey }: QuoteState): WireRoute | undefined =>
  routes.find((route) => routeKey(route) === (chosenKey ?? heldKey)) ?? routes[0];

/**
 * Whether the shown routes may be reviewed: a complete answer, or the routes received so far when a provider is slow.
 */
export const usable = (state: QuoteState): boolean =>
  state.routes.length > 0 &&
  !state.dimmed &&
  (state.phase === 'done' ||
    state.again ||
    (state.phase === 'asking' && (state.slow || state.chosenKey !== undefined)));

/** Percent; smaller changes are not shown. */
const LEAST_PERCENT = 0.005;

function updated(before: QuoteState, after: QuoteState): number | undefined {
  const [old, now] = [chosenRoute(before), chosenRoute(after)];
  if (!before.again || !old || !now || routeKey(old) !== routeKey(now)) return undefined;
  const change = percentChange(old.expectedBuyAmount, now.expectedBuyAmount);
  return change !== undefined && Math.abs(change) >= LEAST_PERCENT ? change : undefined;
}

function whole(state: QuoteState, quote: QuoteResponse, now: number): QuoteState {
  const chosenStays = quote.routes.some((route) => routeKey(route) === state.chosenKey);
  const gone = state.routes.find((route) => routeKey(route) === state.chosenKey);
  const { chosenKey, lost: _before, problem: _problem, updatedPercent: _update, ...rest } = state;
  const next: QuoteState = {
    ...rest,
    phase: 'done',
    routes: quote.routes,
    errors: quote.providerErrors ?? [],
    dimmed: false,
    slow: false,
    again: false,
    receivedAt: now,
    triedAt: now,
    ...(chosenStays && chosenKey !== undefined ? { chosenKey } : {}),
    ...(!chosenStays && gone ? { lost: gone } : {}),
  };
  const updatedPercent = updated(state, next);
  return updatedPercent === undefined ? next : { ...next, updatedPercent };
}

const withId = (ids: readonly ProviderId[], id: ProviderId | undefined): readonly ProviderId[] =>
  id === undefined || ids.includes(id) ? ids : [...ids, id];

function received(state: QuoteState, event: QuoteEvent, now: number): QuoteState {
  if (event.type === 'quote') return whole(state, event.quote, now);
  const id = event.type === 'route' ? event.route.providers[0] : event.providerError.provider;
  const answeredIds = withId(state.answeredIds, id);
  if (state.again) return { ...state, answeredIds };
  // Errors alone do not remove the routes of the previous request: they stay, dimmed, until a new one arrives.
  return event.type === 'route'
    ? {
        ...state,
        answeredIds,
        dimmed: false,
        routes: rankedSoFar([...(state.dimmed ? [] : state.routes), event.route]),
      }
    : { ...state, answeredIds, errors: [...state.errors, event.providerError] };
}

function asked(state: QuoteState, again: boolean, sameSwap: boolean): QuoteState {
  const { problem: _problem, ...rest } = state;
  if (again) return { ...rest, phase: 'asking', answeredIds: [], again: true };
  const { chosenKey, lost: _lost, updatedPercent: _update, ...open } = rest;
  const next: QuoteState = {
    ...open,
    ...(sameSwap && chosenKey !== undefined ? { chosenKey } : {}),
    phase: 'asking',
    answeredIds: NO_QUOTE.answeredIds,
    again: false,
    slow: false,
    dimmed: state.routes.length > 0,
    errors: NO_QUOTE.errors,
  };
  return isSame(state, next) ? state : next;
}

/** The page draws nothing anew for a state that is the same object: while an amount is typed, for each key but one. */
const isSame = (before: QuoteState, after: QuoteState): boolean =>
  Object.keys(before).length === Object.keys(after).length &&
  Object.entries(after).every(([name, value]) => Reflect.get(before, name) === value);

function holding(state: QuoteState, held: boolean): QuoteState {
  const { heldKey: _before, ...rest } = state;
  const route = held ? chosenRoute(state) : undefined;
  return route ? { ...rest, heldKey: routeKey(route) } : rest;
}

export function quoteReducer(state: QuoteState, action: QuoteAction): QuoteState {
  switch (action.type) {
    case 'cleared':
      return NO_QUOTE;
    case 'asked':
      return asked(state, action.again, action.sameSwap === true);
    case 'event':
      return received(state, action.event, action.now);
    case 'failed': {
      // After a failed refresh the last answer stays, with its age; so do routes that had already arrived.
      const stays = state.routes.length > 0 && !state.dimmed;
      const { problem, now } = action;
      return stays
        ? { ...state, phase: 'done', again: false, slow: false, problem, triedAt: now }
        : { ...NO_QUOTE, phase: 'failed', problem, triedAt: now };
    }
    case 'slow':
      return state.phase === 'asking' ? { ...state, slow: true } : state;
    case 'held':
      return holding(state, action.held);
    case 'chose': {
      const { lost: _lost, ...rest } = state;
      return { ...rest, chosenKey: action.key };
    }
  }
}

/**
 * The closest substitute for a route that is no longer offered: another route of its provider, else the one nearest in
 * value.
 */
export function nearestRoute(lost: WireRoute, routes: readonly WireRoute[]): WireRoute | undefined {
  const maker = ({ providers }: WireRoute) => providers.map(plainId).join('+');
  const own = routes.filter((route) => maker(route) === maker(lost));
  const value = routeMoney(lost).netUsd;
  const distance = (route: WireRoute) => Math.abs((routeMoney(route).netUsd ?? 0) - (value ?? 0));
  const priced = value !== undefined && routes.every((route) => routeMoney(route).netUsd !== undefined);
  return (own.length > 0 ? own : routes).toSorted((a, b) =>
    priced ? distance(a) - distance(b) : compareDecimals(b.expectedBuyAmount, a.expectedBuyAmount),
  )[0];
}
