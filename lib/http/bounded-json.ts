/**
 * Bounds the shape of parsed JSON before anything reads it: refuses deep nesting, and text that databases or terminals
 * cannot take.
 */

/** The deepest message of the interface has 6 levels, a JSON-RPC call 8. */
export const MOST_DEPTH = 32;

/** A control character that Postgres refuses in any text. */
const NUL = String.fromCharCode(0);
/** Half of a surrogate pair, which UTF-8 cannot encode; JSON can write it as an escape. */
const isReadable = (text: string): boolean => !text.includes(NUL) && text.isWellFormed();

type Open = { value: unknown; depth: number };

/**
 * A sentence about what is wrong with the whole value; undefined where nothing is. Does not recurse, so that deep
 * nesting cannot exhaust the stack.
 */
export function jsonFault(value: unknown): string | undefined {
  const open: Open[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: one, depth } = next;
    if (typeof one === 'string' && !isReadable(one)) return 'The body has a text with a NUL or half a character in it.';
    if (typeof one !== 'object' || one === null) continue;
    if (depth >= MOST_DEPTH) return `The body is nested more than ${MOST_DEPTH} levels deep.`;
    const isArray = Array.isArray(one);
    for (const [key, inner] of Object.entries(one)) {
      if (!isArray && !isReadable(key)) return 'The body has a field whose name has a NUL or half a character in it.';
      open.push({ value: inner, depth: depth + 1 });
    }
  }
  return undefined;
}
