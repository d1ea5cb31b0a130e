/** Identifies a pair of assets to swap. */

/** Asset identifiers. */
export type Pair = { sell: string; buy: string };
