/** `npm run backup` copies the embedded database while it is in use; `npm run restore` puts a copy back. */
import { resolve } from 'node:path';
import { UsageError } from './arguments.ts';
import type { AdminCommand } from './command.ts';

export const BACKUP_HELP = `npm run backup -- FOLDER
  Copies the embedded database into a new folder, as it is at one moment; the server may run.
  With DATABASE_URL, use pg_dump instead.`;

export const RESTORE_HELP = `npm run restore -- FOLDER
  Puts a copy in the place of the database in DATA_DIR. Stop the server first. What was there stays beside it.`;

export const backupCommand: AdminCommand = async (args, { backup }) => {
  const [given, ...more] = args;
  if (given === undefined || more.length > 0) throw new UsageError(BACKUP_HELP);
  if (backup === undefined) throw new UsageError('The data is in the Postgres of DATABASE_URL: use pg_dump.');
  const folder = resolve(given);
  await backup(folder);
  return { data: { folder }, text: `The database is in ${folder}; npm run restore -- ${folder} puts it back.` };
};

/** @param before where the previous database is now. */
export const restored = (before: string | undefined): string =>
  `The database is back; start Portage.${before === undefined ? '' : ` What was there before is in ${before}: delete it once all is well.`}`;
