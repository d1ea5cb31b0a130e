/** Refuses a database that a newer Portage has changed, before anything in it is read or written. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A newer Portage has changed this database; `message` is the sentence to show. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
}

type Rows = (statement: string) => Promise<readonly unknown[]>;

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) });
const tableSchema = z.object({ found: z.string().nullable() });
const appliedSchema = z.object({ newest: z.coerce.number().nullable() });

/**
 * @param rows runs a statement in the database. @param migrations the folder of this version's migrations. @param
 * named the database's name in the sentence. @throws {NewerDatabase} when a migration is younger than all of ours.
 */
export async function refuseNewer(rows: Rows, migrations: string, named: string): Promise<void> {
  const journal = journalSchema.parse(JSON.parse(await readFile(join(migrations, 'meta', '_journal.json'), 'utf8')));
  const known = Math.max(...journal.entries.map(({ when }) => when));
  // The table of drizzle-orm's migrator; `created_at` is the migration's own time, Unix ms.
  const [table] = await rows("select to_regclass('drizzle.__drizzle_migrations')::text as found");
  if (tableSchema.parse(table).found === null) return;
  const [applied] = await rows('select max(created_at)::text as newest from drizzle.__drizzle_migrations');
  const { newest } = appliedSchema.parse(applied);
  if (newest === null || newest <= known) return;
  throw new NewerDatabase(
    `${named} was changed by a newer version of Portage: start that version, or name another database; nothing in it was changed.`,
  );
}
