/** Compares and scales decimal strings exactly; what it returns as a number is for showing only. */
import { fromBaseUnits, toBaseUnits } from '../../lib/domain/amount.ts';

const scaleOf = (...decimals: string[]) => Math.max(...decimals.map((text) => text.split('.')[1]?.length ?? 0));
const units = (decimal: string, scale: number): bigint => toBaseUnits(decimal, scale, 'down') ?? 0n;

/** Two decimals in units of one precision that holds both exactly. */
export function sameUnits(a: string, b: string): [bigint, bigint] {
  const scale = scaleOf(a, b);
  return [units(a, scale), units(b, scale)];
}

/** Negative, zero or positive, as for `sort`. */
export function compareDecimals(a: string, b: string): number {
  const scale = scaleOf(a, b);
  const difference = units(a, scale) - units(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** By how many percent `now` differs from `before`, to a thousandth of a percent; undefined where `before` is 0. */
export function percentChange(before: string, now: string): number | undefined {
  const scale = scaleOf(before, now);
  const base = units(before, scale);
  if (base === 0n) return undefined;
  return Number(((units(now, scale) - base) * 100_000n) / base) / 1000;
}

/** How much of `buy` one of `sell` is worth, as a decimal of twelve significant digits, cut. */
export function rate(sell: string, buy: string): string | undefined {
  const scale = scaleOf(sell, buy);
  const divisor = units(sell, scale);
  if (divisor === 0n) return undefined;
  const digits = 18;
  const scaled = (units(buy, scale) * 10n ** BigInt(digits)) / divisor;
  const text = scaled.toString().padStart(digits + 1, '0');
  const fraction = text.slice(-digits).replace(/0+$/, '');
  return fraction ? `${text.slice(0, -digits)}.${fraction}` : text.slice(0, -digits);
}

/** `percentOf` of a decimal, rounded down to `decimals` digits. */
export function partOf(decimal: string, percentOf: 25 | 50 | 75 | 100, decimals: number): string {
  const part = (units(decimal, decimals) * BigInt(percentOf)) / 100n;
  const text = part.toString().padStart(decimals + 1, '0');
  const fraction = decimals > 0 ? text.slice(-decimals).replace(/0+$/, '') : '';
  const whole = decimals > 0 ? text.slice(0, -decimals) : text;
  return fraction ? `${whole}.${fraction}` : whole;
}

/** Exact. */
export function addDecimals(...decimals: string[]): string {
  const scale = scaleOf('0', ...decimals);
  return fromBaseUnits(
    decimals.reduce((sum, decimal) => sum + units(decimal, scale), 0n),
    scale,
  );
}

/** What is left of `from`, zero where nothing is; cut to `decimals` digits, so never more than there is. */
export function leftOver(from: string, taken: string, decimals: number): string {
  const scale = Math.max(decimals, scaleOf(from, taken));
  const rest = units(from, scale) - units(taken, scale);
  return partOf(fromBaseUnits(rest > 0n ? rest : 0n, scale), 100, decimals);
}
