/**
 * The difference between two JSON values with bigints, as a value of the same kind that is small where they are alike.
 * A list with one item replaces, an empty list removes, and an object holds the differences of the parts that it names:
 * keys of an object, places of a list.
 */
export type Difference = readonly [unknown] | readonly [] | { readonly [part: string]: Difference };

type Parts = Record<string, unknown>;

/** The parts of two values that can differ in parts: two objects, or two lists of which `to` is not the shorter. */
function partsOf(from: unknown, to: unknown): [Parts, Parts] | undefined {
  if (typeof from !== 'object' || typeof to !== 'object' || from === null || to === null) return undefined;
  const areLists = Array.isArray(from) && Array.isArray(to) && to.length >= from.length;
  const areObjects = !Array.isArray(from) && !Array.isArray(to);
  // The casts are safe: both are objects or lists, whose places are keys.
  return areLists || areObjects ? [from as Parts, to as Parts] : undefined;
}

/** What turns `from` into `to`; undefined where they are equal. A part that is undefined counts as absent. */
export function differenceOf(from: unknown, to: unknown): Difference | undefined {
  if (Object.is(from, to)) return undefined;
  if (to === undefined) return [];
  const parts = partsOf(from, to);
  if (!parts) return [to];
  const differing = Object.keys({ ...parts[0], ...parts[1] }).flatMap((part) => {
    const difference = differenceOf(parts[0][part], parts[1][part]);
    return difference === undefined ? [] : [[part, difference] as const];
  });
  return differing.length === 0 ? undefined : Object.fromEntries(differing);
}

/** `to`, where the difference is that of `from` and `to`. Neither is changed. */
export function withDifference(from: unknown, difference: Difference | undefined): unknown {
  if (difference === undefined) return from;
  if (isReplaced(difference)) return difference[0];
  // The cast is safe: only two objects or lists differ in parts.
  const to = (Array.isArray(from) ? [...from] : { ...(from as object) }) as Parts;
  for (const [part, inside] of Object.entries(difference)) {
    if (isReplaced(inside) && inside.length === 0) delete to[part];
    else to[part] = withDifference(to[part], inside);
  }
  return to;
}

const isReplaced = (difference: Difference): difference is readonly [unknown] | readonly [] =>
  Array.isArray(difference);
