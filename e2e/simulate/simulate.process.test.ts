import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** A child of its own: the simulation takes over the clock and the randomness of its process. */
const simulate = (seed: number, swaps: number) => {
  const args = ['--import', 'tsx', 'e2e/simulate/simulate.ts', '--seed', String(seed), '--swaps', String(swaps)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

/** As many as are told in a few seconds: `npm run simulate` tells more. */
const SWAPS = 40;

it('keeps every promise of its answers through faults, restarts and jumping clocks', () => {
  const { status, output } = simulate(1, SWAPS);
  expect(output).toContain(`${SWAPS} swaps from seed 1`);
  expect(status, output).toBe(0);
});
