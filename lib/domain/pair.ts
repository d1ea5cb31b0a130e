/** Two assets, one for the other. */

/** Asset identifiers. */
export type Pair = { sell: string; buy: string };
