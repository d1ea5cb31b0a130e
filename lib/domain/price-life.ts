/** How long a price stands for what its caller means by it, though a chain would still hold to it. */
export const PRICE_LIVES_MS = 3_600_000;
