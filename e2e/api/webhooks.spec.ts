/** An integrator's server is told of its swaps, in order and signed, and can have messages again. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { createPortageClient, type PortageClient } from '../../lib/api/client.ts';
import { expect, test } from '../support/api-test.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { follow, last } from '../support/follow.ts';
import { operateJson } from '../support/operator.ts';
import { type OwnApp, startOwnApp } from '../support/own-app.ts';
import { sharedSandbox } from '../support/sandbox.ts';

const sandbox = sharedSandbox();
const SANDBOX_URL = process.env.E2E_SANDBOX_URL ?? '';
const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

type Message = { id: string; timestamp: string; signature: string; body: { type: string; data: unknown } };

let app: OwnApp;
let client: PortageClient;

test.beforeAll(async () => {
  const environment = { SANDBOX_URL, DATA_DIR: mkdtempSync(join(tmpdir(), 'portage-own-')) };
  app = await startOwnApp(environment.DATA_DIR, environment);
  const { key } = await operateJson<{ key: string }>('keys', ['create', '--name', 'Shop'], environment);
  client = createPortageClient({ baseUrl: app.url, apiKey: key });
});
test.afterAll(() => app.stop());

/** The sandbox's receiver at a path of this journey; `messages` are those that came, oldest first. */
async function subscribe(name: string) {
  const url = `${SANDBOX_URL}/webhooks/${name}-${process.pid}`;
  const { id, secret = '' } = await client.putWebhook({ url });
  const messages = async (): Promise<Message[]> => (await (await fetch(url)).json()).messages.toReversed();
  const types = async () => (await messages()).map(({ body }) => body.type);
  return { id, url, secret, messages, types };
}

const ETH_TO_BTC = { sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', slippage: 3 };

test('of a deposit channel: opened, seen, completed, each signed and with the tracking answer; and again on demand', async () => {
  const { id, secret, messages, types } = await subscribe('channel');
  const payer = createEvmPayer(app.url, 'ETH');
  await sandbox.fund('ETH', payer.address, '3');
  const addresses = { sourceAddress: payer.address, destinationAddress: BTC_ADDRESS };
  const { quoteId } = await client.quote({ ...ETH_TO_BTC, ...addresses, sellAmount: '1.5', providers: ['CHAINFLIP'] });
  const { tx } = await client.depositChannel({ quoteId, includeTx: true });
  await expect.poll(types).toEqual(['channel.opened']);
  const hash = await payer.send(tx);
  const end = last(await follow(client, { quoteId, routeIndex: 0, hash }));
  const EXPECTED = ['channel.opened', 'swap.seen', 'swap.completed'];
  await expect.poll(types).toEqual(EXPECTED);

  const came = await messages();
  for (const { id: messageId, timestamp, signature, body } of came) {
    const headers = { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    expect(new Webhook(secret).verify(JSON.stringify(body), headers)).toEqual(body);
  }
  expect(came.at(-1)?.body.data).toMatchObject({
    trackingStatus: 'completed',
    data: { inbound: { hash }, outbound: { hash: end.data.outbound?.hash, amount: end.data.outbound?.amount } },
  });

  const { deliveries } = await client.webhookDeliveries(id);
  expect(deliveries.map(({ type, state }) => [type, state])).toEqual(
    EXPECTED.toReversed().map((type) => [type, 'delivered']),
  );
  const messageId = came.at(-1)?.id ?? '';
  expect(await client.replayWebhook(id, { messageId })).toEqual({ queued: 1 });
  await expect.poll(types).toEqual([...EXPECTED, 'swap.completed']);
  expect((await messages()).at(-1)?.id).toBe(messageId);
});

test('a receiver in trouble gets the messages of a swap afterwards, in order, and is told as failing until then', async () => {
  const { id, types } = await subscribe('trouble');
  const payer = createEvmPayer(app.url, 'ETH');
  await sandbox.fund('ETH', payer.address, '3');
  const addresses = { sourceAddress: payer.address, destinationAddress: BTC_ADDRESS };
  const asked = { ...ETH_TO_BTC, ...addresses, sellAmount: '1.6', providers: ['THORCHAIN' as const], includeTx: true };
  const { quoteId, routes } = await client.quote(asked);
  const [route] = routes;
  if (!route) throw new Error('one route was expected');
  await sandbox.withFault({ target: 'webhooks', kind: '500' }, async () => {
    const end = last(await follow(client, { quoteId, routeIndex: 0, hash: await payer.pay(route) }));
    expect(end.trackingStatus).toBe('completed');
    const pending = async () => (await client.webhookDeliveries(id)).deliveries.map(({ type, state }) => [type, state]);
    await expect.poll(pending).toEqual([
      ['swap.completed', 'pending'],
      ['swap.seen', 'pending'],
    ]);
    const subscribed = async () => (await client.webhooks()).webhooks.find((one) => one.id === id);
    await expect.poll(subscribed).toMatchObject({ enabled: true, failingSince: expect.any(String) });
  });
  await expect.poll(types, { timeout: 90_000 }).toEqual(['swap.seen', 'swap.completed']);
});
