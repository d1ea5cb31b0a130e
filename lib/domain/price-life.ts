/** Bounds how long a quoted price may be used, even where the chain would accept the transaction for longer. */
export const PRICE_LIVES_MS = 3_600_000;
