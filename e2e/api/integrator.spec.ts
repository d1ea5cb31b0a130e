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
let other: PortageClient;

async function integrator(...args: string[]): Promise<PortageClient> {
  const { key } = await operateJson<{ key: string }>('keys', ['create', ...args], environment);
  return createPortageClient({ baseUrl: app.url, apiKey: key });
}

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
  shop = await integrator('--name', 'Shop', '--affiliate', 'ptg', '--fee-bps', '50');
  other = await integrator('--name', 'Other');
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
