'use client';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import { type Embedding, useEmbedding } from '../embed/embedding.tsx';
import { Vetoed } from '../embed/vetoed.ts';
import { api } from '../ui/api.ts';
import { dueAt } from './countdown.ts';
import { chosenRoute, NO_QUOTE, type QuoteProblem, type QuoteState, quoteReducer, usable } from './quote-state.ts';
import { useAlarm, useDue } from './use-countdown.ts';

const DEBOUNCE_MS = 400;
/** After so long who has answered may be used, whoever is still missing. */
const SLOW_MS = 4000;
/** Answers come in a burst: those of so short a time are drawn at once. */
const BURST_MS = 50;
/** Where an answer says "too often" without saying until when. */
const RETRY_SECONDS = 10;

/** Whether two questions differ in addresses only. */
function sameSwap(one: string | undefined, other: string): boolean {
  const bare = (text: string) => {
    const { sourceAddress: _from, destinationAddress: _to, ...swap } = JSON.parse(text) as QuoteRequest; // as in `ask`
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
  return { kind: 'refused', detail: [error.detail, ...error.errors.map((fault) => fault.message)].join(' ') };
}

export type LiveQuote = QuoteState & {
  /** When the answer is asked for anew, Unix ms; undefined while there is none. */
  due: number | undefined;
  /** Seconds until it is asked again after "too often". */
  retrySeconds: number | undefined;
  /** What is shown may be reviewed: not of another question, and whole or waited for long enough. */
  usable: boolean;
  choose(key: string): void;
  refresh(): void;
};

/** What a list of routes needs of it. */
export type ListQuote = Omit<LiveQuote, 'usable'>;

const beforeQuote = ({ sellAsset, buyAsset, sellAmount, destinationAddress, sourceAddress }: QuoteRequest) => ({
  type: 'beforeQuote' as const,
  sellAsset,
  buyAsset,
  sellAmount,
  ...(destinationAddress ? { destinationAddress } : {}),
  ...(sourceAddress ? { sourceAddress } : {}),
});

type Action = Parameters<typeof quoteReducer>[1];
type Dispatch = (action: Action) => void;

/** Sends a question and passes on what comes back; a newer question breaks the older off. */
function useAsking(dispatch: Dispatch, permit: Embedding['ask']) {
  const abort = useRef<AbortController>(undefined);
  const ask = useCallback(
    async (text: string) => {
      abort.current?.abort();
      const controller = new AbortController();
      const { signal } = controller;
      abort.current = controller;
      const slow = setTimeout(() => !signal.aborted && dispatch({ type: 'slow' }), SLOW_MS);
      const burst: Action[] = [];
      const draw = (): void => {
        for (const action of burst.splice(0)) if (!signal.aborted) dispatch(action);
      };
      let whole = false;
      try {
        const asked = JSON.parse(text) as QuoteRequest; // written by this hook from a QuoteRequest
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

/**
 * Asks for quotes whenever the question changes, and again every 30 seconds while the page is seen.
 * @param request undefined while there is nothing to ask.
 * @param held true while a review is open: its numbers must not change underneath.
 */
export function useQuote(request: QuoteRequest | undefined, held: boolean): LiveQuote {
  const [state, dispatch] = useReducer(quoteReducer, NO_QUOTE);
  const embedding = useEmbedding();
  const { ask, stop } = useAsking(dispatch, embedding.ask);
  const question = request ? JSON.stringify(request) : undefined;
  const last = useRef<string>(undefined);

  useEffect(() => {
    stop();
    const before = last.current;
    last.current = question;
    if (question === undefined) {
      dispatch({ type: 'cleared' });
      return;
    }
    // At once, not when it is sent: nobody shall review an answer to the question before.
    dispatch({ type: 'asked', again: false, sameSwap: sameSwap(before, question) });
    const timer = setTimeout(() => void ask(question), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [question, ask, stop]);
  useEffect(() => stop, [stop]);
  useEffect(() => dispatch({ type: 'held', held }), [held]);

  const shows = state.routes.length > 0;
  const refresh = useCallback(() => {
    if (question === undefined) return;
    dispatch({ type: 'asked', again: shows, sameSwap: true });
    void ask(question);
  }, [question, ask, shows]);

  const { problem, triedAt } = state;
  const retryAt = problem?.kind === 'tooOften' ? problem.retryAt : undefined;
  const counts = state.phase === 'done' && !held && triedAt !== undefined && retryAt === undefined;
  const due = counts ? dueAt(triedAt, chosenRoute(state)?.expiration) : undefined;
  useDue(triedAt, due, refresh);
  const retrySeconds = useAlarm(held ? undefined : retryAt, refresh);
  const choose = useCallback((key: string) => dispatch({ type: 'chose', key }), []);
  return { ...state, due, retrySeconds, usable: usable(state), choose, refresh };
}
