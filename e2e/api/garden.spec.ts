import { ApiProblem, createPortageClient } from '../../lib/api/client.ts';
import { createGatewayClient } from '../../lib/api/gateway.ts';
import type { QuoteRequest, QuoteResponse } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { expect, test } from '../support/api-test.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { createEvmReader } from '../support/evm-reader.ts';
import { follow, last } from '../support/follow.ts';
import { ETH_WBTC, ordersPlaced, WBTC } from '../support/garden.ts';
import { sharedSandbox } from '../support/sandbox.ts';
import { createUtxoPayer } from '../support/utxo-payer.ts';

const sandbox = sharedSandbox();
const ask = (more: Partial<QuoteRequest>): QuoteRequest => ({
  sellAsset: ETH_WBTC,
  buyAsset: 'BTC.BTC',
  sellAmount: '0.01',
  slippage: 1,
  providers: ['GARDEN'],
  ...more,
});
const only = ({ routes, providerErrors }: QuoteResponse): WireRoute => {
  const [route] = routes;
  if (!route || routes.length !== 1) throw new Error(`one route was expected: ${JSON.stringify(providerErrors)}`);
  return route;
};

/** An owner of WBTC who is paid on Bitcoin, both at new addresses. */
async function holder(baseURL: string | undefined, amount: string) {
  const payer = createEvmPayer(baseURL ?? '', 'ETH');
  const receiver = createUtxoPayer(baseURL ?? '', 'BTC').address;
  await sandbox.fund('ETH', payer.address, '1');
  await sandbox.fund('ETH', payer.address, amount, WBTC);
  return { payer, receiver, own: { sourceAddress: payer.address, destinationAddress: receiver, includeTx: true } };
}

const received = async (baseURL: string | undefined, address: string): Promise<bigint> =>
  (await createGatewayClient({ baseUrl: baseURL ?? '' }).utxos('BTC', address)).reduce(
    (sum, { value }) => sum + BigInt(value),
    0n,
  );
const satoshis = (amount: string | undefined): bigint => BigInt(Math.round(Number(amount) * 1e8));

test('a program sells WBTC for BTC: an exact allowance, one lock, and the coins at the address to the unit', async ({
  baseURL,
}) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const { payer, receiver, own } = await holder(baseURL, '0.0123');
  const quote = await client.quote(ask({ ...own, sellAmount: '0.0123' }));
  const route = only(quote);
  expect(route.meta.approvals).toHaveLength(1);
  expect(route.meta.approvalAddress).toBe(route.targetAddress);
  const hash = await payer.pay(route);
  const end = last(await follow(client, { quoteId: quote.quoteId, hash }));
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed', stage: 'outbound' });
  expect(end.data.outbound).toMatchObject({ chain: 'BTC', address: receiver });
  expect(end.data.route?.actualBuyAmount).toBe(route.expectedBuyAmount);
  expect(await received(baseURL, receiver)).toBe(satoshis(route.expectedBuyAmount));
  const reader = createEvmReader(baseURL ?? '', 'ETH');
  expect(await reader.balance(payer.address, WBTC)).toBe(0n);
  expect(await reader.allowance(WBTC, payer.address, route.targetAddress ?? '')).toBe(0n);
});

test('twenty simultaneous requests for the same terms share one order; quotes without a transaction place none', async ({
  baseURL,
}) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const { payer, own } = await holder(baseURL, '0.02');
  const before = await ordersPlaced(sandbox);
  // One after the other: none of these is shared, and a busy machine refuses what it cannot answer in time.
  for (let cents = 10; cents < 30; cents += 1) {
    const quote = await client.quote(ask({ ...own, includeTx: false, sellAmount: `0.0${cents}` }));
    expect(only(quote).meta).not.toHaveProperty('orderId');
    expect(only(quote).tx).toBeUndefined();
  }
  // Without both addresses no order is placed, since nothing can be signed.
  for (const missing of ['sourceAddress', 'destinationAddress'] as const) {
    const { [missing]: _left, ...rest } = own;
    await client.quote(ask({ ...rest, sellAmount: '0.02' })).catch(() => undefined);
  }
  expect(await ordersPlaced(sandbox)).toBe(before);

  const both = ask({ ...own, sellAmount: '0.02' });
  const quotes = await Promise.all(Array.from({ length: 20 }, () => client.quote(both)));
  const ids = new Set(quotes.map((quote) => only(quote).meta.orderId));
  expect(ids.size).toBe(1);
  expect([...ids][0]).toEqual(expect.any(String));
  expect(await ordersPlaced(sandbox)).toBe(before + 1);
  expect(only(await client.quote(both)).meta.orderId).toBe([...ids][0]);

  // Once it is paid, it is not returned again.
  const [first] = quotes;
  if (!first) throw new Error('no quote');
  const hash = await payer.pay(only(first));
  expect(last(await follow(client, { quoteId: first.quoteId, hash })).trackingStatus).toBe('completed');
  expect(ids).not.toContain(only(await client.quote(both)).meta.orderId);
  expect(await ordersPlaced(sandbox)).toBe(before + 2);
});

