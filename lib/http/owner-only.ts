/** Keeps the data folder, and all that is in it, for the account that runs Portage. */
import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Bits of a mode that concern anybody else than the owner. */
const OTHERS = 0o077;

/** What is made from now on by this process and its children is the owner's alone. */
export const makeOwnerOnly = (): void => {
  if (process.platform !== 'win32') process.umask(OTHERS);
};

export type OwnerOnly = {
  /** How many files and folders others could reach, and no longer can. */
  narrowed: number;
  /** Those that could not be changed: they belong to somebody else. */
  wide: readonly string[];
};

/** Takes from everybody else what they may do with a folder and what is in it; makes it where it is missing. */
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
    // From the outside in: from then on nobody else gets further.
    for (const name of await readdir(path).catch(() => [])) await narrow(join(path, name));
  }
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  await narrow(folder);
  return found;
}
