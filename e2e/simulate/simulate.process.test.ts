import { expect, it } from 'vitest';
import { LONG_RUN } from '../../lib/domain/test-effort.ts';
import { output } from '../run/step.ts';

/** In a process of its own, whose worlds take over clock and randomness of theirs. */
async function simulate(swaps: number, ...more: string[]): Promise<void> {
  const args = ['--import', 'tsx', 'e2e/simulate/simulate.ts', '--seed', '7', '--swaps', String(swaps), ...more];
  const { ok, stdout, stderr } = await output(process.execPath, args);
  expect(stdout).toContain(`${swaps} swaps from seed 7`);
  expect(ok, stdout + stderr).toBe(true);
}

it('keeps every promise of its answers through faults, forks, restarts and jumping clocks', () =>
  simulate(LONG_RUN ? 500 : 200));

it('tells the same story again', () => simulate(20, '--twice'));
