/**
 * Writes JSON in its canonical form (RFC 8785), over which signatures are made. `JSON.stringify` already writes
 * numbers and texts as the RFC demands, because the RFC takes both from ECMAScript; only the order of keys remains,
 * by UTF-16 code units, which is how JavaScript sorts.
 */

/** A lone surrogate is not text: RFC 8785 (3.2.2.2) demands an error. */
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function canonicalText(text: string): string {
  const written = JSON.stringify(text);
  // `JSON.stringify` writes such a half as an escape, so that texts without one need no closer look.
  if (written.includes('\\ud') && LONE_SURROGATE.test(text))
    throw new TypeError('canonical JSON has no half of a surrogate pair');
  return written;
}

/**
 * Keys whose value is undefined are left out, as `JSON.stringify` does. @throws {TypeError} for values that are not
 * JSON: NaN, infinities, bigints, functions, a lone surrogate.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return canonicalText(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`canonical JSON has no ${typeof value}`);
  // By hand: lists of entries, sorted and joined, were a sixth of all that a quote put on the heap.
  const fields: Record<string, unknown> = { ...value };
  let text = '';
  for (const key of Object.keys(fields).sort()) {
    const item = fields[key];
    if (item !== undefined) text += `${text === '' ? '' : ','}${canonicalText(key)}:${canonicalJson(item)}`;
  }
  return `{${text}}`;
}
