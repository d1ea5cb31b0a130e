/** Every event of a swap reaches its integrator’s endpoint once or more, in order, from one instance at a time. */
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../db/store.ts';
import { testInstances } from '../db/test-instances.ts';
import type { WebhookEndpoint } from '../domain/webhook.ts';
import { createSend, type Send } from './send.ts';
import { createSender } from './sender.ts';
import { addIntegrator, addSwap, endpointAt, moved, type Receiver, startReceiver } from './test-endpoint.ts';

const HOUR_MS = 3_600_000;
const { kinds } = testInstances();
const send = createSend({ network: 'sandbox' });
let swaps = 0;

describe.each(kinds)('on $kind', ({ open }) => {
  let store: Store;
  let other: Store;
  let receiver: Receiver;
  let endpoint: WebhookEndpoint;
  let keyId: string;
  let now: number;
  beforeAll(async () => {
    [store, other] = await open();
  });
  afterAll(() => Promise.all([...new Set([store, other])].map((one) => one.close())));
  beforeEach(async () => {
    now = Date.now();
    receiver = await startReceiver();
    const made = await addIntegrator(store);
    keyId = made.keyId;
    endpoint = endpointAt(receiver.url, made.integratorId);
    await store.saveWebhook(endpoint);
  });
  afterEach(async () => {
    await store.removeWebhook(endpoint.id);
    await receiver.close();
  });
  const swap = () => {
    swaps += 1;
    return addSwap(store, keyId, `swap-${swaps}`);
  };
  const sender = (where = store, by: Send = send) =>
    createSender({ store: where, send: by, now: () => now, log: () => undefined });
  const sendAll = async (from = sender()) => {
    while ((await from.sendDue()) > 0);
  };
  const types = () => receiver.received.map(({ body }) => JSON.parse(body).type);
  const current = async () => (await store.webhookById(endpoint.id)) ?? endpoint;

  it('events are sent in order, each signed by the specification', async () => {
    const id = await swap();
    await moved(store, id, 'pending', 'swap.seen');
    await moved(store, id, 'completed', 'swap.completed');
    await sendAll();
    expect(types()).toEqual(['swap.seen', 'swap.completed']);
    for (const { headers, body } of receiver.received)
      expect(new Webhook(endpoint.secret).verify(body, headers)).toEqual(JSON.parse(body));
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    expect(() => new Webhook(endpoint.secret).verify(`${body} `, headers)).toThrow();
  });

  it('an event is stored with the change of status or not at all, and once', async () => {
    const id = await swap();
    await Promise.all([
      moved(store, id, 'completed', 'swap.completed'),
      moved(other, id, 'completed', 'swap.completed'),
      moved(other, id, 'completed', 'swap.completed'),
    ]);
    // A final status stays, so nothing else is told of it.
    await moved(store, id, 'failed', 'swap.failed');
    await sendAll();
    expect(types()).toEqual(['swap.completed']);
  });

  it('a quote without a key, and an event that the endpoint has not asked for, are told to nobody', async () => {
    await store.saveWebhook({ ...endpoint, events: ['swap.completed'] });
    await moved(store, await swap(), 'pending', 'swap.seen');
    await store.saveQuote({ id: `anonymous-${now}`, createdAt: 1, request: {}, response: {}, drafts: [] });
    const key = { quoteId: `anonymous-${now}`, routeIndex: 0, hash: 'h', chain: 'BTC' as const, now: 1 };
    await moved(store, (await store.recordSwap(key)).id, 'completed', 'swap.completed');
    await sendAll();
    expect(receiver.received).toEqual([]);
  });

  it('a message that fails is sent again with its id, later ones of its swap wait, other swaps do not', async () => {
    const [first, second] = [await swap(), await swap()];
    await moved(store, first, 'pending', 'swap.seen', now);
    receiver.answer.status = 500;
    await sendAll();
    await moved(store, first, 'completed', 'swap.completed', now);
    await moved(store, second, 'pending', 'swap.seen', now);
    receiver.answer.status = 200;
    now += 5000;
    await sendAll();
    const ofSwap = (id: string) => receiver.received.filter(({ body }) => JSON.parse(body).swapId === id);
    const typesOf = (id: string) => ofSwap(id).map(({ body }) => JSON.parse(body).type);
    expect(typesOf(first)).toEqual(['swap.seen', 'swap.seen', 'swap.completed']);
    expect(typesOf(second)).toEqual(['swap.seen']);
    const [sent, again, later] = ofSwap(first).map(({ headers }) => headers['webhook-id']);
    expect(sent).toMatch(/^msg_/);
    expect(again).toBe(sent);
    expect(later).not.toBe(sent);
  });

  it('of two instances one sends a message; where that one dies, the other sends it', async () => {
    await moved(store, await swap(), 'pending', 'swap.seen', now);
    const dying = sender(store, () => new Promise(() => undefined));
    void dying.sendDue();
    await expect.poll(async () => (await store.deliveriesOf(endpoint.id, { limit: 1 }))[0]?.attempts).toBe(1);
    await sendAll(sender(other));
    expect(receiver.received).toEqual([]);
    now += 30_000;
    await Promise.all([sendAll(sender(other)), sendAll(sender(store))]);
    expect(types()).toEqual(['swap.seen']);
  });

  it('many swaps, sent by two instances at once, are told once each and in order', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, swap));
    for (const id of ids) await moved(store, id, 'pending', 'swap.seen', now);
    for (const id of ids) await moved(store, id, 'completed', 'swap.completed', now);
    await Promise.all([sendAll(sender(store)), sendAll(sender(other))]);
    await sendAll();
    for (const id of ids)
      expect(
        receiver.received
          .map(({ body }) => JSON.parse(body))
          .filter(({ swapId }) => swapId === id)
          .map(({ type }) => type),
      ).toEqual(['swap.seen', 'swap.completed']);
  });

  it('an endpoint that fails for three days is switched off, with the reason; its messages are kept', async () => {
    await moved(store, await swap(), 'pending', 'swap.seen', now);
    receiver.answer.status = 503;
    const began = now;
    for (; (await current()).disabledAt === null; now += HOUR_MS) await sendAll();
    expect((now - began) / HOUR_MS).toBeGreaterThanOrEqual(72);
    expect((now - began) / HOUR_MS).toBeLessThan(80);
    expect(await current()).toMatchObject({ disabledReason: expect.stringContaining('HTTP 503') });
    const [given] = await store.deliveriesOf(endpoint.id, { limit: 5 });
    expect(given).toMatchObject({ state: 'failed', httpStatus: 503, answer: 'answered 503' });
    // Waits grow: a message costs the failing endpoint some twenty requests in three days.
    expect(receiver.received.length).toBeLessThan(25);
    receiver.answer.status = 200;
    await store.saveWebhook({ ...endpoint, disabledAt: null });
    expect(await store.replayDeliveries(endpoint.id, { since: 0 }, now)).toBe(1);
    const before = receiver.received.length;
    await sendAll();
    expect(receiver.received.length).toBe(before + 1);
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(given?.messageId);
  });

  it('after a rotation both secrets sign until the old one ends', async () => {
    const rotated = {
      ...endpointAt(receiver.url, endpoint.integratorId),
      previousSecret: { secret: endpoint.secret, until: now + HOUR_MS },
    };
    await store.saveWebhook(rotated);
    await moved(store, await swap(), 'pending', 'swap.seen', now);
    await sendAll();
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    for (const secret of [endpoint.secret, rotated.secret]) new Webhook(secret).verify(body, headers);
    now += HOUR_MS;
    await store.replayDeliveries(endpoint.id, { messageId: headers['webhook-id'] ?? '' }, now);
    await sendAll();
    expect(receiver.received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  });

  it('what was delivered is cleared with time, what waits is not', async () => {
    await moved(store, await swap(), 'pending', 'swap.seen', now);
    await sendAll();
    await moved(store, await swap(), 'pending', 'swap.seen', now);
    await store.clearDeliveries(now + 1);
    const left = await store.deliveriesOf(endpoint.id, { limit: 5 });
    expect(left.map(({ state }) => state)).toEqual(['pending']);
  });
});
