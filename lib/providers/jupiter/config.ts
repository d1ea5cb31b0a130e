/** Time budgets of the Jupiter API, and the longest answer that is read. */
export const QUOTE_TIMEOUT_MS = 7_000;
/** The whole verified list has some thousands of entries. */
export const LIST_TIMEOUT_MS = 30_000;
export const LIST_BYTES = 20_000_000;
