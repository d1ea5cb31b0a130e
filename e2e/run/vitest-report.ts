/** Writes down what a run of the unit tests came to, and where its time went. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

export type UnitReport = {
  passed: number;
  failed: number;
  /** `startingMs` is what a file took before its first test: its modules, above all. */
  files: { file: string; testsMs: number; startingMs: number }[];
};

const timesOf = (module: TestModule): UnitReport['files'][number] => {
  const { duration, collectDuration, prepareDuration, setupDuration, environmentSetupDuration } = module.diagnostic();
  return {
    file: relative(process.cwd(), module.moduleId),
    testsMs: duration,
    startingMs: collectDuration + prepareDuration + setupDuration + environmentSetupDuration,
  };
};

export default class UnitTestReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.ok() && test.result().state === 'passed').length;
    // Files that could not even be read, and errors outside of tests, count as one each.
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    const report: UnitReport = { passed, failed: tests.length - passed + broken, files: modules.map(timesOf) };
    writeFileSync(process.env.PORTAGE_REPORT ?? 'report.json', JSON.stringify(report));
  }
}
