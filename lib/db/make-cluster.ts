/**
 * Packs a database that is empty but for its tables. It runs as its own process, because creating a cluster blocks for
 * seconds.
 */
import { rename, writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

const [file, migrationsFolder] = process.argv.slice(2);
if (file === undefined || migrationsFolder === undefined) throw new Error('usage: FILE MIGRATIONS');
const client = await PGlite.create();
await migrate(drizzle(client), { migrationsFolder });
const packed = await client.dumpDataDir('gzip');
// A reader finds all of it or nothing.
await writeFile(`${file}.new`, Buffer.from(await packed.arrayBuffer()));
await rename(`${file}.new`, file);
await client.close();
