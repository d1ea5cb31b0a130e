/** Time budgets of Chainflip's services, and how long what they answer is used again. */
/** The backend gives market makers a second; a quote must leave time for the node to be asked instead. */
export const BACKEND_TIMEOUT_MS = 4_500;
/** A node that takes three seconds is slow, not away; another one still gets its turn. */
export const RPC_TIMEOUT_MS = 5_000;
/** A node that reads a channel back is waited for: its runtime's description is a megabyte. */
export const WITNESS_TIMEOUT_MS = 15_000;
/** Longest that a channel's opening is waited for where the caller sets no limit: it takes 6 to 18 s. */
export const OPEN_TIMEOUT_MS = 600_000;
export const REFRESH_MS = 30_000;
export const MAX_AGE_MS = 60_000;
/**
 * What cannot be asked anew stays in use this long. Limits change by governance, a few times a year, and the backend
 * holds its own quotes to them; switches and prices change in minutes.
 */
export const KEPT_MS = { environment: 6 * 3_600_000, changing: 600_000 } as const;
/** Where something is known, a slow answer is not waited for: the next quote has it. */
export const WAIT_MS = 1_500;
/** After such a wait nobody waits again for so long. */
export const REST_MS = 10_000;
export const KEEP_WARM_MS = 300_000;
