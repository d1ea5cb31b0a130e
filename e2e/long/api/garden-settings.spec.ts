/** Garden under a deployment's settings, and with answers that a thief or a fault in between has changed. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortageClient } from '../../../lib/api/client.ts';
import type { QuoteRequest } from '../../../lib/api/schemas/quote.ts';
import { freshFolder } from '../../../lib/db/test-folders.ts';
import { freePort } from '../../../lib/db/test-port.ts';
import { startPostgres } from '../../../lib/db/test-postgres.ts';
import { expect, test } from '../../support/api-test.ts';
import { createEvmPayer } from '../../support/evm-payer.ts';
import { ETH_WBTC, ordersPlaced, WBTC } from '../../support/garden.ts';
import { mainnetNowhere } from '../../support/nowhere.ts';
import { type OwnApp, startOwnApp } from '../../support/own-app.ts';
import { sharedSandbox } from '../../support/sandbox.ts';
import { createUtxoPayer } from '../../support/utxo-payer.ts';

const sandbox = sharedSandbox();
const folder = () => mkdtempSync(join(tmpdir(), 'portage-own-'));
/** An app on the sandbox that all journeys share. */
const beside = (environment: Record<string, string>): Promise<OwnApp> =>
  startOwnApp(folder(), { SANDBOX_URL: process.env.E2E_SANDBOX_URL ?? '', ...environment });

const evmAddress = (): string => createEvmPayer('http://127.0.0.1:1', 'ETH').address;
const bitcoinAddress = (): string => createUtxoPayer('http://127.0.0.1:1', 'BTC').address;
const byDeposit = (sellAmount: string): QuoteRequest => ({
  sellAsset: 'BTC.BTC',
  buyAsset: ETH_WBTC,
  sellAmount,
  slippage: 1,
  providers: ['GARDEN'],
  sourceAddress: bitcoinAddress(),
  destinationAddress: evmAddress(),
  includeTx: true,
});

test('two instances that are asked at once for the same terms place one order', async () => {
  const postgres = await startPostgres(freshFolder(), await freePort());
  const apps = await Promise.all([0, 1].map(() => beside({ DATABASE_URL: postgres.url })));
  try {
    const before = await ordersPlaced(sandbox);
    const clients = apps.map(({ url }) => createPortageClient({ baseUrl: url }));
    const wish = byDeposit('0.017');
    const quotes = await Promise.all(
      Array.from({ length: 10 }, () => clients.map((client) => client.quote(wish))).flat(),
    );
    const routes = quotes.map(({ routes: [route], providerErrors }) => {
      expect(route, JSON.stringify(providerErrors)).toBeDefined();
      return { order: route?.meta.orderId, address: route?.inboundAddress };
    });
    expect(new Set(routes.map((route) => JSON.stringify(route))).size).toBe(1);
    expect(await ordersPlaced(sandbox)).toBe(before + 1);
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
    await postgres.stop();
  }
});

test('limits of orders per client and day are kept; an existing order is still returned', async () => {
  const app = await beside({ ORDERS_PER_CLIENT: '1' });
  try {
    const client = createPortageClient({ baseUrl: app.url });
    const wish = byDeposit('0.0171');
    const { routes } = await client.quote(wish);
    const full = await client.quote(byDeposit('0.0172'));
    expect(full.routes).toEqual([]);
    expect(full.providerErrors?.[0]?.message).toContain('You may place no more orders for the moment');
    expect((await client.quote(wish)).routes[0]?.meta.orderId).toBe(routes[0]?.meta.orderId);
  } finally {
    await app.stop();
  }
});

const IN_DEPOSITS = ['depositAddress', 'depositAmount', 'orderRedeemer', 'orderDelegate', 'orderSecretHash'];
const IN_LOCKS = [
  ...['htlc', 'callTo', 'callValue', 'callChain', 'callAmount', 'callRedeemer', 'callTimelock', 'callSecretHash'],
  ...['callSelector', 'callTail', 'spender', 'approvalToken', 'typedAmount', 'typedRedeemer'],
  ...['typedTimelock', 'typedSecretHash', 'typedContract', 'typedChain', 'orderInitiator'],
  ...['orderRedeemer', 'orderSecretHash'],
];
const IN_BOTH = ['orderTimelock', 'orderAmount', 'orderOwner'];
/** Accounts and numbers that the tampering inserts. */
const THIEF = /deadbeef|bcrt1p(cd)+|(ab){32}|(cd){32}/i;

