/** Stores the keys that sign answers, where several instances share a database. */
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Where } from './creation-store.ts';
import { signingKeys } from './schema.ts';

/** Times are unix ms. */
export type StoredSigningKey = {
  kid: string;
  /** The public key, base64url. */
  x: string;
  /** The private key, hex; null when the setting SIGNING_KEY holds it, and once the key ended. */
  seed: string | null;
  createdAt: number;
  /** It no longer signs; its signatures stay valid. */
  retiredAt: number | null;
  /** None of its signatures is valid. */
  revokedAt: number | null;
};

export type SigningKeyStore = {
  /** All keys, oldest first. */
  signingKeys(): Promise<StoredSigningKey[]>;
  /** Adds the key, unless it is known. */
  addSigningKey(key: StoredSigningKey): Promise<void>;
  /** Adds the key, unless another one with its private part signs: of several instances one makes the first key. */
  addFirstSigningKey(key: StoredSigningKey): Promise<void>;
  /** Adds the key and retires all others that have their private part here. */
  rotateSigningKey(key: StoredSigningKey): Promise<void>;
  /** Ends a key for good and deletes its private part. False: no key that has not ended this way. */
  endSigningKey(kid: string, how: 'retired' | 'revoked', now: number): Promise<boolean>;
};

/** Any number that no other program uses for an advisory lock in the same database. */
const LOCK = 7_307_245;

export const signingKeyFunctions = ({ db, network }: Where): SigningKeyStore => {
  const own = eq(signingKeys.network, network);
  const living = and(own, isNotNull(signingKeys.seed), isNull(signingKeys.retiredAt), isNull(signingKeys.revokedAt));
  return {
    async signingKeys() {
      const rows = await db
        .select()
        .from(signingKeys)
        .where(own)
        .orderBy(asc(signingKeys.createdAt), asc(signingKeys.kid));
      return rows.map(({ network: _network, ...key }) => key);
    },
    async addSigningKey(key) {
      await db
        .insert(signingKeys)
        .values({ network, ...key })
        .onConflictDoNothing();
    },
    async addFirstSigningKey(key) {
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
        if ((await tx.select({ kid: signingKeys.kid }).from(signingKeys).where(living).limit(1)).length > 0) return;
        await tx.insert(signingKeys).values({ network, ...key });
      });
    },
    async rotateSigningKey(key) {
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
        await tx.update(signingKeys).set({ retiredAt: key.createdAt, seed: null }).where(living);
        await tx.insert(signingKeys).values({ network, ...key });
      });
    },
    async endSigningKey(kid, how, now) {
      const open =
        how === 'revoked'
          ? isNull(signingKeys.revokedAt)
          : and(isNull(signingKeys.retiredAt), isNull(signingKeys.revokedAt));
      const ended = await db
        .update(signingKeys)
        .set({ seed: null, ...(how === 'revoked' ? { revokedAt: now } : { retiredAt: now }) })
        .where(and(own, eq(signingKeys.kid, kid), open))
        .returning({ kid: signingKeys.kid });
      return ended.length > 0;
    },
  };
};
