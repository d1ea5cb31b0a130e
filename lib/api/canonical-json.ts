/**
 * Writes JSON in its canonical form (RFC 8785), over which signatures are made. `JSON.stringify` already writes
 * numbers and texts as the RFC demands, because the RFC takes both from ECMAScript; only the order of keys remains,
 * by UTF-16 code units, which is how JavaScript sorts.
 */

/** A lone surrogate is not text: RFC 8785 (3.2.2.2) demands an error. */
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Text that JSON writes as it is. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

function canonicalText(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  const written = JSON.stringify(text);
  // `JSON.stringify` writes such a half as an escape, so that texts without one need no closer look.
  if (written.includes('\\ud') && LONE_SURROGATE.test(text))
    throw new TypeError('canonical JSON has no half of a surrogate pair');
  return written;
}

/** For so few keys sorting by hand takes a third of the time; more of them are a stranger's. */
const FEW_KEYS = 32;

function inOrder(keys: string[]): string[] {
  if (keys.length > FEW_KEYS) return keys.sort();
  // By index: `entries` would put a pair for each key on the heap.
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    let at = index;
    for (let before = keys[at - 1]; before !== undefined && before > key; before = keys[at - 1]) {
      keys[at] = before;
      at -= 1;
    }
    keys[at] = key;
  }
  return keys;
}

/** By hand: a function for each item and `join` take twice the time. */
function canonicalList(items: readonly unknown[]): string {
  let text = '';
  for (const item of items) {
    if (text !== '') text += ',';
    text += canonicalJson(item);
  }
  return `[${text}]`;
}

/**
 * Keys whose value is undefined are left out, as `JSON.stringify` does. @throws {TypeError} for values that are not
 * JSON: NaN, infinities, bigints, functions, a lone surrogate.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return canonicalText(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return canonicalList(value);
  if (typeof value !== 'object') throw new TypeError(`canonical JSON has no ${typeof value}`);
  // By hand: lists of entries, sorted and joined, were a sixth of all that a quote put on the heap.
  const fields = value as Record<string, unknown>;
  let text = '';
  for (const key of inOrder(Object.keys(fields))) {
    const item = fields[key];
    if (item === undefined) continue;
    if (text !== '') text += ',';
    text += `${canonicalText(key)}:${canonicalJson(item)}`;
  }
  return `{${text}}`;
}
