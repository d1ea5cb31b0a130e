/** Compares and scales decimal strings exactly; results of type number are for display only. */
import { fromBaseUnits, toBaseUnits } from '../../lib/domain/amount.ts';

const scaleOf = (...decimals: string[]) => Math.max(...decimals.map((text) => text.split('.')[1]?.length ?? 0));
const units = (decimal: string, scale: number): bigint => toBaseUnits(decimal, scale, 'down') ?? 0n;

/** Both decimals as integers of one scale that is exact for both. */
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

/** The change from `before` to `now` in percent, to a thousandth of a percent; undefined when `before` is 0. */
export function percentChange(before: string, now: string): number | undefined {
  const scale = scaleOf(before, now);
  const base = units(before, scale);
  if (base === 0n) return undefined;
  return Number(((units(now, scale) - base) * 100_000n) / base) / 1000;
}

/** How much `buy` one `sell` is worth: a decimal with twelve significant digits, rounded down. */
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

/** `percentOf` percent of a decimal, rounded down to `decimals` decimals. */
export function shareOf(decimal: string, percentOf: 25 | 50 | 75 | 100, decimals: number): string {
  const share = (units(decimal, decimals) * BigInt(percentOf)) / 100n;
  const text = share.toString().padStart(decimals + 1, '0');
  const fraction = decimals > 0 ? text.slice(-decimals).replace(/0+$/, '') : '';
  const whole = decimals > 0 ? text.slice(0, -decimals) : text;
  return fraction ? `${whole}.${fraction}` : whole;
}

/** The exact sum. */
export function addDecimals(...decimals: string[]): string {
  const scale = scaleOf('0', ...decimals);
  return fromBaseUnits(
    decimals.reduce((sum, decimal) => sum + units(decimal, scale), 0n),
    scale,
  );
}

/** `from` minus `taken`, at least zero, rounded down to `decimals` decimals. */
export function leftOver(from: string, taken: string, decimals: number): string {
  const scale = Math.max(decimals, scaleOf(from, taken));
  const rest = units(from, scale) - units(taken, scale);
  return shareOf(fromBaseUnits(rest > 0n ? rest : 0n, scale), 100, decimals);
}
