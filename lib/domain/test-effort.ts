/**
 * Sets how thoroughly tests try their properties: a little in the everyday run, much more in the long run before a
 * release.
 */

/** True under `npm run test:all`. */
export const LONG_RUN = process.env.PORTAGE_TESTS === 'all';

/** The number of cases for a property: `everyday`, or ten times as many in the long run. */
export const cases = (everyday: number): number => (LONG_RUN ? everyday * 10 : everyday);
