/** Keeps every part of the world's state in a file of its own; a state flushed before an answer survives any crash. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from '../../domain/json.ts';
import type { Persisted } from '../ledger.ts';
import { writeAtomically } from './atomic-file.ts';
import { SandboxError } from './sandbox-error.ts';

/** A touched part is written at most this much later. */
const WRITE_AFTER_MS = 250;
const STATE_NAME = /^[a-z0-9][a-z0-9-]*$/;

export type StateFiles = {
  /** Loads the part's saved state, if any. @throws {SandboxError} when its file cannot be read. */
  persist(state: Persisted): { touch(): void; flush(): void };
  /** Writes every part touched since its last write. */
  flushAll(): void;
  /** Stops all writing, as if the process had been killed. */
  abandon(): void;
};

export function createStateFiles(folder: string): StateFiles {
  mkdirSync(folder, { recursive: true });
  const dirty = new Map<string, () => void>();
  const names = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let abandoned = false;

  const flushAll = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const write of [...dirty.values()]) write();
  };

  const persist = (state: Persisted): { touch(): void; flush(): void } => {
    if (!STATE_NAME.test(state.name) || names.has(state.name))
      throw new Error(`a part's name is lower case and its own: ${state.name}`);
    names.add(state.name);
    const path = join(folder, `${state.name}.json`);
    if (existsSync(path)) {
      try {
        state.load(parse(readFileSync(path, 'utf8')));
      } catch (cause) {
        throw new SandboxError(`The sandbox cannot read ${path}; delete the sandbox's folder to begin a new world.`, {
          cause,
        });
      }
    }
    const flush = (): void => {
      dirty.delete(state.name);
      if (!abandoned) writeAtomically(path, stringify(state.dump()));
    };
    const touch = (): void => {
      dirty.set(state.name, flush);
      timer ??= setTimeout(flushAll, WRITE_AFTER_MS);
    };
    return { touch, flush };
  };

  return {
    persist,
    flushAll,
    abandon() {
      abandoned = true;
      clearTimeout(timer);
    },
  };
}
