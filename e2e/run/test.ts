/**
 * `npm test`: runs every check, every unit test, and the journeys that each change must pass. `npm run test:all` adds
 * the long ones.
 */
import { build, sourceChecks } from './checks.ts';
import { unlessGreen } from './green.ts';
import { journeys } from './journeys.ts';
import { beside, inOrder } from './step.ts';
import { finish } from './table.ts';
import { unitTests } from './unit-tests.ts';

const startedMs = Date.now();
const long = process.argv.includes('--all');
// The unit tests and Playwright's configuration read it.
if (long) process.env.PORTAGE_TESTS = 'all';
const read = await beside(build, sourceChecks);
const run = await inOrder([long ? unitTests() : unlessGreen(unitTests()), journeys(long)]);
finish([...read, ...run], startedMs);
