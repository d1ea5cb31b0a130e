/**
 * Two-leg routes under a deployment's settings: without the contract between the legs, and with several instances; and
 * what quoting costs upstream.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortageClient } from '../../../lib/api/client.ts';
import type { QuoteRequest } from '../../../lib/api/schemas/quote.ts';
import { freshFolder } from '../../../lib/db/test-folders.ts';
import { freePort } from '../../../lib/db/test-port.ts';
import { startPostgres } from '../../../lib/db/test-postgres.ts';
import { expect, test } from '../../support/api-test.ts';
import { chainflipState } from '../../support/chainflip.ts';
import { startCountingUpstream } from '../../support/counting-upstream.ts';
import { createEvmPayer } from '../../support/evm-payer.ts';
import { follow, last } from '../../support/follow.ts';
import { startOwnApp } from '../../support/own-app.ts';
import { createSandbox, sharedSandbox } from '../../support/sandbox.ts';
import { actuals, DAI, ETH_DAI, ETH_LINK, RECEIVER, SOL_BONK, theRoute } from '../../support/two-leg.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'portage-own-'));
const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ARB_UNI = 'ARB.UNI-0xFa7F8980b0f1E64A2062791cc3b0871572f1F7f0';

const fromDai: QuoteRequest = {
  sellAsset: ETH_DAI,
  buyAsset: 'BTC.BTC',
  sellAmount: '2000',
  slippage: 2,
  providers: ['ONEINCH->CHAINFLIP'],
};
const fromBonk: QuoteRequest = {
  ...fromDai,
  sellAsset: SOL_BONK,
  sellAmount: '50000000',
  providers: ['JUPITER->CHAINFLIP'],
};
const toLink: QuoteRequest = {
  sellAsset: 'BTC.BTC',
  buyAsset: ETH_LINK,
  sellAmount: '0.03',
  slippage: 3,
  providers: ['CHAINFLIP->ONEINCH'],
};

test('without the contract between the legs a deployment names the chain that lacks it, and how to get it', async () => {
  const S = process.env.E2E_SANDBOX_URL;
  const app = await startOwnApp(folder(), {
    SWAP_NETWORK: 'mainnet',
    THORNODE_URL: `${S}/thornode`,
    THORCHAIN_MIDGARD_URL: `${S}/thorchain-midgard`,
    MAYANODE_URL: `${S}/mayanode`,
    MAYACHAIN_MIDGARD_URL: `${S}/mayachain-midgard`,
    CHAINFLIP_BACKEND_URL: `${S}/chainflip-backend`,
    CHAINFLIP_RPC_URL: `${S}/chainflip-rpc`,
    ONEINCH_URL: `${S}/oneinch`,
    ONEINCH_API_KEY: 'a-key',
    JUPITER_URL: `${S}/jupiter`,
    SOLANA_RPC_URL: `${S}/rpc/sol`,
    RPC_URL_ETH: `${S}/rpc/eth`,
    ESPLORA_URL_BTC: `${S}/esplora/btc`,
    CHAINFLIP_CCM_RECEIVERS: JSON.stringify({ ETH: RECEIVER }),
  });
  try {
    const client = createPortageClient({ baseUrl: app.url });
    const missing = await client.quote({ ...toLink, buyAsset: ARB_UNI });
    expect(missing.routes).toEqual([]);
    expect(missing.providerErrors).toEqual([
      expect.objectContaining({ provider: 'CHAINFLIP->ONEINCH', errorCode: 'dexAggregationNotSupported' }),
    ]);
    const message = missing.providerErrors?.[0]?.message;
    for (const name of ['Arbitrum', 'CcmReceiver', 'CHAINFLIP_CCM_RECEIVERS', 'lib/solidity/README.md'])
      expect(message).toContain(name);
    const there = await client.quote(toLink);
    expect(there.providerErrors?.map(({ errorCode }) => errorCode) ?? []).not.toContain('dexAggregationNotSupported');
  } finally {
    await app.stop();
  }
});

test('two instances that are asked at once open one channel, and each tracks what the other quoted', async ({
  url,
}) => {
  const sandbox = sharedSandbox();
  const payer = createEvmPayer(url, 'ETH');
  await sandbox.fund('ETH', payer.address, '1');
  await sandbox.fund('ETH', payer.address, '2000', DAI);
  const postgres = await startPostgres(freshFolder(), await freePort());
  const environment = { SANDBOX_URL: process.env.E2E_SANDBOX_URL ?? '', DATABASE_URL: postgres.url };
  const apps = await Promise.all([0, 1].map(() => startOwnApp(folder(), environment)));
  try {
    const before = (await chainflipState(sandbox)).channelsOpened;
    const clients = apps.map(({ url }) => createPortageClient({ baseUrl: url }));
    const ask = { ...fromDai, sourceAddress: payer.address, destinationAddress: BTC_ADDRESS, includeTx: true };
    const quotes = await Promise.all([...clients, ...clients].map((client) => client.quote(ask)));
    expect(new Set(quotes.map((quote) => theRoute(quote).bridge.channelId)).size).toBe(1);
    expect((await chainflipState(sandbox)).channelsOpened).toBe(before + 1);
    const [quote] = quotes;
    const [, other] = clients;
    if (!quote || !other) throw new Error('there are two');
    const hash = await payer.pay(theRoute(quote));
    const end = last(await follow(other, { quoteId: quote.quoteId, hash }));
    expect(end).toMatchObject({ success: true, trackingStatus: 'completed', data: { inbound: { hash } } });
    expect(actuals(end).every((amount) => Number(amount) > 0)).toBe(true);
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
    await postgres.stop();
  }
});

test('a channel that takes longer than an answer may is opened all the same, once, and the same request finds it', async ({
  url,
}) => {
  const sandbox = sharedSandbox();
  const app = await startOwnApp(folder(), {
    SANDBOX_URL: process.env.E2E_SANDBOX_URL ?? '',
    CREATE_TIMEOUT_MS: '1500',
  });
  try {
    const client = createPortageClient({ baseUrl: app.url });
    const sourceAddress = createEvmPayer(url, 'ETH').address;
    const ask = { ...fromDai, sourceAddress, destinationAddress: BTC_ADDRESS, includeTx: true };
    const before = (await chainflipState(sandbox)).channelsOpened;
    await sandbox.withFault({ target: 'chainflip-broker', kind: 'lateAnswer', ms: 6000 }, async () => {
      const late = await client.quote(ask);
      expect(late.routes).toEqual([]);
      expect(late.providerErrors).toEqual([
        expect.objectContaining({ provider: 'ONEINCH->CHAINFLIP', errorCode: 'providerQuoteTimeout' }),
      ]);
      await expect.poll(async () => (await client.quote(ask)).routes.length).toBe(1);
    });
    expect((await chainflipState(sandbox)).channelsOpened).toBe(before + 1);
  } finally {
    await app.stop();
  }
});

test('killed between the legs, app and sandbox continue from there: both legs are reported, and the payment is not named again', async () => {
  const dataDir = folder();
  const ports = { port: await freePort(), sandboxPort: await freePort() };
  const first = await startOwnApp(dataDir, {}, ports);
  const payer = createEvmPayer(first.url, 'ETH');
  const sandbox = createSandbox(first.sandboxUrl);
  await sandbox.fund('ETH', payer.address, '1');
  await sandbox.fund('ETH', payer.address, '2000', DAI);
  const client = createPortageClient({ baseUrl: first.url });
  const own = { sourceAddress: payer.address, destinationAddress: BTC_ADDRESS, includeTx: true };
  const quote = await client.quote({ ...fromDai, ...own });
  const { bridge } = theRoute(quote);
  const hash = await payer.pay(theRoute(quote));
  for await (const state of client.trackStream({ quoteId: quote.quoteId, hash })) if (actuals(state)[0]) break;
  await first.kill();

  const second = await startOwnApp(dataDir, {}, ports);
  try {
    const again = createPortageClient({ baseUrl: second.url });
    const end = last(await follow(again, { quoteId: quote.quoteId }));
    expect(end).toMatchObject({ trackingStatus: 'completed', data: { inbound: { hash } } });
    expect(actuals(end).every((amount) => Number(amount) > 0)).toBe(true);
    expect(end.data.route?.meta.bridge?.channelId).toBe(bridge.channelId);
  } finally {
    await second.stop();
  }
});

test('a hundred quotes ask each upstream once for a leg and a meeting point, and open no channel', async () => {
  // Some eight hundred upstream requests.
  test.setTimeout(400_000);
  const ports = { port: await freePort(), sandboxPort: await freePort() };
  const sandboxUrl = `http://127.0.0.1:${ports.sandboxPort}`;
  const [oneinch, jupiter, chainflip] = await Promise.all(
    ['oneinch', 'jupiter', 'chainflip-backend'].map((name) => startCountingUpstream(`${sandboxUrl}/${name}`)),
  );
  if (!oneinch || !jupiter || !chainflip) throw new Error('there are three');
  const upstreams = [oneinch, jupiter, chainflip];
  const urls = { ONEINCH_URL: oneinch.url, JUPITER_URL: jupiter.url, CHAINFLIP_BACKEND_URL: chainflip.url };
  const app = await startOwnApp(folder(), urls, ports);
  try {
    const client = createPortageClient({ baseUrl: app.url });
    // The number of meeting points, and the providers whose legs they join.
    const kinds = [
      { ask: fromDai, points: 2, first: oneinch, second: chainflip },
      { ask: fromBonk, points: 3, first: jupiter, second: chainflip },
      { ask: toLink, points: 3, first: chainflip, second: oneinch },
    ];
    for (const { ask, points, first, second } of kinds) {
      theRoute(await client.quote(ask));
      for (const upstream of upstreams) upstream.reset();
      for (let round = 1; round <= 17; round += 1) {
        // So far apart that no two first legs yield the same amount, which would share a request.
        const amounts = [0, 1].map((one) => (Number(ask.sellAmount) * (1 + (2 * round + one) / 1000)).toFixed(5));
        const quotes = await Promise.all(amounts.map((sellAmount) => client.quote({ ...ask, sellAmount })));
        for (const quote of quotes) theRoute(quote);
      }
      for (const leg of [first, second])
        expect(leg.asked.filter((path) => /\/quote\?/.test(path)).length).toBe(34 * points);
      const swaps = upstreams.flatMap(({ asked }) => asked.filter((path) => /\/(swap|build)\?/.test(path)));
      expect(swaps).toEqual([]);
    }
    expect((await chainflipState(createSandbox(sandboxUrl))).channelsOpened).toBe(0);
  } finally {
    await app.stop();
    await Promise.all(upstreams.map((upstream) => upstream.close()));
  }
});
