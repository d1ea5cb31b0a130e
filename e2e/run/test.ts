/**
 * `npm test`: runs every check, every unit test, and the journeys that each change must pass. `npm run test:all` adds
 * the long ones.
 */
import { build, sourceChecks } from './checks.ts';
import { unlessGreen } from './green.ts';
import { journeys } from './journeys.ts';
import { beside } from './step.ts';
import { finish } from './table.ts';
import { unitTests } from './unit-tests.ts';

const startedMs = Date.now();
const long = process.argv.includes('--all');
// The unit tests and Playwright's configuration read it.
if (long) process.env.PORTAGE_TESTS = 'all';
// The journeys mostly wait and the unit tests mostly compute, so both together keep two cores busy.
const units = long ? unitTests() : unlessGreen(unitTests());
finish(await beside([...build, journeys(long)], [...sourceChecks, units]), startedMs);
