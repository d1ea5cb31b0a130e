'use client';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { ApiProblem } from '../../lib/api/client.ts';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import { api } from '../ui/api.ts';
import { NO_QUOTE, type QuoteState, quoteReducer } from './quote-state.ts';

const DEBOUNCE_MS = 400;
export const REFRESH_SECONDS = 30;

/** Whether two questions differ in addresses only. */
function sameSwap(one: string | undefined, other: string): boolean {
  const bare = (text: string) => {
    const { sourceAddress: _from, destinationAddress: _to, ...swap } = JSON.parse(text) as QuoteRequest; // as in `ask`
    return JSON.stringify(swap);
  };
  return one !== undefined && bare(one) === bare(other);
}

const problemOf = (error: unknown): string =>
  error instanceof ApiProblem
    ? [error.detail, ...error.errors.map((fault) => fault.message)].join(' ')
    : 'The service cannot be reached.';

export type LiveQuote = QuoteState & {
  /** Seconds until the answer is asked for anew; undefined while there is none. */
  freshSeconds: number | undefined;
  choose(key: string): void;
  refresh(): void;
};

/**
 * Asks for quotes whenever the question changes, and again every 30 seconds while the page is seen.
 * @param request undefined while there is nothing to ask.
 * @param held true while a review is open: its numbers must not change underneath.
 */
export function useQuote(request: QuoteRequest | undefined, held: boolean): LiveQuote {
  const [state, dispatch] = useReducer(quoteReducer, NO_QUOTE);
  const abort = useRef<AbortController>(undefined);
  const question = request ? JSON.stringify(request) : undefined;

  const last = useRef<string>(undefined);

  const ask = useCallback(async (text: string) => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    let whole = false;
    try {
      const asked = JSON.parse(text) as QuoteRequest; // written by this hook from a QuoteRequest
      for await (const event of api.quoteStream(asked, { signal: controller.signal })) {
        if (controller.signal.aborted) return;
        whole ||= event.type === 'quote';
        dispatch({ type: 'event', event, now: Date.now() });
      }
      if (!whole && !controller.signal.aborted)
        dispatch({ type: 'failed', problem: 'The connection broke off before all had answered.' });
    } catch (error) {
      if (!controller.signal.aborted) dispatch({ type: 'failed', problem: problemOf(error) });
    }
  }, []);

  useEffect(() => {
    abort.current?.abort();
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
  }, [question, ask]);
  useEffect(() => () => abort.current?.abort(), []);

  const askAnew = useCallback(
    (again: boolean) => {
      if (question === undefined) return;
      dispatch({ type: 'asked', again, sameSwap: true });
      void ask(question);
    },
    [question, ask],
  );
  const refresh = useCallback(() => askAnew(true), [askAnew]);
  const retry = useCallback(() => askAnew(state.routes.length > 0), [askAnew, state.routes.length]);

  const freshSeconds = useCountdown(state.phase === 'done' && !held ? state.receivedAt : undefined, refresh);
  const choose = useCallback((key: string) => dispatch({ type: 'chose', key }), []);
  return { ...state, freshSeconds, choose, refresh: retry };
}

/** Counts down from REFRESH_SECONDS after `since`; at zero calls `onZero`, later if the page is not seen just then. */
function useCountdown(since: number | undefined, onZero: () => void): number | undefined {
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    if (since === undefined) return;
    const tick = () => {
      const seconds = Math.max(0, REFRESH_SECONDS - Math.floor((Date.now() - since) / 1000));
      setLeft(seconds);
      if (seconds === 0 && !document.hidden) onZero();
    };
    tick();
    const timer = setInterval(tick, 1000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [since, onZero]);
  return since === undefined ? undefined : left;
}
