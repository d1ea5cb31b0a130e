/** Numbers, times and addresses as people read them. Amounts stay text throughout: nothing passes through a float. */

const SIGNIFICANT = 6;

const separators = (locale?: string) => {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find((part) => part.type === 'decimal')?.value ?? '.';
};

/** All digits, grouped by locale. `decimal` is a plain decimal string. */
export function fullAmount(decimal: string, locale?: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const grouped = new Intl.NumberFormat(locale).format(BigInt(whole || '0'));
  return fraction ? `${grouped}${separators(locale)}${fraction}` : grouped;
}

/**
 * At most six significant digits, cut and never rounded up, so that it never shows more than there is.
 * Whole digits are all kept; a positive amount below 0.0001 is `<0.0001`.
 */
export function shortAmount(decimal: string, locale?: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const wholeDigits = whole.replace(/^0+/, '').length;
  if (wholeDigits > 0) {
    const kept = fraction.slice(0, Math.max(0, SIGNIFICANT - wholeDigits)).replace(/0+$/, '');
    return fullAmount(kept ? `${whole}.${kept}` : whole, locale);
  }
  const zeros = fraction.length - fraction.replace(/^0+/, '').length;
  if (zeros === fraction.length) return '0';
  if (zeros >= 4) return `<${fullAmount('0.0001', locale)}`;
  return fullAmount(`0.${fraction.slice(0, zeros + SIGNIFICANT).replace(/0+$/, '')}`, locale);
}

/** Dollars for people; money that decides something is never taken from here. */
export function usd(value: number, locale?: string): string {
  const size = Math.abs(value);
  if (size > 0 && size < 0.01) return `${value < 0 ? '−' : ''}<$0.01`;
  const text = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  }).format(size);
  return value < 0 ? `−${text}` : text;
}

/** A percentage with a real minus sign; `signed` shows a plus as well. */
export function percent(value: number, { signed = false, digits = 2 } = {}): string {
  const rounded = Number(Math.abs(value).toFixed(digits));
  const sign = rounded === 0 ? '' : value < 0 ? '−' : signed ? '+' : '';
  return `${sign}${new Intl.NumberFormat(undefined, { maximumFractionDigits: digits }).format(rounded)} %`;
}

/** Seconds as "45 s", "24 min", "1 h 10 min", "2 d 3 h". */
export function duration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  const minutes = Math.round(s / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  const rest = hours % 24;
  return rest ? `${Math.floor(hours / 24)} d ${rest} h` : `${Math.floor(hours / 24)} d`;
}

/** mm:ss of a countdown. */
export function clock(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}

/** Groups of four characters; a `0x` or an address prefix with a separator (`bitcoincash:`) stands by itself. */
export function groupsOfFour(text: string): string[] {
  const lead = /^(0x|[a-z]+:)/i.exec(text)?.[0] ?? '';
  const rest = text.slice(lead.length);
  const groups = rest.match(/.{1,4}/g) ?? [];
  return lead ? [lead, ...groups] : groups;
}

/** First six and last six characters; short text stays whole. */
export const shortText = (text: string, head = 6, tail = 6): string =>
  text.length <= head + tail + 3 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
