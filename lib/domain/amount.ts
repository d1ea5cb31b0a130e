/**
 * Represents money as integers: base units and decimal strings convert exactly, and every rounding names its direction.
 */
import type { Asset } from './asset.ts';

/**
 * An amount of `asset` in base units; `10 ** decimals` base units make one. Every amount inside Portage has this form.
 */
export type Amount = { readonly asset: Asset; readonly decimals: number; readonly baseUnits: bigint };

export type Rounding = 'down' | 'up' | 'exact';

/** The form of an amount in a request: digits and an optional fraction, without sign, exponent or separators. */
export const DECIMAL_AMOUNT = /^\d+(\.\d+)?$/;

/**
 * Converts a decimal string to base units. Undefined when `rounding` is `exact` and the text has more significant
 * fraction digits than `decimals`.
 * @throws {RangeError} when `text` is not a plain decimal number.
 */
export function toBaseUnits(text: string, decimals: number, rounding: Rounding): bigint | undefined {
  if (!DECIMAL_AMOUNT.test(text)) throw new RangeError(`not a decimal amount: ${text.slice(0, 40)}`);
  const [whole = '0', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0');
  const lost = /[1-9]/.test(fraction.slice(decimals));
  if (lost && rounding === 'exact') return undefined;
  const units = BigInt(whole + kept);
  return lost && rounding === 'up' ? units + 1n : units;
}

/** Converts base units to a decimal string without exponent or trailing zeros. Exact; `toBaseUnits` reads it back. */
export function fromBaseUnits(baseUnits: bigint, decimals: number): string {
  const negative = baseUnits < 0n;
  const digits = (negative ? -baseUnits : baseUnits).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

export const formatAmount = (amount: Amount): string => fromBaseUnits(amount.baseUnits, amount.decimals);

/** For sentences: `0.5 BTC`. @param baseUnits another amount of the same asset. */
export const amountText = (amount: Amount, baseUnits: bigint = amount.baseUnits): string =>
  `${fromBaseUnits(baseUnits, amount.decimals)} ${amount.asset.symbol}`;

/**
 * Computes `a * b / divisor` of non-negative integers with an explicit rounding.
 * @throws {RangeError} for a negative operand, which would round in the opposite direction, and for a divisor of zero.
 */
export function mulDiv(a: bigint, b: bigint, divisor: bigint, rounding: 'down' | 'up'): bigint {
  if (a < 0n || b < 0n || divisor <= 0n) throw new RangeError('mulDiv takes non-negative integers over a positive one');
  const product = a * b;
  const quotient = product / divisor;
  return rounding === 'up' && product % divisor !== 0n ? quotient + 1n : quotient;
}

/** The smaller of two quantities in the same units. */
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** The larger of two quantities in the same units. */
export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Converts base units from one number of decimals to another. */
export function rescale(baseUnits: bigint, fromDecimals: number, toDecimals: number, rounding: 'down' | 'up'): bigint {
  if (toDecimals >= fromDecimals) return baseUnits * 10n ** BigInt(toDecimals - fromDecimals);
  return mulDiv(baseUnits, 1n, 10n ** BigInt(fromDecimals - toDecimals), rounding);
}

/** What a decimal amount is worth, for ranking and display, never for a payment: the one place where money becomes a float. */
export const decimalValueUsd = (decimal: string, priceUsd: number): number => Number(decimal) * priceUsd;

export const valueUsd = (amount: Amount, priceUsd: number): number => decimalValueUsd(formatAmount(amount), priceUsd);
