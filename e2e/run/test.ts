/**
 * `npm test`: runs every check, every unit test, and the journeys that each change must pass. `npm run test:all` adds
 * the long ones.
 */
import { build, sourceChecks } from './checks.ts';
import { unlessGreen } from './green.ts';
import { journeys } from './journeys.ts';
import { beside, inOrder, type Step } from './step.ts';
import { finish } from './table.ts';
import { processTests, pureTests } from './unit-tests.ts';

const startedMs = Date.now();
const long = process.argv.includes('--all');
// The unit tests and Playwright's configuration read it.
if (long) process.env.PORTAGE_TESTS = 'all';
const asked = (step: Step): Step => (long ? step : unlessGreen(step));
const first = await beside(build, [...sourceChecks, asked(pureTests)]);
const built = await inOrder([asked(processTests), journeys(long)]);
finish([...first, ...built], startedMs);
