/**
 * Formats numbers, times and addresses for people. Amounts stay text throughout; none passes through a float. `locale`
 * is a tag for `Intl`: `t.tag` of `useText()`.
 */
import {
  dateTimeFormat,
  decimalSign,
  listFormat,
  numberFormat,
  relativeTimeFormat,
} from '../../lib/i18n/formatters.ts';

const SIGNIFICANT = 6;
/** For amounts that a user agrees to. */
export const PRECISE = 8;

/** Uses the typographic minus; the hyphen that most locales use is easily overlooked. */
const withMinus = (text: string): string => text.replace('-', '−');

/** All digits, grouped by locale. `decimal` is a plain decimal string. */
export function fullAmount(decimal: string, locale: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const grouped = numberFormat(locale).format(BigInt(whole || '0'));
  return fraction ? `${grouped}${decimalSign(locale)}${fraction}` : grouped;
}

/**
 * At most `digits` significant digits, rounded down, so that it never shows more than there is. Integer digits are all
 * kept. With the default six digits a positive amount below 0.0001 is `<0.0001`.
 */
export function shortAmount(decimal: string, locale: string, digits = SIGNIFICANT): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const wholeDigits = whole.replace(/^0+/, '').length;
  if (wholeDigits > 0) {
    const kept = fraction.slice(0, Math.max(0, digits - wholeDigits)).replace(/0+$/, '');
    return fullAmount(kept ? `${whole}.${kept}` : whole, locale);
  }
  const zeros = fraction.length - fraction.replace(/^0+/, '').length;
  if (zeros === fraction.length) return '0';
  if (zeros >= 4 && digits === SIGNIFICANT) return `<${fullAmount('0.0001', locale)}`;
  return fullAmount(`0.${fraction.slice(0, zeros + digits).replace(/0+$/, '')}`, locale);
}

/**
 * Dollars with the symbol alone: Arabic's format has "US$", and begins with a mark that would move the sign to the
 * other side within a sentence.
 */
const dollars = (value: number, locale: string, options: Intl.NumberFormatOptions = {}): string =>
  numberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', ...options })
    .format(value)
    .replace('US$', '$')
    .replaceAll('\u200f', '');

/** Dollars for display; never used for a decision. `signed` shows a plus as well. */
export function usd(value: number, locale: string, { signed = false } = {}): string {
  const size = Math.abs(value);
  const text = size > 0 && size < 0.01 ? `<${dollars(0.01, locale)}` : dollars(size, locale);
  return value < 0 ? `−${text}` : signed && size > 0 ? `+${text}` : text;
}

/** Dollars where cents do not matter: whole dollars from 10 on. */
export function usdRounded(value: number, locale: string): string {
  if (Math.abs(value) < 9.995) return usd(value, locale);
  const whole = dollars(Math.abs(value), locale, { maximumFractionDigits: 0 });
  return value < 0 ? `−${whole}` : whole;
}

/** @param value in percent: 1 means one in a hundred. `signed` shows a plus as well. */
export function percent(value: number, locale: string, { signed = false, digits = 2 } = {}): string {
  return withMinus(
    numberFormat(locale, {
      style: 'percent',
      maximumFractionDigits: digits,
      signDisplay: signed ? 'exceptZero' : 'negative',
    }).format(value / 100),
  );
}

const unit = (value: number, name: 'second' | 'minute' | 'hour' | 'day', locale: string): string =>
  numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);

const together = (units: readonly string[], locale: string): string =>
  listFormat(locale, { type: 'unit', style: 'narrow' }).format(units);

/** Seconds as "45 sec", "24 min", "1 hr 10 min", "2 days 3 hr": at most two units. */
export function duration(seconds: number, locale: string): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return unit(s, 'second', locale);
  const minutes = Math.round(s / 60);
  if (minutes < 60) return unit(minutes, 'minute', locale);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    const coarse = unit(hours, 'hour', locale);
    return minutes % 60 ? together([coarse, unit(minutes % 60, 'minute', locale)], locale) : coarse;
  }
  const coarse = unit(Math.floor(hours / 24), 'day', locale);
  return hours % 24 ? together([coarse, unit(hours % 24, 'hour', locale)], locale) : coarse;
}

/** A countdown as m:ss, from an hour on h:mm:ss; digits only, so that its width is steady. */
export function clock(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(s / 60);
  return minutes < 60 ? `${minutes}:${two(s % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(s % 60)}`;
}

/**
 * Date and time to the minute in the reader's time zone, so only rendered in the browser.
 * @param at Unix milliseconds.
 */
export const dateTime = (at: number, locale: string): string =>
  dateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/**
 * Like `dateTime`, without the date.
 * @param at Unix milliseconds.
 */
export const timeOfDay = (at: number, locale: string): string =>
  dateTimeFormat(locale, { timeStyle: 'short' }).format(at);

/**
 * Like `dateTime`, without the time.
 * @param at Unix milliseconds.
 */
export const dateOnly = (at: number, locale: string): string =>
  dateTimeFormat(locale, { dateStyle: 'medium' }).format(at);

const STEPS = [
  { unit: 'second', seconds: 1, below: 60 },
  { unit: 'minute', seconds: 60, below: 3600 },
  { unit: 'hour', seconds: 3600, below: 86_400 },
  { unit: 'day', seconds: 86_400, below: 30 * 86_400 },
] as const;

/** "now", "3 min. ago", "in 2 hr.", "yesterday"; after 30 days the date. `at` and `now` are Unix milliseconds. */
export function relativeTime(at: number, now: number, locale: string): string {
  const seconds = Math.round((at - now) / 1000);
  const step = STEPS.find(({ below }) => Math.abs(seconds) < below);
  if (!step) return dateOnly(at, locale);
  const value = Math.abs(seconds) < 5 ? 0 : Math.trunc(seconds / step.seconds);
  return relativeTimeFormat(locale, { numeric: 'auto', style: 'short' }).format(value, step.unit);
}

/** A size in bytes, from 1000 on in kB. */
export const bytes = (count: number, locale: string): string =>
  numberFormat(locale, {
    style: 'unit',
    unit: count < 1000 ? 'byte' : 'kilobyte',
    // The short form of "byte" has no plural.
    unitDisplay: count < 1000 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(count < 1000 ? count : count / 1000);

/** Groups of four characters; `0x` or a prefix with a separator (`bitcoincash:`) is a group of its own. */
export function groupsOfFour(text: string): string[] {
  const lead = /^(0x|[a-z]+:)/i.exec(text)?.[0] ?? '';
  const rest = text.slice(lead.length);
  const groups = rest.match(/.{1,4}/g) ?? [];
  return lead ? [lead, ...groups] : groups;
}

/** The first and last characters of a text, six each by default; short text stays whole. */
export const shortText = (text: string, head = 6, tail = 6): string =>
  text.length <= head + tail + 3 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
