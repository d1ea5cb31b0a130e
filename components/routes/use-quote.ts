'use client';
import { startTransition, useCallback, useEffect, useReducer, useRef } from 'react';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import type { SaleRequest } from '../../lib/api/schemas/quote.ts';
import { type Embedding, useEmbedding } from '../embed/embedding.tsx';
import { Vetoed } from '../embed/vetoed.ts';
import { api } from '../ui/api.ts';
import { refusalOf } from '../ui/refusal.ts';
import { dueAt } from './countdown.ts';
import { chosenRoute, NO_QUOTE, type QuoteProblem, type QuoteState, quoteReducer, usable } from './quote-state.ts';
import { useAlarm, useDue } from './use-countdown.ts';

/** How long typing must rest before a request is sent. */
const DEBOUNCE_MS = 400;
/** After this time the routes received so far may be used, although some providers have not answered. */
const SLOW_MS = 4000;
/** Answers arrive in bursts: those within this time are rendered together. */
const BURST_MS = 50;
/** The wait after a "too many requests" answer that names none. */
const RETRY_SECONDS = 10;

/** Whether two requests differ in their addresses only. */
function sameSwap(one: string | undefined, other: string): boolean {
  const bare = (text: string) => {
    // `ask` wrote it.
    const { sourceAddress: _from, destinationAddress: _to, ...swap } = JSON.parse(text) as SaleRequest;
    return JSON.stringify(swap);
  };
  return one !== undefined && bare(one) === bare(other);
}

function problemOf(error: unknown): QuoteProblem {
  if (error instanceof Vetoed) return { kind: 'vetoed', detail: error.message };
  if (!(error instanceof ApiProblem) || error.status === 0) return { kind: 'unreachable' };
  if (error.status === 429)
    return {
      kind: 'tooOften',
      retryAt: Date.now() + Math.max(1, error.retryAfterSeconds ?? RETRY_SECONDS) * 1000,
    };
  const refusal = refusalOf(error);
  return {
    kind: 'refused',
    ...(refusal ? { refusal } : {}),
    detail: [error.detail, ...error.errors.map((fault) => fault.message)].join(' '),
  };
}

export type LiveQuote = QuoteState & {
  /** When the quote is refreshed, Unix milliseconds; undefined while there is none. */
  due: number | undefined;
  /** Seconds until the next attempt after "too many requests". */
  retrySeconds: number | undefined;
  /**
   * The shown routes may be reviewed: they belong to the current request, and are complete or were waited for long
   * enough.
   */
  usable: boolean;
  choose(key: string): void;
  refresh(): void;
};

/** What a route list needs of a quote. */
export type ListQuote = Omit<LiveQuote, 'usable'>;

const beforeQuote = ({ sellAsset, buyAsset, sellAmount, destinationAddress, sourceAddress }: SaleRequest) => ({
  type: 'beforeQuote' as const,
  sellAsset,
  buyAsset,
  sellAmount,
  ...(destinationAddress ? { destinationAddress } : {}),
  ...(sourceAddress ? { sourceAddress } : {}),
});

type Action = Parameters<typeof quoteReducer>[1];
type Dispatch = (action: Action) => void;

/** Sends a request and dispatches what comes back; a newer request aborts the older one. */
function useAsking(dispatch: Dispatch, permit: Embedding['ask']) {
  const abort = useRef<AbortController>(undefined);
  const ask = useCallback(
    async (text: string, typed: boolean) => {
      abort.current?.abort();
      const controller = new AbortController();
      const { signal } = controller;
      abort.current = controller;
      const slow = setTimeout(() => !signal.aborted && dispatch({ type: 'slow' }), SLOW_MS);
      const burst: Action[] = [];
      const drawNow = (): void => {
        for (const action of burst.splice(0)) if (!signal.aborted) dispatch(action);
      };
      // A key that is typed while the cards are being drawn does not wait for them.
      const draw = typed ? () => startTransition(drawNow) : drawNow;
      let whole = false;
      try {
        // This hook wrote it from a SaleRequest.
        const asked = JSON.parse(text) as SaleRequest;
        await permit(beforeQuote(asked));
        for await (const event of api.quoteStream(asked, { signal })) {
          if (signal.aborted) return;
          whole ||= event.type === 'quote';
          if (burst.push({ type: 'event', event, now: Date.now() }) === 1) setTimeout(draw, BURST_MS);
        }
        draw();
        if (!whole && !signal.aborted) dispatch({ type: 'failed', problem: { kind: 'brokeOff' }, now: Date.now() });
      } catch (error) {
        draw();
        if (!signal.aborted) dispatch({ type: 'failed', problem: problemOf(error), now: Date.now() });
      } finally {
        clearTimeout(slow);
      }
    },
    [dispatch, permit],
  );
  const stop = useCallback(() => abort.current?.abort(), []);
  return { ask, stop };
}

/** Repeats a request that the network has lost as soon as the device is online again. */
function useBackOnline(lost: boolean, refresh: () => void): void {
  useEffect(() => {
    if (!lost) return;
    window.addEventListener('online', refresh);
    return () => window.removeEventListener('online', refresh);
  }, [lost, refresh]);
}

/**
 * Requests quotes whenever the request changes, and every 30 seconds while the page is visible.
 * @param request undefined while the form is incomplete.
 * @param held true while a review is open: its figures must not change underneath.
 */
export function useQuote(request: SaleRequest | undefined, held: boolean): LiveQuote {
  // What a link asks for is awaited in the page as it is served, not only once its scripts run.
  const [state, dispatch] = useReducer(quoteReducer, request, (asked) =>
    asked ? { ...NO_QUOTE, phase: 'asking' as const } : NO_QUOTE,
  );
  const embedding = useEmbedding();
  const { ask, stop } = useAsking(dispatch, embedding.ask);
  const question = request ? JSON.stringify(request) : undefined;
  const last = useRef<string>(undefined);
  const opened = useRef(false);

  useEffect(() => {
    stop();
    // Nobody has typed what a link asks: the page was opened with it.
    const wait = opened.current ? DEBOUNCE_MS : 0;
    opened.current = true;
    const before = last.current;
    last.current = question;
    if (question === undefined) {
      dispatch({ type: 'cleared' });
      return;
    }
    // Dispatched at once, not when the request is sent, so that no answer to the previous request can be reviewed.
    dispatch({ type: 'asked', again: false, sameSwap: sameSwap(before, question) });
    const timer = setTimeout(() => void ask(question, wait > 0), wait);
    return () => clearTimeout(timer);
  }, [question, ask, stop]);
  useEffect(() => stop, [stop]);
  useEffect(() => dispatch({ type: 'held', held }), [held]);

  const shows = state.routes.length > 0;
  const refresh = useCallback(() => {
    if (question === undefined) return;
    dispatch({ type: 'asked', again: shows, sameSwap: true });
    void ask(question, true);
  }, [question, ask, shows]);

  const { problem, triedAt } = state;
  const retryAt = problem?.kind === 'tooOften' ? problem.retryAt : undefined;
  const counts = state.phase === 'done' && !held && triedAt !== undefined && retryAt === undefined;
  const due = counts ? dueAt(triedAt, chosenRoute(state)?.expiration) : undefined;
  useDue(triedAt, due, refresh);
  useBackOnline(problem?.kind === 'unreachable' || problem?.kind === 'brokeOff', refresh);
  const retrySeconds = useAlarm(held ? undefined : retryAt, refresh);
  const choose = useCallback((key: string) => dispatch({ type: 'chose', key }), []);
  return { ...state, due, retrySeconds, usable: usable(state), choose, refresh };
}
