/** Writes the result of a run of the unit tests and its time by file. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Fault } from './step.ts';

export type UnitReport = {
  passed: number;
  failed: number;
  faults: Fault[];
  /** `startingMs` is the time of a file before its first test, mostly for loading its modules. */
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

const faultsOf = (test: TestCase): Fault[] =>
  (test.result().errors ?? []).map(({ message }) => ({
    what: `${relative(process.cwd(), test.module.moduleId)}: ${test.fullName}`,
    error: message,
  }));

export default class UnitTestReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.ok() && test.result().state === 'passed').length;
    // A file that could not be loaded and an error outside of tests count as one failure each.
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    const report: UnitReport = {
      passed,
      failed: tests.length - passed + broken,
      faults: tests.flatMap(faultsOf),
      files: modules.map(timesOf),
    };
    writeFileSync(process.env.PORTAGE_REPORT ?? 'report.json', JSON.stringify(report));
  }
}
