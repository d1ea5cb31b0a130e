/** Compares amounts as decimal strings, because floating point would call different amounts equal. */

/** Section 2.1: "a decimal string", which excludes a sign, an exponent and a bare dot. */
export const DECIMAL = /^\d+(\.\d+)?$/;

/** Negative, zero or positive, as `one` is less than, equal to or greater than `other`. Both match `DECIMAL`. */
export function compareDecimals(one: string, other: string): number {
  const digits = (text: string): [string, string] => {
    const [whole = '0', fraction = ''] = text.split('.');
    return [whole, fraction];
  };
  const [wholeOne, fractionOne] = digits(one);
  const [wholeOther, fractionOther] = digits(other);
  const length = Math.max(fractionOne.length, fractionOther.length);
  const difference =
    BigInt(wholeOne + fractionOne.padEnd(length, '0')) - BigInt(wholeOther + fractionOther.padEnd(length, '0'));
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const isDecimal = (value: unknown): value is string => typeof value === 'string' && DECIMAL.test(value);
export const fractionDigits = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;
