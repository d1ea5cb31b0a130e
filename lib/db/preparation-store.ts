/** Keeps one living order for the same terms, and no more of them than allowed, however many ask at once. */
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm';
import { parse, stringify } from '../domain/json.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import { type CreationRow, claimedAs, creationsOf, type Where } from './creation-store.ts';
import { creations } from './schema.ts';
import type { PreparationClaim, Store, StoredPreparation } from './store.ts';

/** This file wrote what is stored, so its types are known. */
const toPreparation = (row: CreationRow): StoredPreparation => ({
  id: row.id,
  key: row.key,
  provider: row.provider as ProviderId,
  createdAt: row.createdAt,
  state: row.state as StoredPreparation['state'],
  draft: row.content === null ? null : (parse(row.content) as RouteDraft),
  livesUntil: row.livesUntil,
  failure: row.failure === null ? null : (JSON.parse(row.failure) as StoredPreparation['failure']),
});

const isOrder = eq(creations.kind, 'order');

/** Ended ones are not needed any more: their routes are stored with their quotes. */
export const isForgettableOrder = (before: number) =>
  and(isOrder, lt(creations.createdAt, before), or(isNull(creations.livesUntil), lt(creations.livesUntil, before)));

type Terms = Parameters<Store['livingPreparation']>[0];

const withAlive = <T extends Terms>(terms: T) => ({ ...terms, alive: gt(creations.livesUntil, terms.now) });

export const preparationFunctions = (where: Where) => {
  const orders = creationsOf(where, 'order');
  const loadPreparation: Store['loadPreparation'] = async (id) => {
    const row = await orders.load(id);
    return row && toPreparation(row);
  };
  return {
    async claimPreparation({ provider, ...claim }: PreparationClaim) {
      return claimedAs(await orders.claim({ ...withAlive(claim), facts: { provider } }), toPreparation);
    },
    async livingPreparation(terms: Terms) {
      const row = await orders.living(withAlive(terms));
      return row && toPreparation(row);
    },
    async settlePreparation(id: string, outcome: Parameters<Store['settlePreparation']>[1]) {
      const { state, draft, livesUntil, failure } = outcome;
      await orders.settle(id, {
        state,
        livesUntil,
        content: draft && stringify(draft),
        upstreamId: draft?.orderId ?? null,
        failure: failure && JSON.stringify(failure),
      });
      const stored = await loadPreparation(id);
      if (!stored) throw new Error('a preparation that was claimed is not there');
      return stored;
    },
    loadPreparation,
    endPreparation: (id: string, now: number) => orders.change(eq(creations.id, id), { livesUntil: now }),
    endOrder: (orderId: string, now: number) =>
      orders.change(and(eq(creations.upstreamId, orderId), gt(creations.livesUntil, now)), { livesUntil: now }),
  };
};
