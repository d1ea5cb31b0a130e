/** Opens this process's store: embedded in DATA_DIR, or Postgres by DATABASE_URL, with the same tables. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Settings } from '../config/env.ts';
import { programArguments } from '../config/programs.ts';
import { copyCluster } from './copy-cluster.ts';
import { endAbandoned } from './end-abandoned.ts';
import { assertCluster, DataFolderFault, openFolder, openingFault } from './folder-faults.ts';
import { DataFolderInUse, type FolderLock, lockFolder } from './folder-lock.ts';
import { folderSize } from './folder-size.ts';
import { NewerDatabase, refuseNewer } from './newer-database.ts';
import { reopeningClient } from './reopening-client.ts';
import { signingKeyFile } from './signing-key-file.ts';
import { createSqlStore } from './sql-store.ts';
import type { Store } from './store.ts';
import { START_PARAMETERS, startCheckpoints, vacuum } from './upkeep.ts';

export type StoreSettings = Pick<Settings, 'dataDir' | 'databaseUrl'> & { network: Pick<Settings['network'], 'name'> };

/**
 * Relative to the working folder, which every start script sets, because bundlers move modules away from their files.
 */
export const MIGRATIONS = 'lib/db/migrations';
/** An arbitrary number that no other program uses for an advisory lock in the same database. */
const MIGRATION_LOCK = 7_307_241;
const NEW_CLUSTER = 'db.new-';

const migrationsFolder = (): string => resolve(process.cwd(), MIGRATIONS);

async function openPostgres(url: string, settings: StoreSettings): Promise<Store> {
  const [{ default: pg }, { drizzle }, { migrate }] = await Promise.all([
    import('pg'),
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ]);
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  // The pool replaces an idle connection that breaks; without a listener the event would end the process.
  pool.on('error', () => {});
  try {
    const client = await pool.connect();
    try {
      // Several instances may start at once: one migrates, the others wait.
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await refuseNewer(async (statement) => (await client.query(statement)).rows, migrationsFolder(), 'it');
      await migrate(drizzle(client), { migrationsFolder: migrationsFolder() });
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The database that DATABASE_URL names cannot be used: ${why}`, { cause: error });
  }
  return createSqlStore(drizzle(pool), settings.network.name, {
    close: () => pool.end(),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async sizes() {
      const { rows } = await pool.query<{ bytes: string }>(
        'select pg_database_size(current_database())::text as bytes',
      );
      return { tables: Number(rows[0]?.bytes ?? 0) };
    },
  });
}

/** Packed by `npm run build`, so that a first start only has to unpack it. */
export const BUILT_CLUSTER = '.next/cluster.tar.gz';

/** Packs a cluster in its own process, so that this one keeps answering. */
function packCluster(file: string): Promise<void> {
  const args = [...programArguments('make-cluster'), file, migrationsFolder()];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors = `${errors}${chunk}`.slice(-1000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`The embedded database could not be made (${signal ?? code}): ${errors.trim()}`));
    });
  });
}

/** Without it tar would go on where a file cannot be written. That paths begin with `/` is all that it may tell. */
function assertHarmless(code: string, message: string, fault: unknown): void {
  if (code === 'TAR_ENTRY_INFO') return;
  throw fault instanceof Error ? fault : new Error(message);
}

/**
 * Makes a cluster in a temporary folder and renames it when it is complete, so that an incomplete one is never opened.
 */
async function makeCluster(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    // A folder into which an orphaned maker still writes is left for the next start.
    if (name.startsWith(NEW_CLUSTER)) await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {});
  }
  const fresh = join(dataDir, `${NEW_CLUSTER}${process.pid}-${Date.now()}`);
  const built = resolve(process.cwd(), BUILT_CLUSTER);
  const packed = existsSync(built) ? built : `${fresh}.tar.gz`;
  if (packed !== built) await packCluster(packed);
  const { extract } = await import('tar');
  await mkdir(fresh);
  // All at once: a thousand small files take a third of the time that way, and nothing can be answered before them.
  extract({ file: packed, cwd: fresh, sync: true, onwarn: assertHarmless });
  await rename(fresh, join(dataDir, 'db'));
  if (packed !== built) await rm(packed);
}

async function openEmbedded(lock: FolderLock, dataDir: string, settings: StoreSettings): Promise<Store> {
  const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ]);
  const folder = join(dataDir, 'db');
  if (existsSync(folder)) await assertCluster(folder);
  else await makeCluster(dataDir);
  const client = await reopeningClient(() =>
    PGlite.create({ dataDir: folder, startParams: [...PGlite.defaultStartParams, ...START_PARAMETERS] }),
  );
  try {
    await refuseNewer(
      async (statement) => (await client.query(statement)).rows,
      migrationsFolder(),
      `The database in ${folder}`,
    );
  } catch (error) {
    await client.close();
    throw error instanceof NewerDatabase ? new DataFolderFault(error.message) : error;
  }
  const db = drizzle(client);
  await migrate(db, { migrationsFolder: migrationsFolder() });
  await endAbandoned(db);
  const stopCheckpoints = startCheckpoints(client);
  return createSqlStore(db, settings.network.name, {
    async sizes() {
      const [all, log] = await Promise.all([folderSize(folder), folderSize(join(folder, 'pg_wal'))]);
      return { tables: all - log, log };
    },
    vacuum: () => vacuum(client),
    copyTo: (target) => copyCluster(client, folder, target),
    ...signingKeyFile(dataDir, settings.network.name),
    async close() {
      stopCheckpoints();
      await client.close();
      await lock.release();
    },
  });
}

/**
 * Opens the store. Everything that the store has acknowledged survives `kill -9` at any moment. The embedded database
 * leaves flushing to the disk to the operating system; use Postgres to survive power cuts.
 * @throws {DataFolderInUse} when another process has the folder. @throws {DataFolderFault} where it cannot be used.
 */
export async function openStore(settings: StoreSettings): Promise<Store> {
  if (settings.databaseUrl) return openPostgres(settings.databaseUrl, settings);
  const dataDir = resolve(settings.dataDir);
  await openFolder(dataDir);
  const lock = await lockFolder(dataDir).catch(async (error: unknown) => {
    throw error instanceof DataFolderInUse ? error : await openingFault(error, dataDir);
  });
  try {
    return await openEmbedded(lock, dataDir, settings);
  } catch (error) {
    await lock.release();
    throw await openingFault(error, join(dataDir, 'db'));
  }
}
