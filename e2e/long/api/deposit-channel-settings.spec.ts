/** The deposit channel under a deployment's settings: switched off, capped, without a broker, several instances. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiProblem, createPortageClient } from '../../../lib/api/client.ts';
import { freshFolder } from '../../../lib/db/test-folders.ts';
import { freePort } from '../../../lib/db/test-port.ts';
import { startPostgres } from '../../../lib/db/test-postgres.ts';
import { expect, test } from '../../support/api-test.ts';
import { chainflipState } from '../../support/chainflip.ts';
import { createEvmPayer } from '../../support/evm-payer.ts';
import { follow, last } from '../../support/follow.ts';
import { type OwnApp, startOwnApp } from '../../support/own-app.ts';
import { sharedSandbox } from '../../support/sandbox.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'portage-own-'));
const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const newAddress = (): string => createEvmPayer('http://127.0.0.1:1', 'ETH').address;
const terms = () => ({ sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', destinationAddress: newAddress() });

/** An app on the sandbox that all journeys share. */
const beside = (environment: Record<string, string>, dataDir = folder()): Promise<OwnApp> =>
  startOwnApp(dataDir, { SANDBOX_URL: process.env.E2E_SANDBOX_URL ?? '', ...environment });

async function refusal(asked: Promise<unknown>): Promise<ApiProblem> {
  const problem = await asked.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (problem instanceof ApiProblem) return problem;
  throw new Error(`a refusal was expected, not ${String(problem)}`);
}

test('switched off it opens nothing and says so; Chainflip is quoted all the same', async () => {
  const app = await beside({ CHAINFLIP_CHANNELS: 'off' });
  try {
    const client = createPortageClient({ baseUrl: app.url });
    const problem = await refusal(client.depositChannel(terms()));
    expect(problem.status).toBe(503);
    expect(problem.detail).toContain('not enabled');
    const quote = await client.quote({ ...terms(), sellAmount: '0.1', slippage: 1, providers: ['CHAINFLIP'] });
    expect(quote.routes).toHaveLength(1);
  } finally {
    await app.stop();
  }
});

test('limits per client and day are kept; an open channel is still found', async () => {
  const app = await beside({ CHAINFLIP_CHANNELS_PER_CLIENT: '4' });
  try {
    const client = createPortageClient({ baseUrl: app.url });
    const wish = terms();
    const first = await client.depositChannel(wish);
    await client.depositChannel(terms());
    const answer = await fetch(`${app.url}/v1/chainflip-deposit-channel`, {
      method: 'POST',
      body: JSON.stringify(terms()),
    });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(40_000);
    expect((await answer.json()).detail).toContain('You may open no more deposit channels for the moment');
    expect((await client.depositChannel(wish)).channelId).toBe(first.channelId);
  } finally {
    await app.stop();
  }
});

test('two instances that are asked at once for the same terms open one channel', async () => {
  const postgres = await startPostgres(freshFolder(), await freePort());
  const apps = await Promise.all([0, 1].map(() => beside({ DATABASE_URL: postgres.url })));
  try {
    const before = (await chainflipState(sharedSandbox())).channelsOpened;
    const clients = apps.map(({ url }) => createPortageClient({ baseUrl: url }));
    const wish = terms();
    const channels = await Promise.all([...clients, ...clients].map((client) => client.depositChannel(wish)));
    expect(new Set(channels.map(({ channelId }) => channelId)).size).toBe(1);
    expect((await chainflipState(sharedSandbox())).channelsOpened).toBe(before + 1);
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
    await postgres.stop();
  }
});

