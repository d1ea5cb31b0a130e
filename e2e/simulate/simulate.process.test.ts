import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { LONG_RUN } from '../../lib/domain/test-effort.ts';

/** So many that faults and forks happen among them. */
const SWAPS = LONG_RUN ? 300 : 40;

it('keeps every promise of its answers through faults, restarts and jumping clocks, and tells the same story again', () => {
  // A child of its own, whose worlds take over clock and randomness of their processes.
  const args = ['--import', 'tsx', 'e2e/simulate/simulate.ts', '--seed', '7', '--swaps', String(SWAPS), '--twice'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stdout).toContain(`${SWAPS} swaps from seed 7`);
  expect(status, stdout + stderr).toBe(0);
});
