/** Prints the end of a run: the time by step, and the closing line with the result. */
import { stripVTControlCharacters } from 'node:util';
import type { Fault, Finished } from './step.ts';

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(7)} s`;
const SLOWEST = 10;
/** Lines of an error that are repeated at the end; what was printed before has the rest. */
const ERROR_LINES = 12;

const faultLines = ({ what, error }: Fault): string =>
  [what, ...stripVTControlCharacters(error).split('\n').slice(0, ERROR_LINES)].join('\n    ');

/** Prints the table and the closing line, and ends the process. */
export function finish(steps: readonly Finished[], startedMs: number): never {
  console.log('\nTime by step');
  for (const { title, ms } of steps) console.log(`${seconds(ms)}  ${title}`);
  console.log(`${seconds(Date.now() - startedMs)}  in all`);
  for (const { title, slow = [], startingMs } of steps) {
    if (slow.length === 0) continue;
    console.log(`\n${title}: the ${SLOWEST} slowest`);
    for (const { what, ms } of slow.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST))
      console.log(`${seconds(ms)}  ${what}`);
    if (startingMs !== undefined) console.log(`${seconds(startingMs)}  lost in starting, over all workers`);
  }
  const faults = steps.flatMap((step) => step.faults ?? []);
  if (faults.length > 0) console.log(`\nWhat failed\n${faults.map(faultLines).join('\n')}`);
  const passed = steps.reduce((sum, step) => sum + step.passed, 0);
  const failed = steps.reduce((sum, step) => sum + step.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
