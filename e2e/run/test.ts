/** `npm test`: every check, every unit test, and the journeys that each change must pass. `npm run test:all` adds the long ones. */
import { build, sourceChecks } from './checks.ts';
import { unlessGreen } from './green.ts';
import { journeys } from './journeys.ts';
import { beside } from './step.ts';
import { finish } from './table.ts';
import { unitTests } from './unit-tests.ts';

const startedMs = Date.now();
const long = process.argv.includes('--all');
// Read by the unit tests and by Playwright's settings.
if (long) process.env.PORTAGE_TESTS = 'all';
// The journeys wait more than they reckon, the unit tests reckon: beside each other they keep both cores busy.
const units = long ? unitTests() : unlessGreen(unitTests());
finish(await beside([...build, journeys(long)], [...sourceChecks, units]), startedMs);