test('a tampered order is refused with a reason: no transaction, no message and no address is returned', async () => {
  const app = await beside({ ORDERS_PER_CLIENT: '500' });
  try {
    const client = createPortageClient({ baseUrl: app.url });
    const payer = createEvmPayer(app.url, 'ETH');
    await sandbox.fund('ETH', payer.address, '1');
    await sandbox.fund('ETH', payer.address, '1', WBTC);
    const byLock = (sellAmount: string): QuoteRequest => ({
      ...byDeposit(sellAmount),
      sellAsset: ETH_WBTC,
      buyAsset: 'BTC.BTC',
      sourceAddress: payer.address,
      destinationAddress: bitcoinAddress(),
    });
    const kinds = [
      { wish: byDeposit, tamperings: [...IN_DEPOSITS, ...IN_BOTH] },
      { wish: byLock, tamperings: [...IN_LOCKS, ...IN_BOTH] },
    ];
    for (const { wish, tamperings } of kinds)
      for (const [index, what] of tamperings.entries()) {
        const asked = wish(`0.01${index + 100}`);
        const quote = await sandbox.withFault({ target: 'garden', kind: 'tamper', what }, () => client.quote(asked));
        const about = `${what}, selling ${asked.sellAsset}: ${JSON.stringify(quote.routes)}`;
        expect.soft(quote.routes, about).toEqual([]);
        const [error] = quote.providerErrors ?? [];
        expect.soft(error?.provider, about).toBe('GARDEN');
        expect.soft(error?.message.length ?? 0, about).toBeGreaterThan(20);
        expect.soft(JSON.stringify(quote), about).not.toMatch(THIEF);
      }
    // A message of another shape is left out, never shortened; the transaction is still valid.
    for (const [index, what] of ['typedExtra', 'typedPrimaryType'].entries()) {
      const asked = byLock(`0.019${index}`);
      const [route] = (await sandbox.withFault({ target: 'garden', kind: 'tamper', what }, () => client.quote(asked)))
        .routes;
      expect(route?.tx, what).toBeDefined();
      expect(route?.meta, what).not.toHaveProperty('typedData');
    }
    // Whatever allowance Garden requests, the approval is for the amount.
    const endless = { target: 'garden', kind: 'tamper', what: 'approvalAmount' };
    const allowed = (await sandbox.withFault(endless, () => client.quote(byLock('0.0188')))).routes[0];
    expect(allowed?.meta.approvals?.map(({ data }) => data.slice(-64))).toEqual([
      (1_880_000).toString(16).padStart(64, '0'),
    ]);
    // Nothing of it is stored.
    expect((await client.quote(byLock('0.0187'))).routes[0]?.meta.typedData).toBeDefined();
    expect((await client.quote(byDeposit('0.0187'))).routes[0]?.inboundAddress).toMatch(/^bcrt1p/);
  } finally {
    await app.stop();
  }
});

/** Everything that an app answers about itself, as text. */
async function saidBy(app: OwnApp): Promise<string> {
  const pages = await Promise.all(
    ['/', '/health', '/v1/tokens', '/openapi.json', '/docs', '/v1/openapi.json'].map(async (path) => {
      const answer = await fetch(app.url + path);
      return `${JSON.stringify([...answer.headers])}${await answer.text()}`;
    }),
  );
  const scripts = [...new Set(pages.join(' ').match(/\/_next\/static\/[\w./~-]+\.js/g) ?? [])];
  expect(scripts.length).toBeGreaterThan(3);
  const code = await Promise.all(scripts.map(async (path) => (await fetch(app.url + path)).text()));
  return [...pages, ...code].join('\n');
}

test('the app id is sent to Garden only', async () => {
  const appIds = {
    taken: '7a3e19c0f4b2d6581e0c9a7735d1f8426b90ce13a85f2d47c6e80b19f3d5a274',
    refused: 'f00d5ec2e7'.padEnd(64, '7'),
  };
  for (const [kind, appId] of Object.entries(appIds)) {
    const app = await beside({ GARDEN_APP_ID: appId, LOG_LEVEL: 'info' });
    try {
      const client = createPortageClient({ baseUrl: app.url });
      const said: string[] = [await saidBy(app)];
      for (const includeTx of [false, true]) {
        const quote = await client.quote({ ...byDeposit('0.0166'), includeTx });
        said.push(JSON.stringify(quote));
        expect(quote.routes).toHaveLength(kind === 'taken' ? 1 : 0);
        if (kind === 'refused') expect(quote.providerErrors?.[0]).toMatchObject({ errorCode: 'httpError' });
        if (quote.routes[0]) said.push(JSON.stringify(await client.track({ quoteId: quote.quoteId, routeIndex: 0 })));
      }
      const signed = await fetch(`${app.url}/garden/nothing/0`, { method: 'POST', body: '{"signature":"0x"}' });
      said.push(await signed.text(), app.output());
      expect(said.join('\n')).not.toContain(appId);
    } finally {
      await app.stop();
    }
  }
});

test('on mainnet without keys 1inch, Garden and their two-leg routes are not asked, and every listing has the reason as a sentence', async () => {
  const app = await startOwnApp(folder(), await mainnetNowhere());
  try {
    const client = createPortageClient({ baseUrl: app.url });
    const ask = { sellAsset: 'BTC.BTC', buyAsset: ETH_WBTC, sellAmount: '0.1', slippage: 1 };
    const keyed = [
      ['ONEINCH', 'ONEINCH_API_KEY'],
      ['GARDEN', 'GARDEN_APP_ID'],
      ['ONEINCH->CHAINFLIP', 'ONEINCH_API_KEY'],
      ['CHAINFLIP->ONEINCH', 'ONEINCH_API_KEY'],
    ] as const;
    const asked = (await client.quote(ask)).providerErrors?.map(({ provider }) => provider) ?? [];
    expect(asked.length).toBeGreaterThan(0);
    const health = await (await fetch(`${app.url}/health`)).json();
    const page = await (await fetch(app.url)).text();
    for (const [provider, setting] of keyed) {
      expect(asked).not.toContain(provider);
      const named = await client.quote({ ...ask, providers: [provider] });
      expect(named.routes).toEqual([]);
      expect(named.providerErrors).toEqual([expect.objectContaining({ provider })]);
      expect(named.providerErrors?.[0]?.message).toMatch(new RegExp(`not asked by this deployment.*${setting}`));
      const listed = health.providers.find((one: { provider: string }) => one.provider === provider);
      expect(listed).toMatchObject({ asked: false, reason: expect.stringContaining(setting) });
      expect(page).toContain(setting);
    }
    expect(health.providers.find((one: { provider: string }) => one.provider === 'THORCHAIN')).toMatchObject({
      asked: true,
    });
  } finally {
    await app.stop();
  }
});
