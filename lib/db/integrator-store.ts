/** Stores integrators and their API keys. Only hashes of keys are stored, and no key is ever deleted. */
import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { ApiKey, Integrator, IntegratorRecord } from '../domain/integrator.ts';
import type { Where } from './creation-store.ts';
import { apiKeys, integrators } from './schema.ts';

/** The stored fields of a new key. `hash` is its SHA-256 in hex. */
export type NewKey = { id: string; hash: string; prefix: string };

export type IntegratorStore = {
  /** Creates an integrator with its first key, atomically. */
  createIntegrator(made: { integrator: Integrator; key: NewKey; now: number }): Promise<void>;
  /** Updates all fields of an integrator except its ids. False: it does not exist. */
  changeIntegrator(integrator: Integrator): Promise<boolean>;
  /** All integrators with all keys, including revoked ones, in order of creation. */
  integrators(): Promise<IntegratorRecord[]>;
  /** All keys that an integrator has ever had. */
  keyIdsOf(integratorId: string): Promise<string[]>;
  /** Adds a key; the other keys expire at `graceUntil` (unix ms) unless they expire earlier. */
  rotateKey(rotation: { integratorId: string; key: NewKey; graceUntil: number; now: number }): Promise<void>;
  /** Revokes a key, or an integrator with all its keys and its embed. False: the id does not exist. */
  revoke(id: string, now: number): Promise<boolean>;
  /** Whether this deployment has ever issued a key; once it has, wrong keys are refused. */
  hasApiKeys(): Promise<boolean>;
  /** @param hash SHA-256 of the key in hex. Finds expired and revoked keys too. */
  apiKeyByHash(hash: string): Promise<{ key: ApiKey; integrator: Integrator } | undefined>;
  /** Undefined also where the integrator is revoked or has expired at `now` (unix ms). */
  integratorByEmbedId(embedId: string, now: number): Promise<Integrator | undefined>;
  /** Records when keys were last used; an older time never replaces a newer one. */
  noteKeyUses(uses: readonly { keyId: string; at: number }[]): Promise<void>;
};

/** The casts are safe, because this file wrote what is stored. */
const toIntegrator = (row: typeof integrators.$inferSelect): Integrator => ({
  id: row.id,
  name: row.name,
  embedId: row.embedId,
  embedOrigins: JSON.parse(row.embedOrigins) as string[],
  ...(row.affiliate === null ? {} : { affiliate: row.affiliate }),
  ...(row.affiliateFeeBps === null ? {} : { affiliateFeeBps: row.affiliateFeeBps }),
  ...(row.rateLimitPerMinute === null ? {} : { rateLimitPerMinute: row.rateLimitPerMinute }),
  ...(row.expiresAt === null ? {} : { expiresAt: row.expiresAt }),
});
const toKey = ({ hash: _hash, network: _network, ...key }: typeof apiKeys.$inferSelect): ApiKey => key;

type Changing = 'createIntegrator' | 'changeIntegrator' | 'rotateKey' | 'revoke';

const madeFunctions = ({ db, network }: Where): Pick<IntegratorStore, Changing> => ({
  async createIntegrator({ integrator, key, now }) {
    const { embedOrigins, ...plain } = integrator;
    await db.transaction(async (tx) => {
      await tx
        .insert(integrators)
        .values({ ...plain, network, embedOrigins: JSON.stringify(embedOrigins), createdAt: now });
      await tx.insert(apiKeys).values({ ...key, network, integratorId: integrator.id, createdAt: now });
    });
  },
  async changeIntegrator({ id, embedId: _embedId, embedOrigins, ...plain }) {
    const none = { affiliate: null, affiliateFeeBps: null, rateLimitPerMinute: null, expiresAt: null };
    const changed = await db
      .update(integrators)
      .set({ ...none, ...plain, embedOrigins: JSON.stringify(embedOrigins) })
      .where(and(eq(integrators.id, id), eq(integrators.network, network)))
      .returning({ id: integrators.id });
    return changed.length > 0;
  },
  async rotateKey({ integratorId, key, graceUntil, now }) {
    const longer = or(isNull(apiKeys.expiresAt), sql`${apiKeys.expiresAt} > ${graceUntil}`);
    await db.transaction(async (tx) => {
      await tx
        .update(apiKeys)
        .set({ expiresAt: graceUntil })
        .where(and(eq(apiKeys.integratorId, integratorId), eq(apiKeys.network, network), longer));
      await tx.insert(apiKeys).values({ ...key, network, integratorId, createdAt: now });
    });
  },
  async revoke(id, now) {
    return db.transaction(async (tx) => {
      const whole = await tx
        .update(integrators)
        .set({ revokedAt: sql`coalesce(${integrators.revokedAt}, ${now})` })
        .where(and(eq(integrators.id, id), eq(integrators.network, network)))
        .returning({ id: integrators.id });
      const keys = await tx
        .update(apiKeys)
        .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${now})` })
        .where(and(or(eq(apiKeys.id, id), eq(apiKeys.integratorId, id)), eq(apiKeys.network, network)))
        .returning({ id: apiKeys.id });
      return whole.length + keys.length > 0;
    });
  },
});

/** The functions of this store; each sees only the rows of its own network. */
export const integratorFunctions = ({ db, network }: Where): IntegratorStore => ({
  ...madeFunctions({ db, network }),
  async integrators() {
    const [all, keys] = await Promise.all([
      db.select().from(integrators).where(eq(integrators.network, network)).orderBy(asc(integrators.createdAt)),
      db.select().from(apiKeys).where(eq(apiKeys.network, network)).orderBy(asc(apiKeys.createdAt)),
    ]);
    return all.map((row) => ({
      integrator: toIntegrator(row),
      createdAt: row.createdAt,
      revokedAt: row.revokedAt,
      keys: keys.filter(({ integratorId }) => integratorId === row.id).map(toKey),
    }));
  },
  async keyIdsOf(integratorId) {
    const own = and(eq(apiKeys.integratorId, integratorId), eq(apiKeys.network, network));
    const rows = await db.select({ id: apiKeys.id }).from(apiKeys).where(own);
    return rows.map(({ id }) => id);
  },
  async hasApiKeys() {
    const rows = await db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.network, network)).limit(1);
    return rows.length > 0;
  },
  async apiKeyByHash(hash) {
    const [row] = await db
      .select({ key: apiKeys, integrator: integrators })
      .from(apiKeys)
      .innerJoin(integrators, eq(integrators.id, apiKeys.integratorId))
      .where(and(eq(apiKeys.hash, hash), eq(apiKeys.network, network)));
    return row && { key: toKey(row.key), integrator: toIntegrator(row.integrator) };
  },
  async integratorByEmbedId(embedId, now) {
    const living = or(isNull(integrators.expiresAt), sql`${integrators.expiresAt} > ${now}`);
    const [row] = await db
      .select()
      .from(integrators)
      .where(
        and(eq(integrators.embedId, embedId), eq(integrators.network, network), isNull(integrators.revokedAt), living),
      );
    return row && toIntegrator(row);
  },
  async noteKeyUses(uses) {
    await Promise.all(
      uses.map(({ keyId, at }) =>
        db
          .update(apiKeys)
          .set({ lastUsedAt: at })
          .where(and(eq(apiKeys.id, keyId), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, at)))),
      ),
    );
  },
});
