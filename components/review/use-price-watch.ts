'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Price } from '../../lib/domain/price-move.ts';
import { PaymentError } from '../../lib/wallet/wallet-types.ts';
import { accept, isPriceDue, type PriceWatch, priceAnswered, priceUnanswered, servesPress } from './price-watch.ts';

const LONGEST_MS = 20_000;

/** The price is unknown; with the provider's message where it has one. */
const unknown = (cause: unknown): PaymentError =>
  new PaymentError('priceUnknown', cause instanceof PriceUnknown ? cause.message : '', { nothingSent: true, cause });

/**
 * Watches the price of a review for as long as it is open.
 * @param first as it was when the payment was prepared. @param askPrice requests a plain quote, which opens and orders
 * nothing. @param still no automatic requests: a wallet is open, or nothing can be signed any more.
 */
export function usePriceWatch(
  first: PriceWatch,
  askPrice: (signal: AbortSignal) => Promise<Price>,
  still: { paying: boolean; lapsed: boolean },
) {
  const [watch, setWatch] = useState(first);
  // A press is decided by the last answer, not by what was rendered last.
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
        (price) => put(priceAnswered(latest.current, price, Date.now())),
        (error: unknown) => {
          failure.current = unknown(error);
          put(priceUnanswered(latest.current, Date.now()));
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

  /** The check before a wallet opens. @throws {PaymentError} where the price has moved or is unknown. */
  const confirm = useCallback(async (): Promise<void> => {
    if (servesPress(latest.current, Date.now())) return;
    await look();
    if (servesPress(latest.current, Date.now())) return;
    throw latest.current.moved
      ? new PaymentError('priceMoved', '', { nothingSent: true })
      : (failure.current ?? unknown(undefined));
  }, [look]);
  /** The price that the user has now agreed to; undefined where no consent is needed or it was given already. */
  const agree = useCallback((): Price | undefined => {
    const over = accept(latest.current);
    if (over) put(over);
    return over?.moved?.now;
  }, [put]);
  return { moved: watch.moved, confirm, agree };
}

/** The provider gave no price; `message` is its own. */
export class PriceUnknown extends Error {}
