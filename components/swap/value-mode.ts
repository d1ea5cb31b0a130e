/** Converts dollars to an amount and back. The amount is what is sold; the value is only a way to enter it. */
import { DECIMAL_AMOUNT, decimalValueUsd } from '../../lib/domain/amount.ts';

/** More digits than the price itself has. */
const SIGNIFICANT = 8;

/** A float as a plain decimal with up to eighteen decimals; undefined when it is no valid price. */
function plainPrice(price: number): string | undefined {
  if (!Number.isFinite(price) || price <= 0) return undefined;
  const text = price.toFixed(18);
  return DECIMAL_AMOUNT.test(text) ? text : undefined;
}

const scaled = (decimal: string, scale: number): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
};

/**
 * The amount that is worth `value` dollars, rounded down to eight significant digits and to the asset's decimals;
 * undefined without a price.
 */
export function amountOfValue(value: string, price: number | undefined, decimals: number): string | undefined {
  const priceText = price === undefined ? undefined : plainPrice(price);
  if (!priceText || !DECIMAL_AMOUNT.test(value)) return undefined;
  const scale = 36;
  const divisor = scaled(priceText, 18);
  if (divisor === 0n) return undefined;
  const digits = ((scaled(value, 18) * 10n ** BigInt(scale)) / divisor).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, -scale);
  const fraction = digits.slice(-scale);
  const wholeDigits = whole === '0' ? 0 : whole.length;
  const zeros = wholeDigits > 0 ? 0 : fraction.length - fraction.replace(/^0+/, '').length;
  const kept = fraction.slice(0, Math.min(decimals, Math.max(0, SIGNIFICANT - wholeDigits) + zeros)).replace(/0+$/, '');
  return kept ? `${whole}.${kept}` : whole;
}

/** The value of an amount in dollars, to the cent, as the field shows it when value mode begins. */
export function valueOfAmount(amount: string, price: number | undefined): string | undefined {
  if (price === undefined || !DECIMAL_AMOUNT.test(amount)) return undefined;
  const value = decimalValueUsd(amount, price);
  return Number.isFinite(value) && value < 1e15 ? value.toFixed(2) : undefined;
}

/** Whether an amount is worth the value to within one percent, so that a link's amount can stay beside its value. */
export function stillWorth(amount: string, value: string, price: number): boolean {
  const now = decimalValueUsd(amount, price);
  return Math.abs(now - Number(value)) <= Number(value) / 100;
}
