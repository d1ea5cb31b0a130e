/** Copies the embedded database while it is in use, and restores a copy. */
import { constants } from 'node:fs';
import { access, cp, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { assertCluster, DataFolderFault, fileFault, openFolder } from './folder-faults.ts';
import { lockFolder } from './folder-lock.ts';

const exists = (path: string): Promise<boolean> =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  );

async function copied(from: string, target: string): Promise<void> {
  try {
    await cp(from, target, { recursive: true, errorOnExist: true, force: false, preserveTimestamps: true });
  } catch (error) {
    await rm(target, { recursive: true, force: true }).catch(() => undefined);
    const sentence = await fileFault(error, target);
    throw sentence === undefined ? error : new DataFolderFault(sentence, { cause: error });
  }
}

/**
 * Between two statements everything committed is in the files or in the log beside them, as after a kill: the copy
 * opens as the database would then. Statements wait while the files are copied. @throws {DataFolderFault} when the
 * folder exists or cannot be written.
 */
export async function copyCluster(
  client: Pick<PGlite, 'exec' | 'runExclusive'>,
  folder: string,
  target: string,
): Promise<void> {
  const whole = resolve(target);
  if (await exists(whole)) throw new DataFolderFault(`${whole} exists already: name a folder that does not.`);
  // Data in the tables' files need not be replayed from the log.
  await client.exec('checkpoint');
  const partial = `${whole}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  await client.runExclusive(() => copied(folder, join(partial, 'db')));
  await rename(partial, whole);
}

/**
 * Puts a copy in the place of the database, which is kept beside it. @returns the new place of the previous database;
 * undefined when there was none. @throws {DataFolderInUse} while a process has the folder. @throws {DataFolderFault}
 * when the copy is invalid.
 */
export async function restoreCluster(dataDir: string, from: string, now: number): Promise<string | undefined> {
  const source = join(resolve(from), 'db');
  if (!(await exists(source)))
    throw new DataFolderFault(`There is no backup in ${resolve(from)}: it has no folder "db".`);
  await assertCluster(source);
  const folder = resolve(dataDir);
  await openFolder(folder);
  const lock = await lockFolder(folder);
  try {
    const fresh = join(folder, `db.restoring-${now}`);
    await copied(source, fresh);
    const current = join(folder, 'db');
    const before = (await exists(current)) ? `${current}.before-${now}` : undefined;
    if (before !== undefined) await rename(current, before);
    await rename(fresh, current);
    return before;
  } finally {
    await lock.release();
  }
}
