/** Runs the tests beside the code, by Vitest: of all rooms, or of the named ones. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, output, type Step, single } from './step.ts';
import type { UnitReport } from './vitest-report.ts';

export const unitTests = (rooms: readonly string[] = []): Step => ({
  title: rooms.length === 0 ? 'unit tests' : `unit tests of ${rooms.join(', ')}`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'portage-'));
    const report = join(folder, 'report.json');
    try {
      const reporters = ['--reporter=dot', '--reporter=./e2e/run/vitest-report.ts'];
      const { ok, stdout, stderr } = await output(bin('vitest'), ['run', ...reporters, ...rooms], {
        PORTAGE_REPORT: report,
      });
      if (!ok) console.log(stdout + stderr);
      const { passed, failed, files } = JSON.parse(readFileSync(report, 'utf8')) as UnitReport;
      return {
        passed,
        failed: ok ? failed : Math.max(failed, 1),
        slow: files.map(({ file, testsMs }) => ({ what: file, ms: testsMs })),
        startingMs: files.reduce((sum, { startingMs }) => sum + startingMs, 0),
      };
    } catch {
      return single(false);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});
