/** Reads a number as people type it in their language, and never guesses where a guess could cost a thousandfold. */

export type TypedNumber =
  | { kind: 'empty' }
  | { kind: 'bad' }
  /** `value` is a plain decimal: digits, a point, no signs, no exponent, no zeros before the first digit. */
  | { kind: 'number'; value: string }
  /** "1,234" where the comma groups, or "1.234" where the point does: what the language says, and the other reading. */
  | { kind: 'unclear'; value: string; other: string };

const plain = (whole: string, fraction = ''): string => {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction ? `${digits}.${fraction}` : digits;
};

const decimalSign = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.';

/**
 * Arabic-Indic, Persian and full-width digits and separators as ASCII; spaces and apostrophes only ever group. Other
 * characters stay what they are: "10²" is no 102.
 */
const ascii = (text: string): string =>
  text
    .replace(/[\uff0c\uff0e\uff10-\uff19]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\u066b/g, '.')
    .replace(/[\s\u066c'’_\u200e\u200f]/g, '');

/** Whether what stands between the separators are groups of three (or of two, then three, as in South Asia). */
const grouped = (groups: readonly string[]): boolean =>
  groups.every((group, index) =>
    index === 0 ? /^\d{1,3}$/.test(group) : index === groups.length - 1 ? group.length === 3 : /^\d{2,3}$/.test(group),
  );

function withTwoSigns(text: string): TypedNumber {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const groups = text.slice(0, last).split(text.charAt(last) === '.' ? ',' : '.');
  return grouped(groups) ? { kind: 'number', value: plain(groups.join(''), text.slice(last + 1)) } : { kind: 'bad' };
}

/**
 * The plain decimal that was meant. Point and comma are both accepted as decimal sign: where both occur, the last is;
 * the same one more than once groups; a single one is the decimal sign, but for a group of exactly three digits after
 * the sign that groups in this language, which is `unclear`.
 */
export function parseLocaleNumber(text: string, locale: string): TypedNumber {
  const bare = ascii(text);
  if (bare === '') return { kind: 'empty' };
  if (!/^[\d.,]+$/.test(bare) || !/\d/.test(bare)) return { kind: 'bad' };
  const sign = /[.,]/.exec(bare)?.[0];
  if (sign === undefined) return { kind: 'number', value: plain(bare) };
  if (bare.includes('.') && bare.includes(',')) return withTwoSigns(bare);
  const parts = bare.split(sign);
  const [whole = '', fraction = ''] = parts;
  if (parts.length > 2) return grouped(parts) ? { kind: 'number', value: plain(parts.join('')) } : { kind: 'bad' };
  if (sign !== decimalSign(locale) && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole))
    return { kind: 'unclear', value: plain(whole + fraction), other: plain(whole, fraction) };
  return { kind: 'number', value: plain(whole, fraction) };
}
