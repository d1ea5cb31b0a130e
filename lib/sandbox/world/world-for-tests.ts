/** Creates worlds for tests, each in a folder of its own; time passes only when a test steps it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld, type RunningWorld } from './world.ts';

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'portage-sandbox-'));
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** The world of `folder` with a held clock. Events logged as errors are collected in `errors`. */
export function heldWorld(folder: string): { world: RunningWorld; errors: unknown[] } {
  const errors: unknown[] = [];
  const log = (event: Record<string, unknown>): void => {
    if (event.level === 'error') errors.push(event);
  };
  const world = createWorld({ folder, seed: 'test seed', log });
  world.clock.held = true;
  world.saveClock();
  return { world, errors };
}
