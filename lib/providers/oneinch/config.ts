/** Time budgets of the 1inch API, and the longest answer that is read. */
export const TIMEOUT_MS = 7_000;
/** Before the one further try; spread, so that those who were refused together do not come back together. */
export const RETRY_MS = { least: 150, spread: 250 };
/** Whoever answers "too often" without saying how long counts by the second. */
export const REST_MS = 1_000;
/** What a caller is taken to wait who does not say. */
export const DEFAULT_BUDGET_MS = 8_000;
export const LIST_BYTES = 15_000_000;
