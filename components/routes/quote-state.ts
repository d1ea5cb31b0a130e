/** The quote as it comes in: a pure reducer, so that what the list shows at each moment can be tested. */
import type { QuoteEvent } from '../../lib/api/client.ts';
import type { QuoteResponse, WireProviderError } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { ProviderErrorCode } from '../../lib/domain/errors.ts';
import { routeKey } from './route-money.ts';

export type QuoteState = {
  phase: 'idle' | 'asking' | 'done' | 'failed';
  /** What is shown: while the same question is asked again, the last answer stays until the new one is whole. */
  routes: readonly WireRoute[];
  errors: readonly WireProviderError[];
  /** Ids that have answered the question that is under way. */
  answered: number;
  /** The shown routes are of the question before. */
  dimmed: boolean;
  /** Unix milliseconds of the last whole answer. */
  receivedAt?: number;
  /** Why there is no answer. */
  problem?: string;
  /** The route that the person chose by hand; without one the first is the chosen one. */
  chosenKey?: string;
  /** The chosen route went away with the last answer. */
  lostKey?: string;
  again: boolean;
};

export const NO_QUOTE: QuoteState = { phase: 'idle', routes: [], errors: [], answered: 0, dimmed: false, again: false };

export type QuoteAction =
  | { type: 'cleared' }
  /**
   * `again`: the same question, asked anew because the answer grows old. `sameSwap`: another question, but only about
   * where it goes; the route that the person chose stays chosen.
   */
  | { type: 'asked'; again: boolean; sameSwap?: boolean }
  | { type: 'event'; event: QuoteEvent; now: number }
  | { type: 'failed'; problem: string }
  | { type: 'chose'; key: string };

function whole(state: QuoteState, quote: QuoteResponse, now: number): QuoteState {
  const chosenStays = quote.routes.some((route) => routeKey(route) === state.chosenKey);
  const { chosenKey, lostKey: _before, problem: _problem, ...rest } = state;
  return {
    ...rest,
    phase: 'done',
    routes: quote.routes,
    errors: quote.providerErrors ?? [],
    answered: state.answered,
    dimmed: false,
    again: false,
    receivedAt: now,
    ...(chosenKey === undefined ? {} : chosenStays ? { chosenKey } : { lostKey: chosenKey }),
  };
}

function received(state: QuoteState, event: QuoteEvent, now: number): QuoteState {
  if (event.type === 'quote') return whole(state, event.quote, now);
  const answered = state.answered + 1;
  if (state.again) return { ...state, answered };
  const routes = state.dimmed ? [] : state.routes;
  const errors = state.dimmed ? [] : state.errors;
  // New ones go to the end: nothing moves under the pointer before the whole answer is there.
  return event.type === 'route'
    ? { ...state, answered, dimmed: false, routes: [...routes, event.route], errors }
    : { ...state, answered, dimmed: state.dimmed, routes: state.routes, errors: [...errors, event.providerError] };
}

export function quoteReducer(state: QuoteState, action: QuoteAction): QuoteState {
  switch (action.type) {
    case 'cleared':
      return NO_QUOTE;
    case 'asked': {
      const { problem: _problem, ...rest } = state;
      if (action.again) return { ...rest, phase: 'asking', answered: 0, again: true };
      const { chosenKey, lostKey: _lost, ...open } = rest;
      const kept = action.sameSwap && chosenKey !== undefined ? { chosenKey } : {};
      return {
        ...open,
        ...kept,
        phase: 'asking',
        answered: 0,
        again: false,
        dimmed: state.routes.length > 0,
        errors: [],
      };
    }
    case 'event':
      return received(state, action.event, action.now);
    case 'failed':
      // A refresh that failed leaves the last answer standing, with its age.
      return state.again && state.routes.length > 0
        ? { ...state, phase: 'done', again: false, problem: action.problem }
        : { ...NO_QUOTE, phase: 'failed', problem: action.problem };
    case 'chose': {
      const { lostKey: _lost, ...rest } = state;
      return { ...rest, chosenKey: action.key };
    }
  }
}

/** The route that the form shows: the one chosen by hand, else the best. */
export const chosenRoute = (state: QuoteState): WireRoute | undefined =>
  state.routes.find((route) => routeKey(route) === state.chosenKey) ?? state.routes[0];

/** Who answers so would answer so for every amount, or (streaming) leaves the amount to the plain id of its provider. */
const NOT_ABOUT_AMOUNT: ReadonlySet<ProviderErrorCode> = new Set([
  'quoteNotFound',
  'tokenNotFound',
  'unsupportedChainId',
  'crossChainNotSupported',
  'missingChainflipBuyAsset',
  'missingChainflipBuyChain',
  'missingChainflipSellAsset',
  'missingChainflipSellChain',
]);

/** The least sell amount, where all who could swap another amount say that it is too small: from their messages' numbers. */
export function minimumIn(all: readonly WireProviderError[], symbol: string): string | undefined {
  const errors = all.filter((error) => !NOT_ABOUT_AMOUNT.has(error.errorCode));
  if (errors.length === 0 || errors.some((error) => error.errorCode !== 'swapAmountTooSmall')) return undefined;
  const amounts = new RegExp(`(\\d+(?:\\.\\d+)?) ${symbol.replace(/[^A-Za-z0-9]/g, '\\$&')}\\b`, 'g');
  const rising = (numbers: string[]) => numbers.sort((a, b) => Number(a) - Number(b));
  // Of a limit and the same with a margin, the one that is sure to be taken.
  const each = errors.flatMap(
    ({ message }) => rising([...message.matchAll(amounts)].map((match) => match[1] ?? '')).at(-1) ?? [],
  );
  return rising(each)[0];
}
