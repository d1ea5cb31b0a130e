/**
 * Creates the world from a data folder: its seed, clock, faults, ledgers and saved parts, the same after every restart.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import type { World } from '../ledger.ts';
import { writeAtomically } from './atomic-file.ts';
import { createClock, FASTEST, type TimeSource, type WorldClock } from './clock.ts';
import { createFaultBoard, type FaultBoard } from './faults.ts';
import { createRecentAnswers, type RecentAnswers } from './recent-answers.ts';
import { SandboxError } from './sandbox-error.ts';
import { createStateFiles, type StateFiles } from './state-files.ts';

export type ControlHandler = (params: unknown) => Promise<unknown> | unknown;

/** The world as the sandbox itself sees it: a `World`, and the controls that drive it. */
export type RunningWorld = World & {
  clock: WorldClock;
  faults: FaultBoard;
  recent: RecentAnswers;
  states: StateFiles;
  controls: ReadonlyMap<string, ControlHandler>;
  /** Saves the clock's settings; call it after every change other than a step. */
  saveClock(): void;
  /** The sandbox's subfolder of the data folder. */
  folder: string;
};

const clockSchema = z.object({
  chainMs: z.number().nonnegative(),
  offsetMs: z.number(),
  speed: z.number().positive().max(FASTEST),
  held: z.boolean(),
});

/**
 * The folder's seed, created at the first start. @throws {SandboxError} when the folder was created with another one.
 */
function seedOf(folder: string, wanted: string | undefined): string {
  const path = join(folder, 'seed');
  if (existsSync(path)) {
    const seed = readFileSync(path, 'utf8').trim();
    if (wanted !== undefined && wanted !== seed)
      throw new SandboxError(`The world in ${folder} was begun with another seed; choose another folder.`);
    return seed;
  }
  const seed = wanted ?? randomBytes(32).toString('hex');
  writeAtomically(path, `${seed}\n`);
  return seed;
}

export type WorldOptions = {
  folder: string;
  seed?: string;
  /** Chain seconds per second; the default is the saved speed, at first 60. */
  speed?: number;
  log(event: Record<string, unknown>): void;
  /** Where the world's state is kept; by default in files of the folder. */
  states?: StateFiles;
  /** This process's by default. */
  time?: TimeSource;
};

/** @throws {SandboxError} when the folder holds another world, or a damaged one. */
export function createWorld(options: WorldOptions): RunningWorld {
  const { folder, log } = options;
  mkdirSync(folder, { recursive: true });
  const seed = seedOf(folder, options.seed);
  const states = options.states ?? createStateFiles(join(folder, 'world'));
  const onError = (name: string, error: unknown) => log({ level: 'error', event: 'tick', name, error: String(error) });
  const clock = createClock(onError, options.time);
  const faults = createFaultBoard(() => savedFaults.flush());
  const savedFaults = states.persist({
    name: 'faults',
    dump: () => faults.list(),
    load: (state) => faults.load(state),
  });
  const savedClock = states.persist({
    name: 'clock',
    dump: () => clock.dump(),
    load: (state) => clock.load(clockSchema.parse(state)),
  });
  clock.afterStep(() => savedClock.flush());
  // Losing a little of the chain time that passed meanwhile does not matter; settings and steps are written when they
  // happen.
  clock.every(60, 'clock', () => savedClock.touch());
  if (options.speed !== undefined) clock.speed = options.speed;
  savedClock.flush();

  const controls = new Map<string, ControlHandler>();
  return {
    seed,
    folder,
    clock,
    faults,
    recent: createRecentAnswers(),
    states,
    controls,
    saveClock: () => savedClock.flush(),
    ledgers: {},
    persist: (state) => states.persist(state),
    secret: (name) => sha256(utf8ToBytes(`${seed}|${name}`)),
    log,
    control(name, handler) {
      if (controls.has(name)) throw new Error(`two control actions named ${name}`);
      controls.set(name, handler);
    },
  };
}
