/**
 * Stores webhook endpoints and their deliveries, and gives each due delivery to one instance at a time, in order for
 * each swap.
 */
import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DeliveryState, WebhookDelivery, WebhookEndpoint, WebhookEvent } from '../domain/webhook.ts';
import type { Where } from './creation-store.ts';
import { integrators, webhookDeliveries, webhookEndpoints } from './schema.ts';

export type ClaimedDelivery = WebhookDelivery & { endpoint: WebhookEndpoint };
type EndpointState = Pick<WebhookEndpoint, 'failingSince' | 'failures' | 'retryAt' | 'disabledAt' | 'disabledReason'>;

export type WebhookStore = {
  /** Creates or replaces the endpoint with this id. */
  saveWebhook(endpoint: WebhookEndpoint): Promise<void>;
  /** Those of one integrator, oldest first. */
  webhooksOf(integratorId: string): Promise<WebhookEndpoint[]>;
  webhookById(id: string): Promise<WebhookEndpoint | undefined>;
  /** Deletes it with its deliveries. */
  removeWebhook(id: string): Promise<void>;
  /**
   * Claims due deliveries, at most one for each swap and endpoint. Each is due again at `now + leaseMs`, when the
   * claiming instance died.
   */
  claimDeliveries(claim: { now: number; leaseMs: number; limit: number }): Promise<ClaimedDelivery[]>;
  /** Stores the outcome of an attempt. A success counts in any case, a failure only of the newest attempt. */
  settleDelivery(
    delivery: Pick<WebhookDelivery, 'number' | 'attempts' | 'endpointId'>,
    outcome: Pick<WebhookDelivery, 'state' | 'dueAt' | 'httpStatus' | 'answer'>,
    endpoint: EndpointState,
  ): Promise<void>;
  /** Newest first; `before` is a `number`. */
  deliveriesOf(
    endpointId: string,
    page: { limit: number; before?: number | undefined; state?: DeliveryState | undefined },
  ): Promise<WebhookDelivery[]>;
  /** Queues what was sent or given up again; returns how many. `since` is unix ms. */
  replayDeliveries(endpointId: string, which: { messageId: string } | { since: number }, now: number): Promise<number>;
  /** Deletes deliveries from before that time which are no longer pending. */
  clearDeliveries(before: number): Promise<void>;
};

/** The casts are safe, because this room wrote what is stored. */
function toEndpoint(row: typeof webhookEndpoints.$inferSelect): WebhookEndpoint {
  const { network: _network, events, previousSecret, previousUntil, ...plain } = row;
  const previous =
    previousSecret === null || previousUntil === null ? null : { secret: previousSecret, until: previousUntil };
  return { ...plain, events: JSON.parse(events) as WebhookEvent[], previousSecret: previous };
}
const toDelivery = ({ eventKey: _key, ...row }: typeof webhookDeliveries.$inferSelect): WebhookDelivery => ({
  ...row,
  type: row.type as WebhookEvent,
  state: row.state as DeliveryState,
});

const endpointFunctions = ({
  db,
  network,
}: Where): Pick<WebhookStore, 'saveWebhook' | 'webhooksOf' | 'webhookById' | 'removeWebhook'> => ({
  async saveWebhook({ events, previousSecret, ...plain }) {
    const row = {
      ...plain,
      network,
      events: JSON.stringify(events),
      previousSecret: previousSecret?.secret ?? null,
      previousUntil: previousSecret?.until ?? null,
    };
    await db.insert(webhookEndpoints).values(row).onConflictDoUpdate({ target: webhookEndpoints.id, set: row });
  },
  async webhooksOf(integratorId) {
    const rows = await db
      .select()
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.integratorId, integratorId), eq(webhookEndpoints.network, network)))
      .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
    return rows.map(toEndpoint);
  },
  async webhookById(id) {
    const [row] = await db
      .select()
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.network, network)));
    return row && toEndpoint(row);
  },
  async removeWebhook(id) {
    await db.delete(webhookEndpoints).where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.network, network)));
  },
});

