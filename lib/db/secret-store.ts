/** Keeps secrets that all instances of a deployment share: the first one to ask creates one. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Where } from './creation-store.ts';
import { secrets } from './schema.ts';

export const secretFunctions = ({ db, network }: Where) => ({
  async sharedSecret(purpose: string): Promise<string> {
    const name = `${network} ${purpose}`;
    await db
      .insert(secrets)
      .values({ name, value: randomBytes(32).toString('base64url') })
      .onConflictDoNothing();
    const [row] = await db.select().from(secrets).where(eq(secrets.name, name));
    if (!row) throw new Error('a secret that was stored is not there');
    return row.value;
  },
});
