/** Chooses one scale for all groups of a list, so that they can be compared. */

import type { Spread } from '../../lib/domain/ledger.ts';
import { numberFormat } from '../../lib/i18n/formatters.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { percent } from '../ui/format.ts';

/** `at`: a value's place, from 0 to 1, with the quote at 0.5. */
export type Scale = { at: (value: number) => number; low: string; high: string };

const within = (place: number): number => Math.min(1, Math.max(0, place));

/** Percent on each side of the quote; times as long or as short as the estimate. */
const REACHES = [0.5, 1, 2, 5, 10, 25, 100];
const FACTORS = [2, 4, 8, 16, 64];

const fitting = (choices: readonly number[], needed: number): number =>
  choices.find((one) => one >= needed) ?? choices.at(-1) ?? 1;

/** Of payouts in percent of the quote: as far to the left as to the right. */
export function receivedScale(spreads: readonly Spread[], t: Text): Scale {
  const reach = fitting(
    REACHES,
    Math.max(0, ...spreads.flatMap(({ p5, p95 }) => [Math.abs(p5 - 100), Math.abs(p95 - 100)])),
  );
  const label = (value: number) => percent(value, t.tag, { signed: true });
  return { at: (value) => within(0.5 + (value - 100) / (2 * reach)), low: label(-reach), high: label(reach) };
}

/** Of times in percent of the estimate: twice as long is as far from the middle as half as long. */
export function paceScale(spreads: readonly Spread[], t: Text): Scale {
  const sizeOf = (value: number) => Math.abs(Math.log2(Math.max(value, 1) / 100));
  const factor = fitting(FACTORS, 2 ** Math.max(0, ...spreads.flatMap(({ p5, p95 }) => [sizeOf(p5), sizeOf(p95)])));
  const steps = Math.log2(factor);
  const label = `${numberFormat(t.tag).format(factor)}×`;
  return {
    at: (value) => within(0.5 + Math.log2(Math.max(value, 0.001) / 100) / (2 * steps)),
    low: `1/${label}`,
    high: label,
  };
}
