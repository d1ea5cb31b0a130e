/** Adds up the disk usage of a folder's files. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** `st_blocks` counts these, whatever the file system's own block is. Source: POSIX, sys/stat.h, as Linux defines it. */
const BLOCK_BYTES = 512;

/** Bytes on the disk, 0 when there is no such folder. Files that disappear meanwhile do not count. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderSize(path);
    else
      bytes += await lstat(path)
        .then(({ blocks, size }) => (blocks ? blocks * BLOCK_BYTES : size))
        .catch(() => 0);
  }
  return bytes;
}
