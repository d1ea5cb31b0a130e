/** An integrator manages its own webhooks by its key, and nobody else’s. */
import { beforeEach, expect, it } from 'vitest';
import type { ProblemBody } from '../api/schemas/problem.ts';
import { readSettings } from '../config/env.ts';
import type { Store } from '../db/store.ts';
import type { WebhookEndpoint } from '../domain/webhook.ts';
import type { Caller } from '../http/caller.ts';
import { type EndpointHandler, type EndpointInput, problemFor } from '../http/endpoint.ts';
import { webhookAnswers } from './webhook-handlers.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const callerOf = (id: string): Caller => ({
  kind: 'integrator',
  keyId: `key_${id}`,
  integrator: { id, name: id, embedId: `emb_${id}`, embedOrigins: [] },
});
const [SHOP, OTHER] = [callerOf('int_shop'), callerOf('int_other')];

let replayed: unknown[];
let answers: ReturnType<typeof webhookAnswers>;
beforeEach(() => {
  const endpoints = new Map<string, WebhookEndpoint>();
  replayed = [];
  const store: Partial<Store> = {
    saveWebhook: async (endpoint) => void endpoints.set(endpoint.id, endpoint),
    webhooksOf: async (owner) => [...endpoints.values()].filter(({ integratorId }) => integratorId === owner),
    webhookById: async (id) => endpoints.get(id),
    replayDeliveries: async (...which) => replayed.push(which),
    deliveriesOf: async () => [],
  };
  // Only these functions are called here.
  answers = webhookAnswers({
    store: store as Store,
    settings: readSettings({ SWAP_NETWORK: 'mainnet' }),
    now: () => NOW,
  });
});

async function ask(handler: EndpointHandler, input: Partial<EndpointInput>): Promise<Record<string, unknown>> {
  const request = new Request('http://127.0.0.1:3000/v1/webhooks');
  const full = { request, params: {}, query: new URLSearchParams(), ...input };
  try {
    // The handlers read no other field.
    const result = await handler(full as EndpointInput);
    return result instanceof Response ? {} : (result.body as Record<string, unknown>);
  } catch (error) {
    return problemFor(error, { request, requestId: 'r', log: () => undefined });
  }
}
const put = (caller: Caller, body: unknown) => ask(answers.put, { caller, body });
const URL_ = 'https://example.com/portage';

it('shows a secret once: when the endpoint is made, and when it is rotated', async () => {
  const made = await put(SHOP, { url: URL_, events: ['swap.completed'] });
  expect(made).toMatchObject({ url: URL_, events: ['swap.completed'], enabled: true });
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const changed = await put(SHOP, { url: URL_, enabled: false });
  expect(changed).toMatchObject({ id: made.id, events: ['swap.completed'], enabled: false });
  expect(changed).not.toHaveProperty('secret');
  const rotated = await put(SHOP, { url: URL_, enabled: true, rotateSecret: true });
  expect(rotated).toMatchObject({ enabled: true, previousSecretUntil: '2026-11-22T12:00:00.000Z' });
  expect(rotated.secret).not.toBe(made.secret);
  expect(JSON.stringify(await ask(answers.list, { caller: SHOP }))).not.toContain('whsec_');
});

it('belongs to the integrator: no key is 401, another’s endpoint is 404', async () => {
  const nobody: Caller = { kind: 'anonymous', address: '192.0.2.1' };
  for (const handler of Object.values(answers))
    expect(await ask(handler, { caller: nobody, body: { url: URL_ } })).toMatchObject({ status: 401 });
  const { id } = await put(SHOP, { url: URL_ });
  expect(await ask(answers.list, { caller: OTHER })).toEqual({ webhooks: [] });
  const params = { id: String(id) };
  expect(await ask(answers.deliveries, { caller: OTHER, params })).toMatchObject({ status: 404 });
  expect(await ask(answers.replay, { caller: OTHER, params, body: { messageId: 'm' } })).toMatchObject({ status: 404 });
  expect(replayed).toEqual([]);
  expect(await ask(answers.replay, { caller: SHOP, params, body: { since: '1970-01-01T00:00:01Z' } })).toEqual({
    queued: 1,
  });
  expect(replayed).toEqual([[id, { since: 1000 }, NOW]]);
});

it.each([
  [{}, 'url'],
  [{ url: 'http://example.com/' }, 'url'],
  [{ url: 'https://169.254.169.254/latest' }, 'url'],
  [{ url: URL_, events: ['swap.paid'] }, 'events.0'],
])('%j is 400 and names %s', async (body, field) => {
  const { status, errors } = (await put(SHOP, body)) as ProblemBody & { errors: { field: string }[] };
  expect([status, errors.map((fault) => fault.field)]).toEqual([400, [field]]);
});

it('takes five endpoints, and one of messageId and since', async () => {
  for (let n = 0; n < 5; n += 1) await put(SHOP, { url: `${URL_}/${n}` });
  expect(await put(SHOP, { url: `${URL_}/5` })).toMatchObject({ status: 400 });
  const { id } = await put(SHOP, { url: `${URL_}/0` });
  const params = { id: String(id) };
  expect(await ask(answers.replay, { caller: SHOP, params, body: {} })).toMatchObject({ status: 400 });
});
