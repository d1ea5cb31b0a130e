'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Price } from '../../lib/domain/price-move.ts';
import { PaymentError } from '../../lib/wallet/wallet-types.ts';
import { accept, isPriceDue, type PriceWatch, priceHeard, priceUnheard, servesPress } from './price-watch.ts';

const LONGEST_MS = 20_000;

/** Nobody could tell; in the provider's words where it has any. */
const unknown = (cause: unknown): PaymentError =>
  new PaymentError('priceUnknown', cause instanceof PriceUnknown ? cause.message : '', { nothingSent: true, cause });

/**
 * Watches the price of what is reviewed for as long as it is shown.
 * @param first as it was when the payment was made ready.
 * @param askPrice a plain quote: it opens and orders nothing.
 * @param still nothing is asked by itself: a wallet is open, or nothing can be signed any more.
 */
export function usePriceWatch(
  first: PriceWatch,
  askPrice: (signal: AbortSignal) => Promise<Price>,
  still: { paying: boolean; lapsed: boolean },
) {
  const [watch, setWatch] = useState(first);
  // What a press decides by is what was heard, not what was drawn last.
  const latest = useRef(first);
  const put = useCallback((next: PriceWatch) => {
    latest.current = next;
    setWatch(next);
  }, []);
  const gone = useRef<AbortController>(undefined);
  const looking = useRef<Promise<void>>(undefined);
  const failure = useRef<PaymentError>(undefined);
  const look = useCallback((): Promise<void> => {
    gone.current ??= new AbortController();
    const signal = AbortSignal.any([gone.current.signal, AbortSignal.timeout(LONGEST_MS)]);
    looking.current ??= askPrice(signal)
      .then(
        (price) => put(priceHeard(latest.current, price, Date.now())),
        (error: unknown) => {
          failure.current = unknown(error);
          put(priceUnheard(latest.current, Date.now()));
        },
      )
      .finally(() => {
        looking.current = undefined;
      });
    return looking.current;
  }, [askPrice, put]);
  useEffect(
    () => () => {
      gone.current?.abort();
      gone.current = undefined;
    },
    [],
  );

  const { paying, lapsed } = still;
  useEffect(() => {
    const timer = setInterval(() => {
      const around = { hidden: document.hidden, online: navigator.onLine, paying, lapsed };
      if (isPriceDue(latest.current, around, Date.now())) void look();
    }, 1000);
    return () => clearInterval(timer);
  }, [look, paying, lapsed]);

  /** Asked right before a wallet opens. @throws {PaymentError} where the price is gone, or nobody can tell. */
  const confirm = useCallback(async (): Promise<void> => {
    if (servesPress(latest.current, Date.now())) return;
    await look();
    if (servesPress(latest.current, Date.now())) return;
    throw latest.current.moved
      ? new PaymentError('priceMoved', '', { nothingSent: true })
      : (failure.current ?? unknown(undefined));
  }, [look]);
  /** What was agreed to; undefined where nothing waits for it, or it was given already. */
  const agree = useCallback((): Price | undefined => {
    const over = accept(latest.current);
    if (over) put(over);
    return over?.moved?.now;
  }, [put]);
  return { moved: watch.moved, confirm, agree };
}

/** The provider would not say; in its own words. */
export class PriceUnknown extends Error {}
