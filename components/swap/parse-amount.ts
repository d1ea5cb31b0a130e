/** Reads an amount as people type it: comma or point, grouped or not. */

export type TypedAmount = { kind: 'empty' } | { kind: 'bad' } | { kind: 'amount'; value: string };

/**
 * The plain decimal that was meant. Where both separators occur, the last is the decimal one; a single comma is
 * decimal ("0,5"); the same separator more than once groups ("1,000,000"). No signs, no exponents.
 */
export function parseTypedAmount(text: string): TypedAmount {
  const bare = text.replace(/[\s\u00a0\u202f'’_]/g, '');
  if (bare === '') return { kind: 'empty' };
  if (!/^[\d.,]+$/.test(bare) || !/\d/.test(bare)) return { kind: 'bad' };
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  const separator = bare.charAt(last);
  const repeated = last >= 0 && bare.split(separator).length > 2;
  const whole = (last < 0 || repeated ? bare : bare.slice(0, last)).replace(/[.,]/g, '');
  const fraction = last < 0 || repeated ? '' : bare.slice(last + 1);
  const trimmed = whole.replace(/^0+(?=\d)/, '') || '0';
  return { kind: 'amount', value: fraction ? `${trimmed}.${fraction}` : trimmed };
}

export const isZero = (decimal: string): boolean => !/[1-9]/.test(decimal);

/** What an amount field may hold while it is typed: everything else is dropped at the key. */
export const typable = (text: string): string => text.replace(/[^\d.,\s'’]/g, '').slice(0, 80);

export const fractionDigits = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;