const claimFunctions = ({ db, network }: Where): Pick<WebhookStore, 'claimDeliveries'> => {
  const earlier = alias(webhookDeliveries, 'earlier');
  const isDue = (now: number) => and(eq(webhookDeliveries.state, 'pending'), lte(webhookDeliveries.dueAt, now));
  const isFirstOfSwap = notExists(
    db
      .select({ one: sql`1` })
      .from(earlier)
      .where(
        and(
          eq(earlier.endpointId, webhookDeliveries.endpointId),
          eq(earlier.routeKey, webhookDeliveries.routeKey),
          eq(earlier.state, 'pending'),
          lt(earlier.number, webhookDeliveries.number),
        ),
      ),
  );
  const takes = (now: number) =>
    and(
      eq(webhookEndpoints.network, network),
      isNull(webhookEndpoints.disabledAt),
      or(isNull(webhookEndpoints.retryAt), lte(webhookEndpoints.retryAt, now)),
      isNull(integrators.revokedAt),
    );
  return {
    async claimDeliveries({ now, leaseMs, limit }) {
      // An idle deployment asks this every second: it opens no transaction for nothing.
      const [any] = await db
        .select({ number: webhookDeliveries.number })
        .from(webhookDeliveries)
        .where(isDue(now))
        .limit(1);
      if (any === undefined) return [];
      return db.transaction(async (tx) => {
        const due = await tx
          .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints })
          .from(webhookDeliveries)
          .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
          .innerJoin(integrators, eq(integrators.id, webhookEndpoints.integratorId))
          .where(and(isDue(now), takes(now), isFirstOfSwap))
          .orderBy(asc(webhookDeliveries.dueAt), asc(webhookDeliveries.number))
          .limit(limit)
          .for('update', { of: webhookDeliveries, skipLocked: true });
        if (due.length === 0) return [];
        const claimed = {
          dueAt: now + leaseMs,
          attempts: sql`${webhookDeliveries.attempts} + 1`,
          triedSince: sql`coalesce(${webhookDeliveries.triedSince}, ${now})`,
        };
        const numbers = due.map(({ delivery }) => delivery.number);
        await tx.update(webhookDeliveries).set(claimed).where(inArray(webhookDeliveries.number, numbers));
        return due.map(({ delivery, endpoint }) => ({
          ...toDelivery(delivery),
          attempts: delivery.attempts + 1,
          triedSince: delivery.triedSince ?? now,
          endpoint: toEndpoint(endpoint),
        }));
      });
    },
  };
};

const settleFunction = ({ db }: Where): Pick<WebhookStore, 'settleDelivery'> => ({
  async settleDelivery({ number, attempts, endpointId }, outcome, endpoint) {
    const isNewest =
      outcome.state === 'delivered'
        ? undefined
        : and(eq(webhookDeliveries.attempts, attempts), eq(webhookDeliveries.state, 'pending'));
    await db.transaction(async (tx) => {
      const settled = await tx
        .update(webhookDeliveries)
        .set(outcome)
        .where(and(eq(webhookDeliveries.number, number), isNewest))
        .returning({ number: webhookDeliveries.number });
      if (settled.length === 0) return;
      await tx
        .update(webhookEndpoints)
        .set(endpoint)
        .where(and(eq(webhookEndpoints.id, endpointId), isNull(webhookEndpoints.disabledAt)));
    });
  },
});

/** The functions of this store; each sees only the rows of its own network. */
export const webhookFunctions = (where: Where): WebhookStore => {
  const { db } = where;
  return {
    ...endpointFunctions(where),
    ...claimFunctions(where),
    ...settleFunction(where),
    async deliveriesOf(endpointId, { limit, before, state }) {
      const rows = await db
        .select()
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.endpointId, endpointId),
            before === undefined ? undefined : lt(webhookDeliveries.number, before),
            state && eq(webhookDeliveries.state, state),
          ),
        )
        .orderBy(desc(webhookDeliveries.number))
        .limit(limit);
      return rows.map(toDelivery);
    },
    async replayDeliveries(endpointId, which, now) {
      const isWanted =
        'messageId' in which
          ? eq(webhookDeliveries.messageId, which.messageId)
          : gte(webhookDeliveries.createdAt, which.since);
      const queued = await db
        .update(webhookDeliveries)
        .set({ state: 'pending', dueAt: now, attempts: 0, triedSince: null })
        .where(and(eq(webhookDeliveries.endpointId, endpointId), ne(webhookDeliveries.state, 'pending'), isWanted))
        .returning({ number: webhookDeliveries.number });
      return queued.length;
    },
    async clearDeliveries(before) {
      await db
        .delete(webhookDeliveries)
        .where(and(lt(webhookDeliveries.createdAt, before), ne(webhookDeliveries.state, 'pending')));
    },
  };
};
