/** An integrator's server reads by its key what its swaps earned, and nobody else's. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortageClient, type PortageClient } from '../../lib/api/client.ts';
import { expect, test } from '../support/api-test.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { follow, last } from '../support/follow.ts';
import { operateJson } from '../support/operator.ts';
import { type OwnApp, startOwnApp } from '../support/own-app.ts';
import { sharedSandbox } from '../support/sandbox.ts';

const sandbox = sharedSandbox();
const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

let app: OwnApp;
let environment: Record<string, string>;
let shop: PortageClient;
let shopKey: string;
let other: PortageClient;

const keyFor = async (...args: string[]): Promise<string> =>
  (await operateJson<{ key: string }>('keys', ['create', ...args], environment)).key;

/** Sells ETH for BTC through THORChain, to its end. */
async function swapped(client: PortageClient, sellAmount: string) {
  const payer = createEvmPayer(app.url, 'ETH');
  await sandbox.fund('ETH', payer.address, '3');
  const pair = { sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount, slippage: 3 };
  const addresses = { sourceAddress: payer.address, destinationAddress: BTC_ADDRESS };
  const quote = await client.quote({ ...pair, ...addresses, providers: ['THORCHAIN'], includeTx: true });
  const [route] = quote.routes;
  if (!route) throw new Error('one route was expected');
  const hash = await payer.pay(route);
  const end = last(await follow(client, { quoteId: quote.quoteId, routeIndex: 0, hash }));
  expect(end.trackingStatus).toBe('completed');
  return { quoteId: quote.quoteId, route, hash, end, payer };
}

test.beforeAll(async () => {
  const SANDBOX_URL = process.env.E2E_SANDBOX_URL ?? '';
  environment = { SANDBOX_URL, DATA_DIR: mkdtempSync(join(tmpdir(), 'portage-own-')) };
  app = await startOwnApp(environment.DATA_DIR ?? '', environment);
  shopKey = await keyFor('--name', 'Shop', '--affiliate', 'ptg', '--fee-bps', '50');
  shop = createPortageClient({ baseUrl: app.url, apiKey: shopKey });
  other = createPortageClient({ baseUrl: app.url, apiKey: await keyFor('--name', 'Other') });
});
test.afterAll(() => app.stop());

test('usage: the counts, and the fee that a swap earned, as its quote had it', async () => {
  const { route } = await swapped(shop, '1.2');
  const fee = route.fees.find(({ type }) => type === 'affiliate');
  const { total, days } = await shop.usage();
  expect(total).toMatchObject({ swaps: 1, completed: 1, unpriced: 0, quotes: 1 });
  expect(total.requests['POST /v1/quote']).toBe(1);
  expect(total.fees).toEqual([
    { provider: 'THORCHAIN', asset: fee?.asset, amount: fee?.amount, usd: total.affiliateFeeUsd },
  ]);
  expect(Number(total.affiliateFeeUsd)).toBeCloseTo(Number(total.soldUsd) * 0.005, 0);
  expect(days).toHaveLength(1);
  expect((await other.usage()).total).toMatchObject({ swaps: 0, fees: [] });
  const refused = await createPortageClient({ baseUrl: app.url })
    .usage()
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 401, type: '/errors/unauthorized' });
});

test('swaps: listed with what was quoted and what arrived, chosen by state, provider and chain, page by page, as CSV', async () => {
  const first = await swapped(shop, '1.3');
  const { quoteId, route, hash, end } = await swapped(shop, '1.4');
  const { swaps, next } = await shop.swaps({ limit: 1 });
  expect(swaps).toEqual([
    expect.objectContaining({
      ...{ quoteId, routeIndex: 0, hash, chain: 'ETH', provider: 'THORCHAIN', status: 'completed' },
      ...{ sellAsset: 'ETH.ETH', sellAmount: '1.4', buyAsset: 'BTC.BTC', recipient: BTC_ADDRESS },
      expectedBuyAmount: route.expectedBuyAmount,
      received: { asset: 'BTC.BTC', amount: end.data.outbound?.amount, hash: end.data.outbound?.hash },
    }),
  ]);
  const { swaps: after } = await shop.swaps({ limit: 1, ...(next === undefined ? {} : { cursor: next }) });
  expect(after.map((one) => one.quoteId)).toEqual([first.quoteId]);
  const all = await shop.swaps({ status: 'completed', provider: 'THORCHAIN', chain: 'ETH' });
  expect(all.swaps.map((one) => one.quoteId)).toEqual(expect.arrayContaining([quoteId, first.quoteId]));
  for (const query of [
    { status: 'refunded' },
    { provider: 'CHAINFLIP' },
    { chain: 'BTC' },
    { since: '2100-01-01T00:00:00Z' },
  ] as const)
    expect(await shop.swaps(query)).toEqual({ swaps: [] });
  expect(await other.swaps()).toEqual({ swaps: [] });
  const csv = await fetch(`${app.url}/v1/swaps?limit=1`, { headers: { accept: 'text/csv', 'x-api-key': shopKey } });
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('link')).toBe(`</v1/swaps?limit=1&cursor=${next}>; rel="next"`);
  const [head = '', line = '', ...rest] = (await csv.text()).trim().split('\r\n');
  const fields = Object.fromEntries(head.split(',').map((name, index) => [name, line.split(',')[index]]));
  expect(fields).toMatchObject({ quote_id: quoteId, payment_hash: hash, received_amount: end.data.outbound?.amount });
  expect(rest).toEqual([]);
});