test('a signature pays the order: accepted from our own pages, once, and only from the owner', async ({ baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const { payer, receiver, own } = await holder(baseURL, '0.0145');
  const quote = await client.quote(ask({ ...own, sellAmount: '0.0145' }));
  const route = only(quote);
  const [approval] = route.meta.approvals ?? [];
  await payer.send(approval);
  const reader = createEvmReader(baseURL ?? '', 'ETH');
  await expect
    .poll(() => reader.allowance(WBTC, payer.address, route.targetAddress ?? ''), { timeout: 30_000 })
    .toBe(1_450_000n);
  const coins = await reader.balance(payer.address);
  const signature = await payer.sign(route.meta.typedData);
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${baseURL}${path}`, { method: 'POST', body: JSON.stringify(body), headers });
  const path = `/garden/${quote.quoteId}/0`;

  const refusals: [number, Promise<Response>][] = [
    [403, post(path, { signature }, { origin: 'https://elsewhere.example' })],
    [403, post(path, { signature }, { 'sec-fetch-site': 'cross-site' })],
    [404, post(`/garden/${quote.quoteId}/7`, { signature })],
    [404, post(`/garden/${crypto.randomUUID()}/0`, { signature })],
    [400, post(path, {})],
    [400, post(path, { signature: '0x12' })],
    [405, fetch(`${baseURL}${path}`)],
  ];
  for (const [status, refused] of refusals) {
    const answer = await refused;
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ status, title: expect.any(String), traceId: expect.any(String) });
  }
  const stranger = createEvmPayer(baseURL ?? '', 'ETH');
  const foreign = client.submitSignature({
    quoteId: quote.quoteId,
    routeIndex: 0,
    signature: await stranger.sign(route.meta.typedData),
  });
  const problem = await foreign.catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(ApiProblem);
  expect(problem).toMatchObject({ status: 409, title: 'Conflict', detail: expect.stringMatching(/signature/i) });

  const order = { quoteId: quote.quoteId, routeIndex: 0, signature };
  const answers = await Promise.all([1, 2, 3].map(() => client.submitSignature(order)));
  const hash = answers[0]?.hash ?? '';
  expect(answers).toEqual(Array(3).fill({ hash }));
  expect(await client.submitSignature(order)).toEqual({ hash });
  const end = last(await follow(client, { quoteId: quote.quoteId }));
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed' });
  expect(end.data.inbound?.hash).toBe(hash);
  expect(await received(baseURL, receiver)).toBe(satoshis(route.expectedBuyAmount));
  expect(await reader.balance(payer.address, WBTC)).toBe(0n);
  // Garden paid the gas of the lock.
  expect(await reader.balance(payer.address)).toBe(coins);
  expect(await client.submitSignature(order)).toEqual({ hash });
});

test('a route that is paid in another way accepts no signature', async ({ baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const { own } = await holder(baseURL, '0.01');
  const quote = await client.quote(
    ask({
      sellAsset: 'BTC.BTC',
      buyAsset: ETH_WBTC,
      sourceAddress: own.destinationAddress,
      destinationAddress: own.sourceAddress,
      includeTx: true,
    }),
  );
  expect(only(quote).meta.typedData).toBeUndefined();
  const answer = await fetch(`${baseURL}/garden/${quote.quoteId}/0`, {
    method: 'POST',
    body: JSON.stringify({ signature: `0x${'11'.repeat(65)}` }),
  });
  expect(answer.status).toBe(400);
  expect((await answer.json()).errors).toEqual([expect.objectContaining({ field: 'routeIndex' })]);
});
