/** Compares what came with what was quoted and guaranteed, exactly. */
import type { TrackData } from '../../lib/api/schemas/track.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { compareDecimals, leftOver, percentChange } from '../ui/decimal-math.ts';
import { percent } from '../ui/format.ts';

type AgainstQuote = {
  received: string;
  quoted: string;
  /** The least that was promised; undefined where nothing was. */
  guaranteed: string | undefined;
  /** Decimal, without a sign; `direction` has it. */
  difference: string;
  direction: 'more' | 'less' | 'same';
  /** Of the quoted amount, without a sign. */
  differencePercent: number;
  /** Whether what came is at least what was guaranteed; undefined where nothing was. */
  kept: boolean | undefined;
};

/** The most digits that an amount of the interface may have. */
const MOST_DIGITS = 78;

/** `from` without `taken`, exact. */
export const exactlyLess = (from: string, taken: string): string => leftOver(from, taken, MOST_DIGITS);

/** Amounts are decimals of one asset; `guaranteed` "0" or undefined: nothing was. Undefined where nothing was quoted. */
export function compareWithQuote(
  received: string,
  quoted: string,
  least: string | undefined,
): AgainstQuote | undefined {
  const change = percentChange(quoted, received);
  if (change === undefined) return undefined;
  const order = compareDecimals(received, quoted);
  const guaranteed = least === undefined || least === '0' ? undefined : least;
  return {
    received,
    quoted,
    guaranteed,
    difference: order < 0 ? exactlyLess(quoted, received) : exactlyLess(received, quoted),
    direction: Math.abs(change) < 0.001 ? 'same' : order < 0 ? 'less' : 'more',
    differencePercent: Math.abs(change),
    kept: guaranteed === undefined ? undefined : compareDecimals(received, guaranteed) >= 0,
  };
}

/** Undefined where one of the amounts is missing. What arrived beside a part that came back is not set against the quote. */
export function againstQuote({ route, outbound, refund }: TrackData): AgainstQuote | undefined {
  const received = route?.actualBuyAmount ?? outbound?.amount;
  if (!route || received === undefined || refund) return undefined;
  return compareWithQuote(received, route.expectedBuyAmount, route.expectedBuyAmountMaxSlippage);
}

/** "0.2% more than quoted". */
export function comparedWords(t: Text, { direction, differencePercent }: AgainstQuote): string {
  const change = percent(differencePercent, t.tag, { digits: 3 });
  if (direction === 'same') return t('exactly as quoted');
  return direction === 'more' ? t('{change} more than quoted', { change }) : t('{change} less than quoted', { change });
}
