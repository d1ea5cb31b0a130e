/** Draws the same numbers from the same seed. */
export type Random = {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** A whole number from `least` to `most`, small ones as likely as large ones by their size. */
  between(least: number, most: number): number;
  chance(percent: number): boolean;
  of<T>(list: readonly T[]): T;
};

/** Mulberry32: 32 bits of state, enough to tell a few thousand stories apart. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => Math.floor((next() / 2 ** 32) * limit);
  return {
    below,
    between: (least, most) => Math.round(least * (most / least) ** (next() / 2 ** 32)),
    chance: (percent) => below(100) < percent,
    of(list) {
      const picked = list[below(list.length)];
      if (picked === undefined) throw new Error('nothing to choose from');
      return picked;
    },
  };
}
