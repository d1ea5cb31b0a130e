/** How much a test does: little in the run that everybody makes, much in the long one before a release. */

/** Set by `npm run test:all`. */
export const LONG_RUN = process.env.PORTAGE_TESTS === 'all';

/** How many cases of a property are tried: `everyday` of them, and ten times as many in the long run. */
export const cases = (everyday: number): number => (LONG_RUN ? everyday * 10 : everyday);
