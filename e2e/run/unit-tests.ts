/** Runs the tests beside the code, by Vitest: pure ones, those with processes, or those of the named rooms. */
import { readFileSync } from 'node:fs';
import { bin, output, reported, type Step } from './step.ts';
import type { UnitReport } from './vitest-report.ts';

type Project = 'pure' | 'own page' | 'processes';

/** @param projects of `vitest.config.ts`, all of them by default. */
const testsOf = (title: string, rooms: readonly string[], projects: readonly Project[] = []): Step => ({
  title,
  async run() {
    const chosen = projects.flatMap((project) => ['--project', project]);
    const reporters = ['--reporter=dot', '--reporter=./e2e/run/vitest-report.ts'];
    return reported(async (report, environment) => {
      const { ok, stdout, stderr } = await output(
        bin('vitest'),
        ['run', ...reporters, ...chosen, ...rooms],
        environment,
      );
      if (!ok) console.log(stdout + stderr);
      const { passed, failed, faults, files } = JSON.parse(readFileSync(report, 'utf8')) as UnitReport;
      return {
        passed,
        failed: ok ? failed : Math.max(failed, 1),
        faults,
        slow: files.map(({ file, testsMs }) => ({ what: file, ms: testsMs })),
        startingMs: files.reduce((sum, { startingMs }) => sum + startingMs, 0),
      };
    });
  },
});

export const unitTestsOf = (rooms: readonly string[]): Step => testsOf(`unit tests of ${rooms.join(', ')}`, rooms);
/** They need no build. */
export const pureTests: Step = testsOf('unit tests', [], ['pure', 'own page']);
/** Those that start databases, nodes and programs. */
export const processTests: Step = testsOf('unit tests with processes', [], ['processes']);
