import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortageClient, type PortageClient } from '../../lib/api/client.ts';
import type { DepositChannel } from '../../lib/api/schemas/deposit-channel.ts';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import type { TrackRequest } from '../../lib/api/schemas/track.ts';
import { verifyReceipt, verifySignature } from '../../lib/api/signatures.ts';
import { expect, test } from '../support/api-test.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { follow, last } from '../support/follow.ts';
import { type OwnApp, startOwnApp } from '../support/own-app.ts';
import { sharedSandbox } from '../support/sandbox.ts';
import { createSolanaPayer } from '../support/solana-payer.ts';

const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const SOL_USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const sandbox = sharedSandbox();

/** A second deployment in the same world, with an empty database, that trusts the first one's key. */
let second: OwnApp;
test.beforeAll(async ({ baseURL }) => {
  const { keys } = await createPortageClient({ baseUrl: baseURL ?? '' }).signingKeys();
  second = await startOwnApp(mkdtempSync(join(tmpdir(), 'portage-second-')), {
    SANDBOX_URL: process.env.E2E_SANDBOX_URL ?? '',
    TRUSTED_SIGNING_KEYS: keys.map(({ x }) => x).join(','),
  });
});
test.afterAll(() => second.stop());

/** Quotes at the first deployment. Its answer is all that the second one receives. */
async function quoted(client: PortageClient, request: Omit<QuoteRequest, 'slippage'>) {
  const { quoteId, routes } = await client.quote({ slippage: 3, includeTx: true, ...request });
  const [route] = routes;
  if (!route) throw new Error('there is no route');
  expect(await verifySignature({ quoteId, routeIndex: 0, route }, await client.signingKeys())).toMatchObject({
    ok: true,
  });
  return { quoteId, routeIndex: 0, route };
}

/** Tracks the swap at the second deployment, whose final answer is signed with its own key. */
async function followedThere(request: TrackRequest) {
  const there = createPortageClient({ baseUrl: second.url });
  const { route: _route, ...unsigned } = request;
  await expect(there.track({ quoteId: unsigned.quoteId, routeIndex: 0 })).rejects.toMatchObject({ status: 404 });
  const end = last(await follow(there, request));
  const keys = await there.signingKeys();
  expect(await verifySignature(end, keys)).toMatchObject({ ok: true });
  expect(end.receipt?.length).toBeLessThanOrEqual(1024);
  expect(await verifyReceipt(end.receipt ?? '', keys)).toMatchObject({ ok: true });
  return end;
}

test('a payment with a memo is tracked to its end by a deployment that never saw its quote', async ({
  url: baseURL,
}) => {
  const client = createPortageClient({ baseUrl: baseURL });
  const payer = createEvmPayer(baseURL, 'ETH');
  await sandbox.fund('ETH', payer.address, '5');
  const swap = await quoted(client, {
    ...{ sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount: '1.5', providers: ['THORCHAIN'] },
    ...{ sourceAddress: payer.address, destinationAddress: BTC_ADDRESS },
  });
  const hash = await payer.pay(swap.route);
  const end = await followedThere({ ...swap, hash });
  expect(end).toMatchObject({
    success: true,
    trackingStatus: 'completed',
    data: { quoteInfo: { quoteId: swap.quoteId } },
  });
});

test('a call of 1inch’s router, after its approval', async ({ url: baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL });
  const payer = createEvmPayer(baseURL, 'ETH');
  await sandbox.fund('ETH', payer.address, '5');
  await sandbox.fund('ETH', payer.address, '900', USDC);
  const swap = await quoted(client, {
    ...{ sellAsset: `ETH.USDC-${USDC}`, buyAsset: `ETH.WETH-${WETH}`, sellAmount: '500', providers: ['ONEINCH'] },
    ...{ sourceAddress: payer.address, destinationAddress: payer.address },
  });
  const hash = await payer.pay(swap.route);
  expect(await followedThere({ ...swap, hash })).toMatchObject({ success: true, trackingStatus: 'completed' });
});

test('a transaction of Jupiter on Solana', async ({ url: baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL });
  const payer = createSolanaPayer(baseURL);
  await sandbox.fund('SOL', payer.address, '20');
  const swap = await quoted(client, {
    ...{ sellAsset: 'SOL.SOL', buyAsset: `SOL.USDC-${SOL_USDC}`, sellAmount: '2', providers: ['JUPITER'] },
    ...{ sourceAddress: payer.address, destinationAddress: payer.address },
  });
  const hash = await payer.pay(swap.route);
  expect(await followedThere({ ...swap, hash })).toMatchObject({ success: true, trackingStatus: 'completed' });
});

test('a deposit into a Chainflip channel, whose record is signed too', async ({ url: baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL });
  const payer = createEvmPayer(baseURL, 'ETH');
  await sandbox.fund('ETH', payer.address, '5');
  const swap = await quoted(client, {
    ...{ sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount: '1', providers: ['CHAINFLIP'], includeTx: false },
    ...{ sourceAddress: payer.address, destinationAddress: BTC_ADDRESS },
  });
  const { quoteId, routeIndex } = swap;
  const depositChannel: DepositChannel = await client.depositChannel({ quoteId, routeIndex });
  expect(await verifySignature(depositChannel, await client.signingKeys())).toMatchObject({ ok: true });
  const hash = await payer.send({
    ...{ from: payer.address, to: depositChannel.depositAddress, value: (10n ** 18n).toString(), data: '0x' },
  });
  const end = await followedThere({ ...swap, depositChannel, hash });
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed' });
  expect(end.data.depositChannel?.depositAddress).toBe(depositChannel.depositAddress);
});

test('a falsified answer is noticed by its reader and refused by the deployment that is to track it', async ({
  url: baseURL,
}) => {
  const client = createPortageClient({ baseUrl: baseURL });
  const swap = await quoted(client, {
    ...{ sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount: '1.5', providers: ['THORCHAIN'], includeTx: false },
    ...{ sourceAddress: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1', destinationAddress: BTC_ADDRESS },
  });
  const lie = { ...swap, route: { ...swap.route, targetAddress: '0x7777777777777777777777777777777777777777' } };
  expect(await verifySignature(lie, await client.signingKeys())).toMatchObject({ ok: false, reason: 'changed' });
  const there = createPortageClient({ baseUrl: second.url });
  const hash = `0x${'ab'.repeat(32)}`;
  await expect(there.track({ ...lie, hash })).rejects.toMatchObject({ status: 400 });
});
