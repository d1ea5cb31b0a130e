/** Runs the journeys against the built app, by Playwright, in concurrent parts with an app and a sandbox each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installBrowser } from './install-browser.ts';
import { bin, type Outcome, type Slow, type Step, single } from './step.ts';

/** Journeys mostly wait, so that two cores serve more of them than two. */
const PARTS = 4;
/** Ports of the first part’s app and sandbox; those of the others follow. */
const FIRST_PORTS = { app: 3917, sandbox: 4917 };

const EVERYDAY = ['e2e/api', 'e2e/journeys'];
const LONG = [...EVERYDAY, 'e2e/long/api', 'e2e/long/journeys'];

/**
 * Deals out the files one by one, always to the same part; the long ones, those in the browser, are neighbours by name.
 */
const specsOf = (folders: readonly string[], part: number): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(folder)
        .sort()
        .map((name) => `${folder}/${name}`),
    )
    .filter((path) => path.endsWith('.spec.ts'))
    .filter((_path, index) => index % PARTS === part);

type Suite = {
  title: string;
  suites?: Suite[];
  specs?: { title: string; file: string; tests: { results: Result[] }[] }[];
};
type Result = { duration: number; startTime: string };
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
  const slow: Slow[] = specs.map(({ title, file: spec, tests }) => ({
    what: `${spec}: ${title}`,
    ms: tests.flatMap((test) => test.results).reduce((sum, { duration }) => sum + duration, 0),
  }));
  return {
    passed: stats.expected,
    failed: ok ? failed : Math.max(failed, 1),
    slow,
    startingMs: results.length === 0 ? 0 : begun - startedMs,
  };
}

async function walkPart(folder: string, long: boolean, part: number): Promise<Outcome> {
  const report = join(folder, `${part}.json`);
  const specs = specsOf(long ? LONG : EVERYDAY, part);
  const startedMs = Date.now();
  const only = long ? [] : ['--grep-invert', '@long'];
  const child = spawn(bin('playwright'), ['test', ...specs, ...only], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORTAGE_REPORT: report,
      E2E_PORT: String(FIRST_PORTS.app + part),
      E2E_SANDBOX_PORT: String(FIRST_PORTS.sandbox + part),
      E2E_PART: String(part + 1),
    },
  });
  const [code] = await once(child, 'exit');
  try {
    return outcomeOf(report, code === 0, startedMs);
  } catch {
    return single(false);
  }
}

const together = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
  slow: outcomes.flatMap(({ slow }) => slow ?? []),
  startingMs: outcomes.reduce((sum, { startingMs }) => sum + (startingMs ?? 0), 0),
});

/** @param long runs all journeys instead of only those of `npm test`. */
export const journeys = (long: boolean): Step => ({
  title: 'journeys',
  async run() {
    if (!installBrowser()) return single(false);
    const folder = mkdtempSync(join(tmpdir(), 'portage-'));
    try {
      return together(await Promise.all(Array.from({ length: PARTS }, (_, part) => walkPart(folder, long, part))));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});
