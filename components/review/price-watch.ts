/**
 * Tracks the price of an open review: when it is requested again, whether a press may go ahead, what was agreed to.
 * Pure.
 */
import { isLess, needsConsent, type Price } from '../../lib/domain/price-move.ts';

const EVERY_MS = 30_000;
/** An answer younger than this allows the press, so that a user need not chase a price. */
const SERVES_MS = 10_000;

/** From the price that was agreed to, to that of a payment made now. */
export type PriceMove = { before: Price; now: Price };

/** Times in Unix ms. */
export type PriceWatch = {
  /** The price that is signed: the payment guarantees its minimum, whatever the market does. */
  agreed: Price;
  /** The expected amount of a plain quote when the payment was prepared, with which later quotes are compared. */
  plainExpected: string;
  /** When the newest answer arrived. */
  answeredAt: number;
  /** When the newest attempt was made, answered or not. */
  triedAt: number;
  /** The price move that needs a consent. */
  moved?: PriceMove;
  /** The consent was given. The payment is prepared again, once, and this watch ends. */
  isOver?: true;
};

/**
 * @param plain a plain quote of the same moment, whose price may differ from the payment's.
 * @param accepted what was agreed to before the payment was prepared: a better price may fall back to it without a
 * question.
 */
export function startWatch(agreed: Price, plain: Price, accepted: Price | undefined, now: number): PriceWatch {
  const isBetter = accepted !== undefined && isLess(accepted.expected, plain.expected);
  const plainExpected = isBetter ? accepted.expected : plain.expected;
  return { agreed, plainExpected, answeredAt: now, triedAt: now };
}

/** The watch after an answer of a plain quote. A price that recovered needs no consent any more. */
export function priceAnswered(watch: PriceWatch, plain: Price, now: number): PriceWatch {
  const { moved: _before, ...rest } = watch;
  const answered: PriceWatch = { ...rest, answeredAt: now, triedAt: now };
  const kept = watch.agreed.guaranteed;
  const held = { expected: watch.plainExpected, guaranteed: kept };
  return needsConsent(held, { expected: plain.expected, guaranteed: kept })
    ? { ...answered, moved: { before: watch.agreed, now: plain } }
    : answered;
}

/** The watch after an attempt without an answer: the last answer stays, and grows older. */
export const priceUnanswered = (watch: PriceWatch, now: number): PriceWatch => ({ ...watch, triedAt: now });

/** The watch after the user's consent; undefined where no consent is needed or it was given already. */
export const accept = (watch: PriceWatch): PriceWatch | undefined =>
  watch.moved && !watch.isOver ? { ...watch, isOver: true } : undefined;

type Surroundings = {
  hidden: boolean;
  online: boolean;
  /** A wallet is open, or something is created for this payment, so nothing may change. */
  paying: boolean;
  /** Nothing of it can be signed any more. */
  lapsed: boolean;
};

export function isPriceDue({ triedAt, isOver }: PriceWatch, around: Surroundings, now: number): boolean {
  const { hidden, online, paying, lapsed } = around;
  return !isOver && !hidden && online && !paying && !lapsed && now - triedAt >= EVERY_MS;
}

/** Whether a press may open the wallet without a new price. */
export const servesPress = ({ answeredAt, moved }: PriceWatch, now: number): boolean =>
  moved === undefined && now - answeredAt < SERVES_MS;
