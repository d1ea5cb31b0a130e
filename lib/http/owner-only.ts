/** Keeps the data folder, and everything in it, readable and writable only by the account that runs Portage. */
import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The permission bits of all accounts but the owner. */
const OTHERS = 0o077;

/** What this process and its children create from now on belongs to the owner alone. */
export const makeOwnerOnly = (): void => {
  if (process.platform !== 'win32') process.umask(OTHERS);
};

export type OwnerOnly = {
  /** How many files and folders others had access to and no longer have. */
  narrowed: number;
  /** Those that could not be changed, since they belong to another account. */
  wide: readonly string[];
};

/** Removes all access of other accounts to a folder and what is in it; creates the folder where it is missing. */
export async function keepForOwner(folder: string): Promise<OwnerOnly> {
  const found: { narrowed: number; wide: string[] } = { narrowed: 0, wide: [] };
  if (process.platform === 'win32') return found;
  async function narrow(path: string): Promise<void> {
    const facts = await lstat(path).catch(() => undefined);
    if (!facts || facts.isSymbolicLink()) return;
    if ((facts.mode & OTHERS) !== 0) {
      try {
        await chmod(path, facts.mode & 0o7777 & ~OTHERS);
        found.narrowed += 1;
      } catch {
        found.wide.push(path);
      }
    }
    if (!facts.isDirectory()) return;
    // From the outside in: once the outer folder is closed, no other account gets further.
    for (const name of await readdir(path).catch(() => [])) await narrow(join(path, name));
  }
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  await narrow(folder);
  return found;
}
