/** `GET /chain/{chain}/reserve?address=…`: what stays behind when all of a chain's own coin is sold. Not public API. */

/** Decimal, of the chain's own coin. */
export type FeeReserve = { reserve: string };
