/**
 * Packs a database that is empty but for its tables. It runs as its own process, because creating a cluster blocks for
 * seconds.
 */
import { writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

const [file, migrationsFolder] = process.argv.slice(2);
if (file === undefined || migrationsFolder === undefined) throw new Error('usage: FILE MIGRATIONS');
const client = await PGlite.create();
await migrate(drizzle(client), { migrationsFolder });
const packed = await client.dumpDataDir('gzip');
await writeFile(file, Buffer.from(await packed.arrayBuffer()));
await client.close();
