/** Answers integrators about their webhooks: endpoints, deliveries and replays. Each sees its own only. */
import { parseShape } from '../api/field-faults.ts';
import { notFound, validationProblem } from '../api/problem.ts';
import {
  deliveriesQuerySchema,
  replayRequestSchema,
  type SavedWebhook,
  type WebhookDeliveriesResponse,
  type WebhookReplayResponse,
  type WebhooksResponse,
  type WireDelivery,
  type WireWebhook,
  webhookMessageSchema,
  webhookRequestSchema,
} from '../api/schemas/webhooks.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../domain/webhook.ts';
import type { Caller } from '../http/caller.ts';
import type { EndpointHandler } from '../http/endpoint.ts';
import { EndpointFault, putEndpoint, SECRET_GRACE_MS } from '../webhooks/endpoints.ts';
import type { Container } from './container.ts';
import { integratorOf } from './integrator-of.ts';

const PAGE = 20;
const iso = (at: number): string => new Date(at).toISOString();

const encodeWebhook = (endpoint: WebhookEndpoint): WireWebhook => ({
  id: endpoint.id,
  url: endpoint.url,
  events: endpoint.events,
  enabled: endpoint.disabledAt === null,
  ...(endpoint.disabledReason === null ? {} : { disabledReason: endpoint.disabledReason }),
  ...(endpoint.failingSince === null ? {} : { failingSince: iso(endpoint.failingSince) }),
  ...(endpoint.previousSecret === null ? {} : { previousSecretUntil: iso(endpoint.previousSecret.until) }),
  createdAt: iso(endpoint.createdAt),
});

const encodeDelivery = (one: WebhookDelivery): WireDelivery => ({
  messageId: one.messageId,
  type: one.type,
  state: one.state,
  attempts: one.attempts,
  createdAt: iso(one.createdAt),
  ...(one.state === 'pending' ? { nextAttemptAt: iso(one.dueAt) } : {}),
  ...(one.httpStatus === null ? {} : { httpStatus: one.httpStatus }),
  ...(one.answer === null ? {} : { answer: one.answer }),
  body: webhookMessageSchema.parse(JSON.parse(one.body)),
});

export function webhookAnswers({ store, settings, now }: Pick<Container, 'store' | 'settings' | 'now'>) {
  const deps = { store, network: settings.network.name, now };

  /** @throws {Problem} 401, and 404 also for another integrator's endpoint. */
  async function own(caller: Caller, id = ''): Promise<WebhookEndpoint> {
    const { id: integratorId } = integratorOf(caller);
    const endpoint = await store.webhookById(id);
    if (endpoint?.integratorId === integratorId) return endpoint;
    throw notFound('No webhook of yours has that id; GET /v1/webhooks lists them.');
  }

  const list: EndpointHandler = async ({ caller }) => {
    const endpoints = await store.webhooksOf(integratorOf(caller).id);
    return { body: { webhooks: endpoints.map(encodeWebhook) } satisfies WebhooksResponse };
  };
  const put: EndpointHandler = async ({ caller, body }) => {
    const { id } = integratorOf(caller);
    const { rotateSecret, ...wish } = parseShape(webhookRequestSchema, body);
    const rotateUntil = rotateSecret ? now() + SECRET_GRACE_MS : undefined;
    try {
      const { endpoint, secret } = await putEndpoint(deps, id, { ...wish, rotateUntil });
      const saved: SavedWebhook = { ...encodeWebhook(endpoint), ...(secret === undefined ? {} : { secret }) };
      return { body: saved };
    } catch (error) {
      if (!(error instanceof EndpointFault)) throw error;
      throw validationProblem([{ field: 'url', message: error.message, code: 'invalid_url' }]);
    }
  };
  const deliveries: EndpointHandler = async ({ caller, params, query }) => {
    const { id } = await own(caller, params.id);
    const { state, limit = PAGE, cursor: before } = parseShape(deliveriesQuerySchema, Object.fromEntries(query));
    const found = await store.deliveriesOf(id, { limit, before, state });
    const last = found.length === limit ? found.at(-1) : undefined;
    const body: WebhookDeliveriesResponse = {
      deliveries: found.map(encodeDelivery),
      ...(last === undefined ? {} : { next: String(last.number) }),
    };
    return { body };
  };
  const replay: EndpointHandler = async ({ caller, params, body }) => {
    const { id } = await own(caller, params.id);
    const { messageId, since } = parseShape(replayRequestSchema, body);
    if ((messageId === undefined) === (since === undefined)) {
      const message = 'messageId or since must be there, and only one of them.';
      throw validationProblem([{ field: 'messageId', message, code: 'required' }]);
    }
    const which = messageId === undefined ? { since: Date.parse(since ?? '') } : { messageId };
    const queued = await store.replayDeliveries(id, which, now());
    return { body: { queued } satisfies WebhookReplayResponse };
  };
  return { list, put, deliveries, replay };
}
