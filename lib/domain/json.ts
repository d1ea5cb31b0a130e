/** Serialises JSON with bigints: `parse` returns a value equal to the one that `stringify` was given. */

/** `{"$int":"123"}` stands for `123n`; an object that already looks like that is written with one more `$`. */
const MARK = '$int';
const LOOKS_MARKED = /^\$+int$/;
const INTEGER = /^-?\d+$/;

/** The key of a one-key object that could be mistaken for the bigint mark; undefined for other values. */
function markOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const keys = Object.keys(value);
  const [key] = keys;
  return keys.length === 1 && key !== undefined && LOOKS_MARKED.test(key) ? key : undefined;
}

const only = (value: object): unknown => Object.values(value)[0];

export const stringify = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'bigint') return { [MARK]: item.toString() };
    const mark = markOf(item);
    return mark !== undefined && typeof item === 'object' && item !== null ? { [`$${mark}`]: only(item) } : item;
  });

/** @throws {SyntaxError} when `text` is not JSON. */
export const parse = (text: string): unknown =>
  JSON.parse(text, (_key, item: unknown) => {
    const mark = markOf(item);
    if (mark === undefined || typeof item !== 'object' || item === null) return item;
    const content = only(item);
    if (mark !== MARK) return { [mark.slice(1)]: content };
    return typeof content === 'string' && INTEGER.test(content) ? BigInt(content) : item;
  });
