/**
 * Stores at most one living order for the same terms, and no more orders than the limits allow, under any concurrency.
 */
import { and, desc, eq, gt, gte, isNull, lt, or } from 'drizzle-orm';
import { parse, stringify } from '../domain/json.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import { type ClaimDatabase, limitReached, lockClaims, type Where } from './claims.ts';
import { preparations } from './schema.ts';
import type { ClaimedPreparation, PreparationClaim, Store, StoredPreparation } from './store.ts';

/** The casts are safe, because this file wrote what is stored. */
const toPreparation = (row: typeof preparations.$inferSelect): StoredPreparation => ({
  id: row.id,
  key: row.key,
  provider: row.provider as ProviderId,
  createdAt: row.createdAt,
  state: row.state as StoredPreparation['state'],
  draft: row.draft === null ? null : (parse(row.draft) as RouteDraft),
  livesUntil: row.livesUntil,
  failure: row.failure === null ? null : (JSON.parse(row.failure) as StoredPreparation['failure']),
});

type Terms = Parameters<Store['livingPreparation']>[0];

async function livingPreparation(db: ClaimDatabase, network: Where['network'], { key, now, creatingSince }: Terms) {
  const created = and(eq(preparations.state, 'created'), gt(preparations.livesUntil, now));
  const creating = and(eq(preparations.state, 'creating'), gte(preparations.createdAt, creatingSince));
  const [row] = await db
    .select()
    .from(preparations)
    .where(and(eq(preparations.network, network), eq(preparations.key, key), or(created, creating)))
    .orderBy(desc(preparations.createdAt), desc(preparations.id))
    .limit(1);
  return row && toPreparation(row);
}

async function claimIn(
  db: ClaimDatabase,
  network: Where['network'],
  claim: PreparationClaim,
): Promise<ClaimedPreparation> {
  await lockClaims(db, 'preparations');
  const living = await livingPreparation(db, network, claim);
  if (living) return { outcome: 'exists', preparation: living };
  const full = await limitReached(db, {
    table: preparations,
    ours: eq(preparations.network, network),
    ofClient: eq(preparations.client, claim.client),
    limits: claim.limits,
    now: claim.now,
  });
  if (full) return full;
  const { id, key, provider, client, now: createdAt } = claim;
  const row = { id, key, provider, client, createdAt, network, state: 'creating' };
  const [made] = await db.insert(preparations).values(row).returning();
  if (!made) throw new Error('a preparation that was just claimed is not there');
  return { outcome: 'mine', preparation: toPreparation(made) };
}

/** Selects preparations that have ended; the quote keeps its own copy of what was handed out. */
export const isForgettable = (before: number) =>
  and(lt(preparations.createdAt, before), or(isNull(preparations.livesUntil), lt(preparations.livesUntil, before)));

/**
 * Fails unfinished preparations. Called first by a process that alone has the database: those were begun by a process
 * that has ended, and their terms need not wait for it. Nobody received what it may have created.
 */
export async function failAbandoned(db: ClaimDatabase): Promise<void> {
  const failure = { errorCode: 'unknownError', message: 'The service ended while the order was being created.' };
  await db
    .update(preparations)
    .set({ state: 'failed', failure: JSON.stringify(failure) })
    .where(eq(preparations.state, 'creating'));
}

export const preparationFunctions = ({ db, network }: Where) => {
  const loadPreparation: Store['loadPreparation'] = async (id) => {
    const [row] = await db
      .select()
      .from(preparations)
      .where(and(eq(preparations.id, id), eq(preparations.network, network)));
    return row && toPreparation(row);
  };
  return {
    claimPreparation: (claim: PreparationClaim) => db.transaction((tx) => claimIn(tx, network, claim)),
    livingPreparation: (terms: Terms) => livingPreparation(db, network, terms),
    async settlePreparation(id: string, outcome: Parameters<Store['settlePreparation']>[1]) {
      const { state, draft, livesUntil, failure } = outcome;
      await db
        .update(preparations)
        .set({
          state,
          livesUntil,
          draft: draft && stringify(draft),
          orderId: draft?.orderId ?? null,
          failure: failure && JSON.stringify(failure),
        })
        .where(and(eq(preparations.id, id), eq(preparations.state, 'creating')));
      const stored = await loadPreparation(id);
      if (!stored) throw new Error('a preparation that was claimed is not there');
      return stored;
    },
    loadPreparation,
    async endPreparation(id: string, now: number) {
      await db.update(preparations).set({ livesUntil: now }).where(eq(preparations.id, id));
    },
    async endOrder(orderId: string, now: number) {
      await db
        .update(preparations)
        .set({ livesUntil: now })
        .where(
          and(eq(preparations.network, network), eq(preparations.orderId, orderId), gt(preparations.livesUntil, now)),
        );
    },
  };
};
