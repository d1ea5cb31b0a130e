/** Compares the received amount with the quoted and the guaranteed one, exactly. */
import type { TrackData } from '../../lib/api/schemas/track.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { compareDecimals, leftOver, percentChange } from '../ui/decimal-math.ts';
import { percent } from '../ui/format.ts';

type AgainstQuote = {
  received: string;
  quoted: string;
  /** The guaranteed minimum; undefined without a guarantee. */
  guaranteed: string | undefined;
  /** Decimal without sign; `direction` gives the sign. */
  difference: string;
  direction: 'more' | 'less' | 'same';
  /** In percent of the quoted amount, without sign. */
  differencePercent: number;
  /** Whether the guarantee was kept; undefined without one. */
  kept: boolean | undefined;
};

/** The most digits an amount of the interface may have. */
const MOST_DIGITS = 78;

/** `from` minus `taken`, exact. */
export const exactlyLess = (from: string, taken: string): string => leftOver(from, taken, MOST_DIGITS);

/** Compares decimals of one asset. `least` "0" or undefined means no guarantee. Undefined when nothing was quoted. */
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

/** Undefined when an amount is missing. A payout beside a partial refund is not compared with the quote. */
export function againstQuote({ route, outbound, refund }: TrackData): AgainstQuote | undefined {
  const received = route?.actualBuyAmount ?? outbound?.amount;
  if (!route || received === undefined || refund) return undefined;
  return compareWithQuote(received, route.expectedBuyAmount, route.expectedBuyAmountMaxSlippage);
}

/** "0.2% more than quoted". */
export function comparisonText(t: Text, { direction, differencePercent }: AgainstQuote): string {
  const change = percent(differencePercent, t.tag, { digits: 3 });
  if (direction === 'same') return t('exactly as quoted');
  return direction === 'more' ? t('{change} more than quoted', { change }) : t('{change} less than quoted', { change });
}
