/**
 * Allows one sandbox per data folder: a second one fails with a clear message, and a killed one's lock does not block.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { startOfProcess } from './process-identity.ts';
import { SandboxError } from './sandbox-error.ts';

const holderSchema = z.object({ pid: z.number(), start: z.string() });

const holderOf = (path: string): z.infer<typeof holderSchema> | undefined => {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
};

/** Locks `folder` and returns the function that unlocks it. @throws {SandboxError} naming the process that holds it. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lock.json');
  const mine = JSON.stringify({ pid: process.pid, start: startOfProcess(process.pid) ?? 'unknown' });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(path, mine, { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = holderOf(path);
    if (holder !== undefined && startOfProcess(holder.pid) === holder.start)
      throw new SandboxError(
        `Another sandbox (process ${holder.pid}) runs on ${folder}; stop it, or choose another folder with DATA_DIR.`,
      );
    rmSync(path, { force: true });
  }
  throw new SandboxError(`The sandbox cannot lock ${folder}; another one starts there at this moment.`);
}
