/** What an open review knows of its price: when it is asked for again, what serves a press, what was agreed to. Pure. */
import { isLess, needsConsent, type Price } from '../../lib/domain/price-move.ts';

const EVERY_MS = 30_000;
/** An answer younger than this serves the press, so that nobody chases a price. */
const SERVES_MS = 10_000;

/** From what was agreed to, to what a payment made now would give. */
export type PriceMove = { before: Price; now: Price };

/** Times in Unix ms. */
export type PriceWatch = {
  /** What is signed: its guarantee is written into the payment, and holds whatever the market does. */
  agreed: Price;
  /** What a plain quote expected when the payment was made ready: what later ones are held against. */
  plainExpected: string;
  /** Of the newest answer. */
  answeredAt: number;
  /** Of the newest try, answered or not. */
  triedAt: number;
  /** Waits for a consent. */
  moved?: PriceMove;
  /** The consent was given: the payment is made ready anew, once, and this watch is over. */
  isOver?: true;
};

/**
 * @param plain of a plain quote of the same moment, which may be priced otherwise than the payment is.
 * @param accepted what was agreed to before this was made ready: what is better than that may fall back to it unasked.
 */
export function startWatch(agreed: Price, plain: Price, accepted: Price | undefined, now: number): PriceWatch {
  const isBetter = accepted !== undefined && isLess(accepted.expected, plain.expected);
  const plainExpected = isBetter ? accepted.expected : plain.expected;
  return { agreed, plainExpected, answeredAt: now, triedAt: now };
}

/** The answer of a plain quote. A price that came back needs no consent any more. */
export function priceHeard(watch: PriceWatch, plain: Price, now: number): PriceWatch {
  const { moved: _before, ...rest } = watch;
  const heard: PriceWatch = { ...rest, answeredAt: now, triedAt: now };
  const kept = watch.agreed.guaranteed;
  const held = { expected: watch.plainExpected, guaranteed: kept };
  return needsConsent(held, { expected: plain.expected, guaranteed: kept })
    ? { ...heard, moved: { before: watch.agreed, now: plain } }
    : heard;
}

/** Nobody answered: what was known stays known, and grows old. */
export const priceUnheard = (watch: PriceWatch, now: number): PriceWatch => ({ ...watch, triedAt: now });

/** The consent to what is shown. Undefined: nothing waits for one, or it was given already. */
export const accept = (watch: PriceWatch): PriceWatch | undefined =>
  watch.moved && !watch.isOver ? { ...watch, isOver: true } : undefined;

type Surroundings = {
  hidden: boolean;
  online: boolean;
  /** A wallet is open, or something is being made for this payment: nothing may change underneath. */
  paying: boolean;
  /** Nothing of it can be signed any more. */
  lapsed: boolean;
};

export function isPriceDue({ triedAt, isOver }: PriceWatch, around: Surroundings, now: number): boolean {
  const { hidden, online, paying, lapsed } = around;
  return !isOver && !hidden && online && !paying && !lapsed && now - triedAt >= EVERY_MS;
}

/** Whether a press may open the wallet without anybody being asked. */
export const servesPress = ({ answeredAt, moved }: PriceWatch, now: number): boolean =>
  moved === undefined && now - answeredAt < SERVES_MS;
