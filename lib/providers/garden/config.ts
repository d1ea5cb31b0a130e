/** Time budgets of the Garden API, and the life of its orders. */
export const READ_TIMEOUT_MS = 6_000;
/** Longest that an order's creation is waited for where the caller sets no limit. */
export const WRITE_TIMEOUT_MS = 600_000;
/** Garden takes a payment that it sees within the hour. Source: docs.garden.finance, order lifecycle. */
export const ORDER_LIFE_MS = 3_600_000;
/** A list that cannot be asked anew stays in use this long: the order itself is refused where it is out of date. */
export const STALE_MAX_AGE_MS = 900_000;
