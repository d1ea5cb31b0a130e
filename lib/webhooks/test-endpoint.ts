/** For tests: an integrator with an endpoint, a receiver on loopback, and swaps whose events go there. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Store } from '../db/store.ts';
import type { TrackingStatus } from '../domain/swap-status.ts';
import type { SwapEvent, WebhookEndpoint, WebhookEvent } from '../domain/webhook.ts';
import { newSecret } from './sign.ts';

export type Received = { headers: Record<string, string>; body: string };
export type Receiver = { url: string; received: Received[]; answer: { status: number }; close(): Promise<void> };

/** Records what it is sent, and answers with a status that a test may change. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answer = { status: 200 };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    received.push({ headers, body });
    response.writeHead(answer.status, { location: 'http://127.0.0.1:1/' }).end(`answered ${answer.status}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a TCP server is always an object.
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}/hooks`, received, answer, close };
}

let count = 0;

export async function addIntegrator(store: Store): Promise<{ integratorId: string; keyId: string }> {
  count += 1;
  const name = `${process.pid}-${count}`;
  const integrator = { id: `int_${name}`, name, embedId: `emb_${name}`, embedOrigins: [] };
  const keyId = `key_${name}`;
  await store.createIntegrator({ integrator, key: { id: keyId, hash: name, prefix: name }, now: 0 });
  return { integratorId: integrator.id, keyId };
}

export const endpointAt = (url: string, integratorId: string): WebhookEndpoint => ({
  ...{ id: `whe_${integratorId}`, integratorId, url, events: [], secret: newSecret(), previousSecret: null },
  ...{ createdAt: 0, failingSince: null, failures: 0, retryAt: null, disabledAt: null, disabledReason: null },
});

/** Records a swap of a quote with that key, whose status tests change by `moved`. */
export async function addSwap(store: Store, keyId: string, name: string): Promise<string> {
  await store.saveQuote({ id: name, createdAt: 1, request: {}, response: {}, drafts: [], keyId });
  return (await store.recordSwap({ quoteId: name, routeIndex: 0, hash: name, chain: 'BTC', now: 1 })).id;
}

const eventOf = (type: WebhookEvent, swapId: string): SwapEvent => ({
  type,
  key: type,
  body: JSON.stringify({ type, swapId }),
});

export const moved = (store: Store, swapId: string, status: TrackingStatus, type: WebhookEvent, now = 1) =>
  store.setSwapStatus(swapId, status, [eventOf(type, swapId)], now);
