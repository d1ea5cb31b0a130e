/**
 * For tests: a real world in a folder of its own, whose clock moves only in steps, and which can be killed and
 * restarted.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld, type RunningWorld } from '../world/world.ts';

const SEED = '5eed'.repeat(16);

export type HeldWorld = {
  world: RunningWorld;
  /** Ends the world without a last write and restarts it from what is on disk. */
  kill(): RunningWorld;
  remove(): void;
};

function start(folder: string): RunningWorld {
  const world = createWorld({ folder, seed: SEED, log: () => undefined });
  world.clock.held = true;
  return world;
}

export function heldWorld(): HeldWorld {
  const folder = mkdtempSync(join(tmpdir(), 'portage-ledger-'));
  let world = start(folder);
  return {
    get world() {
      return world;
    },
    kill() {
      world.states.abandon();
      void world.clock.stop();
      world = start(folder);
      return world;
    },
    remove() {
      world.states.abandon();
      void world.clock.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
