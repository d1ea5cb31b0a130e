/**
 * `npm run check`: runs everything but the journeys; with names of rooms, only the format check and the unit tests of
 * these.
 */
import { build, format, sourceChecks } from './checks.ts';
import { unlessGreen } from './green.ts';
import { beside, inOrder } from './step.ts';
import { finish } from './table.ts';
import { processTests, pureTests, unitTestsOf } from './unit-tests.ts';

const startedMs = Date.now();
const rooms = process.argv.slice(2);
const steps =
  rooms.length > 0
    ? await beside([unitTestsOf(rooms)], [format])
    : [
        ...(await beside(build, [...sourceChecks, unlessGreen(pureTests)])),
        ...(await inOrder([unlessGreen(processTests)])),
      ];
finish(steps, startedMs);
