/** Replaces a file atomically: a reader, or a start after a kill, finds the old content or the new, never a part. */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes nothing where the folder was removed: whoever did that wants nothing of it kept, and the world ends in order. */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  const next = `${path}.next`;
  try {
    writeFileSync(next, content);
    renameSync(next, path);
  } catch (error) {
    if (existsSync(dirname(path))) throw error;
  }
}
