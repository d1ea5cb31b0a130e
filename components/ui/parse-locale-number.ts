/**
 * Reads a number as people type it in their language, and never guesses when a wrong guess could be off by a factor of
 * a thousand.
 */
import { decimalSign } from '../../lib/i18n/formatters.ts';

export type TypedNumber =
  | { kind: 'empty' }
  | { kind: 'bad' }
  /** `value` is a plain decimal: digits and a point, without sign, exponent or leading zeros. */
  | { kind: 'number'; value: string }
  /**
   * "1,234" where the comma groups, or "1.234" where the point does: `value` follows the language, `other` is the other
   * reading.
   */
  | { kind: 'unclear'; value: string; other: string };

const plain = (whole: string, fraction = ''): string => {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction ? `${digits}.${fraction}` : digits;
};

/**
 * Arabic-Indic, Persian and full-width digits and separators as ASCII; spaces and apostrophes only ever group, and are
 * dropped. Other characters stay, so that "10²" is not read as 102.
 */
const ascii = (text: string): string =>
  text
    .replace(/[\uff0c\uff0e\uff10-\uff19]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\u066b/g, '.')
    .replace(/[\s\u066c'’_\u200e\u200f]/g, '');

/** Whether the digits between separators form groups of three (or of two and finally three, as in South Asia). */
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
 * Reads typed text as a plain decimal. Point and comma are both accepted as the decimal sign: if both occur, the last
 * one is it; one that occurs repeatedly groups; a single one is the decimal sign, unless exactly three digits follow
 * the sign that groups in this language, which is `unclear`.
 */
export function parseLocaleNumber(text: string, locale: string): TypedNumber {
  const bare = ascii(text);
  if (bare === '') return { kind: 'empty' };
  if (!/^[\d.,]+$/.test(bare) || !/\d/.test(bare)) return { kind: 'bad' };
  const sign = /[.,]/.exec(bare)?.[0];
  if (sign === undefined) return { kind: 'number', value: plain(bare) };
  if (bare.includes('.') && bare.includes(',')) return withTwoSigns(bare);
  const groups = bare.split(sign);
  const [whole = '', fraction = ''] = groups;
  if (groups.length > 2) return grouped(groups) ? { kind: 'number', value: plain(groups.join('')) } : { kind: 'bad' };
  if (sign !== decimalSign(locale) && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole))
    return { kind: 'unclear', value: plain(whole + fraction), other: plain(whole, fraction) };
  return { kind: 'number', value: plain(whole, fraction) };
}
