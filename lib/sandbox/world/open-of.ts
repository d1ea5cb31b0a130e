/** A world keeps thousands of ended swaps, and its networks look at each block for those with anything left to do. */

const known = new WeakMap<object, { read: number; open: unknown[] }>();

/**
 * The members of a list with anything left to do.
 * @param all is only ever added to.
 * @param isOpen the same for every call with this list; what it has once called ended stays so.
 */
export function openOf<T>(all: readonly T[], isOpen: (one: T) => boolean): readonly T[] {
  const { read, open } = (known.get(all) ?? { read: 0, open: [] }) as { read: number; open: T[] };
  const stillOpen = [...open, ...all.slice(read)].filter(isOpen);
  known.set(all, { read: all.length, open: stillOpen });
  return stillOpen;
}
