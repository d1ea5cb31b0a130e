/** Replaces a file atomically: a reader, or a start after a kill, finds the old content or the new, never a part. */
import { renameSync, writeFileSync } from 'node:fs';

export function writeAtomically(path: string, content: string | Uint8Array): void {
  const next = `${path}.next`;
  writeFileSync(next, content);
  renameSync(next, path);
}
