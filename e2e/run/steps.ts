/** Runs the project's checks one after another and counts what passed, so that every command ends with one plain line. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installBrowser } from './install-browser.ts';

export type Tally = { passed: number; failed: number };

const bin = (name: string) => join('node_modules', '.bin', name);

function shell(title: string, command: string, args: string[], environment: Record<string, string> = {}): boolean {
  const started = Date.now();
  console.log(`\n> ${title}`);
  const result = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
  console.log(`  ${title}: ${result.status === 0 ? 'ok' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`);
  return result.status === 0;
}

const single = (ok: boolean): Tally => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

/** Fewer modules than this and the import check saw too little to mean anything. */
const LEAST_MODULES = 250;

function importDirections(): Tally {
  console.log('\n> import directions');
  const result = spawnSync(
    bin('depcruise'),
    [
      'app',
      'components',
      'lib',
      'e2e',
      'instrumentation.ts',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
    ],
    { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  const report = JSON.parse(result.stdout) as {
    summary: {
      totalCruised: number;
      error: number;
      violations: { rule: { name: string }; from: string; to: string }[];
    };
  };
  for (const violation of report.summary.violations) {
    console.log(`  ${violation.rule.name}: ${violation.from} -> ${violation.to}`);
  }
  console.log(`  ${report.summary.totalCruised} modules seen, ${report.summary.error} violations`);
  return single(report.summary.error === 0 && report.summary.totalCruised >= LEAST_MODULES);
}

function counted(title: string, command: string, args: string[], read: (file: string) => Tally): Tally {
  const folder = mkdtempSync(join(tmpdir(), 'portage-'));
  const file = join(folder, 'report.json');
  const ok = shell(title, command, args, { PORTAGE_REPORT: file });
  try {
    const tally = read(file);
    return ok || tally.failed > 0 ? tally : { passed: tally.passed, failed: 1 };
  } catch {
    return single(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const unitTests = (): Tally =>
  counted('unit tests', process.execPath, ['e2e/run/vitest.mjs'], (file) => {
    const report = JSON.parse(readFileSync(file, 'utf8')) as { numPassedTests: number; numTotalTests: number };
    return { passed: report.numPassedTests, failed: report.numTotalTests - report.numPassedTests };
  });

/** Format, lint, types, import directions, dead code, texts, unit tests, build, sizes. */
export function check(): Tally[] {
  return [
    single(shell('format and lint', bin('biome'), ['check', '--error-on-warnings'])),
    single(shell('types', bin('tsc'), ['--noEmit'])),
    importDirections(),
    single(shell('dead code', bin('knip'), [])),
    single(shell('texts', process.execPath, ['--import', 'tsx', 'e2e/run/texts.ts'])),
    unitTests(),
    single(shell('build', 'npm', ['run', '--silent', 'build'])),
    single(shell('sizes', process.execPath, ['--import', 'tsx', 'e2e/run/sizes.ts'])),
  ];
}

/** Journeys mostly wait for blocks: halves of them run side by side, each with an app and a sandbox of its own. */
const SHARDS = 2;

/** Dealt out file by file: the long ones, those in the browser, stand next to each other by name. */
const specsOf = (shard: number): string[] =>
  ['e2e/api', 'e2e/journeys']
    .flatMap((folder) =>
      readdirSync(folder)
        .sort()
        .map((name) => `${folder}/${name}`),
    )
    .filter((path) => path.endsWith('.spec.ts'))
    .filter((_path, index) => index % SHARDS === shard);

/** Ports of the first shard's app and sandbox; the others follow. */
const FIRST_PORTS = { app: 3917, sandbox: 4917 };

const tallyOf = (file: string): Tally => {
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
};

async function journeyShard(folder: string, index: number): Promise<Tally> {
  const report = join(folder, `${index}.json`);
  const child = spawn(bin('playwright'), ['test', ...specsOf(index)], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORTAGE_REPORT: report,
      E2E_PORT: String(FIRST_PORTS.app + index),
      E2E_SANDBOX_PORT: String(FIRST_PORTS.sandbox + index),
      E2E_SHARD: String(index + 1),
    },
  });
  const [code] = await once(child, 'exit');
  try {
    const tally = tallyOf(report);
    return code === 0 || tally.failed > 0 ? tally : { passed: tally.passed, failed: 1 };
  } catch {
    return single(false);
  }
}

/** API and browser journeys against the built app. */
export async function journeys(): Promise<Tally[]> {
  if (!installBrowser()) return [single(false)];
  const folder = mkdtempSync(join(tmpdir(), 'portage-'));
  const started = Date.now();
  console.log('\n> journeys');
  try {
    return await Promise.all(Array.from({ length: SHARDS }, (_, index) => journeyShard(folder, index)));
  } finally {
    console.log(`  journeys: ${Math.round((Date.now() - started) / 1000)} s`);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints the closing line and ends the process. */
export function finish(tallies: Tally[]): never {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
