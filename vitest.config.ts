import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const PROCESSES = '{lib,e2e/{conformance,simulate,unit}}/**/*.process.test.ts';
const OWN_PAGE = ['components/embed/host-wallets.test.ts', 'lib/wallet/solana/solana-wallets.test.ts'];

/** Short files that take long: a worker that began one of them last would work alone at the end. */
const SLOW = /(simulate|made-up-provider|start-world|evm-ledger-restart|order-life|kill|takeover)\.process\.test\.ts$/;

/** Vitest begins with the largest files. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [
      ...sorted.filter(({ moduleId }) => SLOW.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !SLOW.test(moduleId)),
    ];
  }
}

/** What all tests have in common. */
const shared = {
  setupFiles: ['lib/domain/test-setup.ts'],
  // Only what hangs takes so long: a test must not fail because the machine is busy.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  unstubEnvs: true,
};

export default defineConfig({
  test: {
    retry: 0,
    sequence: { sequencer: SlowFirst },
    // Tests of processes mostly wait for these.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: ['lib/**/*.test.ts', 'components/**/*.test.{ts,tsx}', 'e2e/{unit,conformance}/**/*.test.ts'],
          exclude: [PROCESSES, ...OWN_PAGE],
          // Modules are read once for all files: that is most of their time.
          isolate: false,
        },
      },
      // What they put into the page's global objects is for themselves.
      { test: { ...shared, name: 'own page', include: OWN_PAGE } },
      {
        test: {
          ...shared,
          name: 'processes',
          include: [PROCESSES],
          globalSetup: ['lib/db/test-server.ts'],
          isolate: false,
          // Databases, nodes and programs are real: on a busy machine their work takes a while.
          testTimeout: 600_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
