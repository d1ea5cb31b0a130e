/** Writes a swap's events to the outbox within the transaction of the change that they report. */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { SwapEvent } from '../domain/webhook.ts';
import type { Where } from './creation-store.ts';
import { apiKeys, quotes, webhookDeliveries, webhookEndpoints } from './schema.ts';

type Transaction = Pick<Where['db'], 'select' | 'insert'>;

/**
 * Adds each event once for each endpoint of the integrator whose key requested the quote; to an endpoint that came later,
 * nothing of what was sent before. `now` is unix ms.
 */
export async function addEvents(
  tx: Transaction,
  { quoteId, routeIndex, now }: { quoteId: string; routeIndex: number; now: number },
  events: readonly SwapEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const endpoints = await tx
    .select({ id: webhookEndpoints.id, wanted: webhookEndpoints.events })
    .from(webhookEndpoints)
    .innerJoin(apiKeys, eq(apiKeys.integratorId, webhookEndpoints.integratorId))
    .innerJoin(quotes, eq(quotes.keyId, apiKeys.id))
    .where(and(eq(quotes.id, quoteId), isNull(webhookEndpoints.disabledAt)));
  const routeKey = `${quoteId} ${routeIndex}`;
  const keys = events.map(({ key }) => key);
  const sent = await tx
    .select({ key: webhookDeliveries.eventKey })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.routeKey, routeKey), inArray(webhookDeliveries.eventKey, keys)));
  const fresh = events.filter(({ key }) => !sent.some((one) => one.key === key));
  const rows = fresh.flatMap(({ type, key: eventKey, body }) => {
    const messageId = `msg_${randomUUID()}`;
    const wanting = endpoints.filter(({ wanted }) => wanted === '[]' || wanted.includes(`"${type}"`));
    return wanting.map(({ id: endpointId }) => ({
      ...{ messageId, endpointId, routeKey, type, eventKey, body },
      ...{ createdAt: now, state: 'pending', dueAt: now },
    }));
  });
  if (rows.length > 0) await tx.insert(webhookDeliveries).values(rows).onConflictDoNothing();
}
