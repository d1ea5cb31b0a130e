import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { LONG_RUN } from '../../lib/domain/test-effort.ts';

/** A child of its own: the simulation takes over the clock and the randomness of its process. */
const simulate = (seed: number, swaps: number) => {
  const args = ['--import', 'tsx', 'e2e/simulate/simulate.ts', '--seed', String(seed), '--swaps', String(swaps)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

/** As many as take a few seconds. */
const SWAPS = LONG_RUN ? 300 : 12;
const figures = (output: string) => output.replace(/, \d+ s;/, '');

it('keeps every promise of its answers through faults, restarts and jumping clocks, and tells the same story again', () => {
  const { status, output } = simulate(7, SWAPS);
  expect(output).toContain(`${SWAPS} swaps from seed 7`);
  expect(status, output).toBe(0);
  expect(figures(simulate(7, SWAPS).output)).toBe(figures(output));
});
