/** Runs the journeys against the built app, by Playwright, whose workers have an app and a sandbox each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { installBrowser } from './install-browser.ts';
import { bin, type Fault, type Outcome, reported, type Slow, type Step, single } from './step.ts';

/** Two cores are busy with three; a fourth only makes each page slower. */
const WORKERS = 3;

const EVERYDAY = ['e2e/api/', 'e2e/journeys/'];

type Suite = {
  title: string;
  suites?: Suite[];
  specs?: { title: string; file: string; tests: { results: Result[] }[] }[];
};
type Result = { duration: number; startTime: string; errors: { message?: string; location?: { line: number } }[] };
type Report = {
  stats: { startTime: string; expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
};

const specsIn = (suites: readonly Suite[]): NonNullable<Suite['specs']> =>
  suites.flatMap((suite) => [...(suite.specs ?? []), ...specsIn(suite.suites ?? [])]);

/** The results, and the time from the command to the first journey, which is mostly the app's start. */
function outcomeOf(file: string, ok: boolean, startedMs: number): Outcome {
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const specs = specsIn(suites);
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const begun = Math.min(...results.map(({ startTime }) => Date.parse(startTime)));
  const failed = stats.unexpected + stats.flaky + stats.skipped;
  const faults: Fault[] = specs.flatMap(({ title, file: spec, tests }) =>
    tests
      .flatMap((test) => test.results.flatMap(({ errors }) => errors))
      .map(({ message = '', location }) => ({ what: `${spec}:${location?.line ?? '?'}: ${title}`, error: message })),
  );
  const slow: Slow[] = specs.map(({ title, file: spec, tests }) => ({
    what: `${spec}: ${title}`,
    ms: tests.flatMap((test) => test.results).reduce((sum, { duration }) => sum + duration, 0),
  }));
  return {
    passed: stats.expected,
    failed: ok ? failed : Math.max(failed, 1),
    slow,
    faults,
    startingMs: results.length === 0 ? 0 : begun - startedMs,
  };
}

/** @param long runs all journeys instead of only those of `npm test`. */
export const journeys = (long: boolean): Step => ({
  title: 'journeys',
  async run() {
    if (!installBrowser()) return single(false);
    const startedMs = Date.now();
    const which = long ? [...EVERYDAY, 'e2e/long/'] : [...EVERYDAY, '--grep-invert', '@long'];
    return reported(async (report, environment) => {
      const child = spawn(bin('playwright'), ['test', ...which, `--workers=${WORKERS}`], {
        stdio: 'inherit',
        env: { ...process.env, ...environment },
      });
      const [code] = await once(child, 'exit');
      return outcomeOf(report, code === 0, startedMs);
    });
  },
});
