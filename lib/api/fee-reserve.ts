/**
 * The answer of `GET /chain/{chain}/reserve?address=…`: how much of the native coin must remain for fees when all of it
 * is sold. Not public API.
 */

/** A decimal amount of the chain's native coin. */
export type FeeReserve = { reserve: string };
