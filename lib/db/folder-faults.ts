/** Says in one sentence why a data folder cannot be used, and what to do; nothing in it is changed. */
import { constants } from 'node:fs';
import { access, mkdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** The data folder cannot be used; `message` is the sentence to show. */
export class DataFolderFault extends Error {
  override readonly name = 'DataFolderFault';
}

/** The version of Postgres's files that PGlite 0.5 reads: its server_version is 18. */
const READABLE_VERSION = '18';
/** Source: PG_CONTROL_FILE_SIZE in Postgres's src/include/catalog/pg_control.h. */
const CONTROL_BYTES = 8192;
/** Less than a segment of the log and some pages of tables. */
const FULL_BELOW_BYTES = 24 * 1024 * 1024;
/** What every database has. */
const NEEDED = ['PG_VERSION', 'base', 'global', 'global/pg_control', 'pg_wal', 'pg_xact'];

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

const RESTORE =
  'Restore a backup (npm run restore -- FOLDER), or move it away to begin anew; nothing in it was changed.';

/** Bytes that this account may still write there; undefined where the system does not say. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: undefined, bsize: 0 }));
  return bavail === undefined ? undefined : bavail * bsize;
}

/** The sentence for an error of the file system; undefined where it is of another kind. */
export async function fileFault(error: unknown, folder: string): Promise<string | undefined> {
  const owner = await stat(folder).catch(() => undefined);
  const whose = owner ? ` (it belongs to user ${owner.uid}, and this is user ${process.getuid?.() ?? '?'})` : '';
  const sentences: Record<string, string> = {
    ENOSPC: `The disk with the data folder ${folder} is full: free space on it, or set DATA_DIR to a folder on another one.`,
    EDQUOT: `The quota of the data folder ${folder} is used up: free space, or set DATA_DIR to another folder.`,
    EROFS: `The data folder ${folder} is on a file system that is read-only: mount it for writing, or set DATA_DIR to another folder.`,
    EACCES: `This account may not use the data folder ${folder}${whose}: run Portage as its owner, or give the folder to this account by chown -R.`,
    EPERM: `This account may not use the data folder ${folder}${whose}: run Portage as its owner, or give the folder to this account by chown -R.`,
    ENOTDIR: `The data folder ${folder} is no folder: set DATA_DIR to one.`,
    EEXIST: `The data folder ${folder} is no folder: set DATA_DIR to one.`,
  };
  return sentences[codeOf(error)];
}

const damaged = (folder: string, what: string): DataFolderFault =>
  new DataFolderFault(`The database in ${folder} is damaged: ${what}. ${RESTORE}`);

async function assertUsable(path: string, folder: string): Promise<void> {
  try {
    await access(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw damaged(folder, `${path.slice(folder.length + 1)} is missing`);
    throw new DataFolderFault((await fileFault(error, folder)) ?? String(error));
  }
}

/** Makes the folder where there is none. @throws {DataFolderFault} */
export async function openFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DataFolderFault((await fileFault(error, dataDir)) ?? String(error));
  }
}

/** Looks at a database before it is opened. @throws {DataFolderFault} */
export async function assertCluster(folder: string): Promise<void> {
  for (const name of NEEDED) await assertUsable(join(folder, name), folder);
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== READABLE_VERSION)
    throw new DataFolderFault(
      `The database in ${folder} has files of Postgres ${version.slice(0, 20) || '(unknown)'}, and this version of Portage reads those of ${READABLE_VERSION}: start the version that wrote them, or set DATA_DIR to another folder; nothing in it was changed.`,
    );
  const control = await readFile(join(folder, 'global', 'pg_control'));
  if (control.length !== CONTROL_BYTES || control.every((byte) => byte === 0))
    throw damaged(folder, 'global/pg_control has no content');
}

/** What an opening that failed says to the operator. */
export async function openingFault(error: unknown, folder: string): Promise<DataFolderFault> {
  if (error instanceof DataFolderFault) return error;
  const free = await freeBytes(folder);
  const isFull = free !== undefined && free < FULL_BELOW_BYTES;
  const sentence = await fileFault(isFull ? { code: 'ENOSPC' } : error, folder);
  if (sentence !== undefined) return new DataFolderFault(sentence, { cause: error });
  return new DataFolderFault(
    `The database in ${folder} cannot be opened, most likely because its files are damaged. ${RESTORE}`,
    {
      cause: error,
    },
  );
}