test('without a broker the swap backend opens the channel: it works, takes no affiliate fee, and requires a refund address', async ({
  baseURL,
}) => {
  const S = process.env.E2E_SANDBOX_URL;
  const app = await startOwnApp(folder(), {
    SWAP_NETWORK: 'mainnet',
    THORNODE_URL: `${S}/thornode`,
    THORCHAIN_MIDGARD_URL: `${S}/thorchain-midgard`,
    MAYANODE_URL: `${S}/mayanode`,
    MAYACHAIN_MIDGARD_URL: `${S}/mayachain-midgard`,
    CHAINFLIP_BACKEND_URL: `${S}/chainflip-backend`,
    CHAINFLIP_RPC_URL: `${S}/chainflip-rpc`,
    JUPITER_URL: `${S}/jupiter`,
    SOLANA_RPC_URL: `${S}/rpc/sol`,
    RPC_URL_ETH: `${S}/rpc/eth`,
    ESPLORA_URL_BTC: `${S}/esplora/btc`,
    AFFILIATES: JSON.stringify({ abc: { chainflip: 'cFK8496ZH4vostHJiRueRLxvTgHmpHg6VDySydqYCot2da4ce' } }),
  });
  try {
    const client = createPortageClient({ baseUrl: app.url });
    const wish = { sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', destinationAddress: BTC_ADDRESS };
    const nowhere = await refusal(client.depositChannel(wish));
    expect([nowhere.status, nowhere.errors.map(({ field }) => field)]).toEqual([400, ['refundAddress']]);
    const payer = createEvmPayer(baseURL ?? '', 'ETH');
    const refundAddress = payer.address;
    await sharedSandbox().fund('ETH', payer.address, '1');
    const paid = await refusal(
      client.depositChannel({ ...wish, refundAddress, affiliateCode: 'abc', affiliateBps: 50 }),
    );
    expect([paid.status, paid.errors.map(({ field }) => field)]).toEqual([400, ['affiliateBps']]);
    const quote = await client.quote({
      ...wish,
      sellAmount: '0.75',
      slippage: 2,
      providers: ['CHAINFLIP'],
      sourceAddress: refundAddress,
    });
    const channel = await client.depositChannel({ quoteId: quote.quoteId });
    expect(channel).toMatchObject({ channelId: expect.stringMatching(/-Ethereum-/), refundAddress });
    await payer.send({ from: payer.address, to: channel.depositAddress, value: '750000000000000000', data: '0x' });
    const end = last(await follow(client, { quoteId: quote.quoteId, routeIndex: 0 }));
    expect(end).toMatchObject({
      trackingStatus: 'completed',
      data: { outbound: { chain: 'BTC', address: BTC_ADDRESS } },
    });
  } finally {
    await app.stop();
  }
});

test('an unknown affiliate is named, and a known one is paid', async ({ baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const unknown = await refusal(client.depositChannel({ ...terms(), affiliateCode: 'nobody', affiliateBps: 25 }));
  expect([unknown.status, unknown.errors.map(({ field }) => field)]).toEqual([400, ['affiliateCode']]);
  const payer = createEvmPayer(baseURL ?? '', 'ETH');
  const wish = {
    sellAsset: 'ETH.ETH',
    buyAsset: 'BTC.BTC',
    destinationAddress: BTC_ADDRESS,
    sourceAddress: payer.address,
    sellAmount: '1',
    slippage: 3,
  };
  const plain = await client.depositChannel(wish);
  const shared = await client.depositChannel({ ...wish, affiliateCode: 'ptg', affiliateBps: 100 });
  expect(shared.channelId).not.toBe(plain.channelId);
  await sharedSandbox().fund('ETH', payer.address, '3');
  for (const { depositAddress } of [plain, shared])
    await payer.send({ from: payer.address, to: depositAddress, value: '1000000000000000000', data: '0x' });
  const [all = 0, less = 0] = await Promise.all(
    [plain, shared].map(async ({ quoteId = '', routeIndex = 0 }) =>
      Number(last(await follow(client, { quoteId, routeIndex })).data.route?.actualBuyAmount),
    ),
  );
  // A hundredth of it went to the affiliate.
  expect(less / all).toBeGreaterThan(0.985);
  expect(less / all).toBeLessThan(0.9925);
});
