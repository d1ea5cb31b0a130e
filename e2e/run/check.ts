/**
 * `npm run check`: runs everything but the journeys; with names of rooms, only the format check and the unit tests of
 * these.
 */
import { build, format, sourceChecks } from './checks.ts';
import { unlessGreen } from './green.ts';
import { beside, inOrder } from './step.ts';
import { finish } from './table.ts';
import { unitTests } from './unit-tests.ts';

const startedMs = Date.now();
const rooms = process.argv.slice(2);
const steps =
  rooms.length > 0
    ? await beside([unitTests(rooms)], [format])
    : [...(await beside(build, sourceChecks)), ...(await inOrder([unlessGreen(unitTests())]))];
finish(steps, startedMs);
