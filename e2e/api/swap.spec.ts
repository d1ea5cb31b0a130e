import { createPortageClient } from '../../lib/api/client.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { expect, test } from '../support/api-test.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { follow, last } from '../support/follow.ts';
import { sharedSandbox } from '../support/sandbox.ts';
import { createSolanaPayer } from '../support/solana-payer.ts';

/** A main-network address: the sandbox accepts them, so that a newcomer can paste their own. */
const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const sandbox = sharedSandbox();

const only = (routes: WireRoute[]): WireRoute => {
  const [route] = routes;
  if (!route || routes.length !== 1) throw new Error(`one route was expected, not ${routes.length}`);
  return route;
};

test('a program sells ETH for BTC: quote, sign, pay, track to the end', async ({ baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const payer = createEvmPayer(baseURL ?? '', 'ETH');
  await sandbox.fund('ETH', payer.address, '5');
  const quote = await client.quote({
    sellAsset: 'ETH.ETH',
    buyAsset: 'BTC.BTC',
    sellAmount: '1.5',
    slippage: 3,
    providers: ['THORCHAIN'],
    sourceAddress: payer.address,
    destinationAddress: BTC_ADDRESS,
    includeTx: true,
  });
  const route = only(quote.routes);
  expect(route.meta.txType).toBe('EVM');
  const before = await client.track({ quoteId: quote.quoteId });
  expect(before.trackingStatus).toBe('not_started');

  const hash = await payer.pay(route);
  const states = await follow(client, { quoteId: quote.quoteId, routeIndex: 0, hash, chainId: 'ETH' });
  const end = last(states);
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed', stage: 'outbound' });
  expect(end.data.inbound).toMatchObject({ hash, amount: '1.5', asset: 'ETH.ETH' });
  expect(end.data.trackMeta?.outputTxHash).toMatch(/^[0-9a-f]{64}$/);
  expect(Number(end.data.route?.actualBuyAmount)).toBeGreaterThanOrEqual(Number(route.expectedBuyAmountMaxSlippage));
  expect(end.data.route?.legs[0]?.actualBuyAmount).toBe(end.data.route?.actualBuyAmount);
  // Both layouts agree, and a status never goes back.
  expect(end.data.trackingStatus).toBe(end.trackingStatus);
  const order = ['not_started', 'pending', 'swapping', 'completed'];
  const ranks = states.map((state) => order.indexOf(state.trackingStatus));
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  // The hash alone finds it too, in THORChain's spelling as well.
  const byHash = await client.track({ hash: hash.slice(2).toUpperCase() });
  expect(byHash.data.quoteInfo?.quoteId).toBe(quote.quoteId);
});

test('a program sells SOL for BTC: one transfer with the memo, signed unchanged, tracked to the end', async ({
  baseURL,
}) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const payer = createSolanaPayer(baseURL ?? '');
  await sandbox.fund('SOL', payer.address, '20');
  const quote = await client.quote({
    sellAsset: 'SOL.SOL',
    buyAsset: 'BTC.BTC',
    sellAmount: '12.5',
    slippage: 3,
    providers: ['THORCHAIN'],
    sourceAddress: payer.address,
    destinationAddress: BTC_ADDRESS,
    includeTx: true,
  });
  const route = only(quote.routes);
  expect(route.meta.txType).toBe('SOLANA');
  expect(Number(route.expiration)).toBeLessThanOrEqual(Date.now() / 1000 + 60);
  const hash = await payer.pay(route);
  const end = last(await follow(client, { quoteId: quote.quoteId, routeIndex: 0, hash, chainId: 'SOL' }));
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed', stage: 'outbound' });
  expect(end.data.inbound).toMatchObject({ hash, amount: '12.5', asset: 'SOL.SOL' });
  expect(end.data.outbound).toMatchObject({ chain: 'BTC', address: BTC_ADDRESS });
  expect(Number(end.data.route?.actualBuyAmount)).toBeGreaterThanOrEqual(Number(route.expectedBuyAmountMaxSlippage));
});

test('a program sells USDC through the router with an exact approval, by Maya', async ({ baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const payer = createEvmPayer(baseURL ?? '', 'ETH');
  await sandbox.fund('ETH', payer.address, '1');
  await sandbox.fund('ETH', payer.address, '900', USDC);
  const quote = await client.quote({
    sellAsset: `ETH.USDC-${USDC}`,
    buyAsset: 'MAYA.CACAO',
    sellAmount: '500.123456',
    slippage: 5,
    providers: ['MAYACHAIN'],
    sourceAddress: payer.address,
    destinationAddress: 'maya1x5979k5wqgq58f4864glr7w2rtgyuqqm6l2zhx',
    includeTx: true,
  });
  const route = only(quote.routes);
  expect(route.inboundAddress).toBeUndefined();
  expect(route.meta.approvals).toHaveLength(1);
  const hash = await payer.pay(route);
  const end = last(await follow(client, { quoteId: quote.quoteId, hash }));
  expect(end.trackingStatus).toBe('completed');
  expect(end.data.inbound?.amount).toBe('500.123456');
});

test('a swap that misses its limit is refunded, with the reason', async ({ baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const payer = createEvmPayer(baseURL ?? '', 'AVAX');
  await sandbox.fund('AVAX', payer.address, '500');
  const quote = await client.quote({
    sellAsset: 'AVAX.AVAX',
    buyAsset: 'LTC.LTC',
    sellAmount: '100',
    slippage: 0.5,
    providers: ['THORCHAIN'],
    sourceAddress: payer.address,
    destinationAddress: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    includeTx: true,
  });
  await sandbox.control('move-price', { asset: 'AVAX.AVAX', percent: -10 });
  try {
    const hash = await payer.pay(only(quote.routes));
    const end = last(await follow(client, { quoteId: quote.quoteId, hash }));
    expect(end).toMatchObject({ success: true, trackingStatus: 'refunded', stage: 'refund' });
    expect(end.error).toMatch(/limit/i);
    expect(end.data.refund?.asset).toBe('AVAX.AVAX');
    expect(end.data.refund?.address?.toLowerCase()).toBe(payer.address.toLowerCase());
    expect(Number(end.data.refund?.amount)).toBeGreaterThan(99);
  } finally {
    await sandbox.control('move-price', { asset: 'AVAX.AVAX', percent: 11.111 });
  }
});

test('a payment of something else is reported as a mismatch and leaves the quote as it was', async ({ baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const payer = createEvmPayer(baseURL ?? '', 'ETH');
  await sandbox.fund('ETH', payer.address, '2');
  const ask = {
    sellAsset: 'ETH.ETH',
    buyAsset: 'BTC.BTC',
    sellAmount: '0.5',
    slippage: 3,
    providers: ['THORCHAIN' as const],
    sourceAddress: payer.address,
    destinationAddress: BTC_ADDRESS,
    includeTx: true,
  };
  const quote = await client.quote(ask);
  const hash = await payer.send({ from: payer.address, to: payer.address, value: '1000', data: '0x' });
  await expect
    .poll(async () => (await client.track({ quoteId: quote.quoteId, hash })).data.mismatch?.length ?? 0)
    .toBeGreaterThan(0);
  const tracked = await client.track({ quoteId: quote.quoteId, hash });
  expect(tracked.success).toBe(false);
  expect(tracked.error).toBeTruthy();
  expect((await client.track({ quoteId: quote.quoteId })).trackingStatus).toBe('not_started');
});
