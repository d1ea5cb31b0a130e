/** The quote as it comes in: a pure reducer, so that what the list shows at each moment can be tested. */
import type { QuoteEvent } from '../../lib/api/client-core.ts';
import type { QuoteResponse, WireProviderError } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { ProviderId } from '../../lib/domain/provider-id.ts';
import { compareDecimals, percentChange } from '../ui/decimal-math.ts';
import { plainId } from './provider-words.ts';
import { routeKey, routeMoney } from './route-money.ts';
import { rankedSoFar } from './route-ranking.ts';

/** Why there is no answer. `detail` is the server's sentence, in English; `retryAt` in Unix milliseconds. */
export type QuoteProblem =
  | { kind: 'unreachable' }
  | { kind: 'brokeOff' }
  | { kind: 'tooOften'; retryAt: number }
  | { kind: 'refused'; detail: string }
  /** By the site around this frame; `detail` is its sentence, in its own language. */
  | { kind: 'vetoed'; detail: string };

export type QuoteState = {
  phase: 'idle' | 'asking' | 'done' | 'failed';
  /**
   * What is shown, best first: while the same question is asked again, the last answer stays until the new one is
   * whole; while another is asked for the first time, those that have answered so far.
   */
  routes: readonly WireRoute[];
  errors: readonly WireProviderError[];
  /** Who has answered the question that is under way; of a refused plan also those that were not asked upstream. */
  answeredIds: readonly ProviderId[];
  /** The shown routes are of the question before. */
  dimmed: boolean;
  /** Somebody lets us wait: what has come in may be used. */
  slow: boolean;
  /** Unix milliseconds of the last whole answer, and of the last try whatever came of it. */
  receivedAt?: number;
  triedAt?: number;
  problem?: QuoteProblem;
  /** The route that the person chose by hand; without one the best is the chosen one. */
  chosenKey?: string;
  /** Under review: stays the chosen one whatever comes in. */
  heldKey?: string;
  /** The chosen route, where the last answer has it no more. */
  lost?: WireRoute;
  /** By how many percent the chosen route's output changed with the last refresh. */
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
   * `again`: the same question, asked anew because the answer grows old. `sameSwap`: another question, but only about
   * where it goes; the route that the person chose stays chosen.
   */
  | { type: 'asked'; again: boolean; sameSwap?: boolean }
  | { type: 'event'; event: QuoteEvent; now: number }
  | { type: 'failed'; problem: QuoteProblem; now: number }
  | { type: 'slow' }
  | { type: 'held'; held: boolean }
  | { type: 'chose'; key: string };

/** The route that the form shows: the one chosen by hand, else the one under review, else the best. */
export const chosenRoute = ({ routes, chosenKey, heldKey }: QuoteState): WireRoute | undefined =>
  routes.find((route) => routeKey(route) === (chosenKey ?? heldKey)) ?? routes[0];

/** Whether what is shown may be reviewed: a whole answer, or who answered while somebody else lets us wait. */
export const usable = (state: QuoteState): boolean =>
  state.routes.length > 0 &&
  !state.dimmed &&
  (state.phase === 'done' ||
    state.again ||
    (state.phase === 'asking' && (state.slow || state.chosenKey !== undefined)));

/** A change too small to be written. */
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
  // Errors alone do not take away the routes of the question before: those stay, dimmed, until there is a new one.
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
  return {
    ...open,
    ...(sameSwap && chosenKey !== undefined ? { chosenKey } : {}),
    phase: 'asking',
    answeredIds: [],
    again: false,
    slow: false,
    dimmed: state.routes.length > 0,
    errors: [],
  };
}

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
      // A refresh that failed leaves the last answer standing, with its age; so do routes that had come in before.
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

/** What comes nearest to a route that is offered no more: another way of its provider, else the nearest in value. */
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
