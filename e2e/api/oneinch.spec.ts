import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFunctionData, erc20Abi, parseUnits } from 'viem';
import { createPortageClient } from '../../lib/api/client.ts';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { freePort } from '../../lib/db/test-port.ts';
import { expect, test } from '../support/api-test.ts';
import { startCountingUpstream } from '../support/counting-upstream.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { createEvmReader } from '../support/evm-reader.ts';
import { follow, last } from '../support/follow.ts';
import { ROUTER, USDC, USDT } from '../support/oneinch.ts';
import { startOwnApp } from '../support/own-app.ts';
import { sharedSandbox } from '../support/sandbox.ts';

const sandbox = sharedSandbox();
const ETH_USDC = `ETH.USDC-${USDC}`;
const ask = (more: Partial<QuoteRequest>): QuoteRequest => ({
  sellAsset: 'ETH.ETH',
  buyAsset: ETH_USDC,
  sellAmount: '1',
  slippage: 1,
  providers: ['ONEINCH'],
  ...more,
});

const only = (routes: WireRoute[]): WireRoute => {
  const [route] = routes;
  if (!route || routes.length !== 1) throw new Error(`one route was expected, not ${routes.length}`);
  return route;
};
const approvalOf = (spender: `0x${string}`, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] });

test('a program sells ETH for USDC and the USDC for ETH: exact allowance, outputs to the unit', async ({ baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const reader = createEvmReader(baseURL ?? '', 'ETH');
  const payer = createEvmPayer(baseURL ?? '', 'ETH');
  const receiver = createEvmPayer(baseURL ?? '', 'ETH').address;
  await sandbox.fund('ETH', payer.address, '3');
  const own = { sourceAddress: payer.address, destinationAddress: payer.address, includeTx: true };
  const forth = await client.quote(ask(own));
  const route = only(forth.routes);
  expect(route.targetAddress).toBe(ROUTER);
  expect(route.meta.approvals ?? []).toEqual([]);
  const hash = await payer.pay(route);
  const end = last(await follow(client, { quoteId: forth.quoteId, hash }));
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed', stage: 'outbound' });
  const got = end.data.route?.actualBuyAmount ?? '';
  expect(await reader.balance(payer.address, USDC)).toBe(parseUnits(got, 6));
  expect(end.data.outbound).toMatchObject({ hash, amount: got, chain: 'ETH' });
  expect(Number(got)).toBeGreaterThanOrEqual(Number(route.expectedBuyAmountMaxSlippage));

  // Back, to another recipient; the sold amount is all that arrived.
  const pair = { sellAsset: ETH_USDC, buyAsset: 'ETH.ETH', sellAmount: got };
  const back = await client.quote(ask({ ...own, ...pair, destinationAddress: receiver }));
  const [approval, ...more] = only(back.routes).meta.approvals ?? [];
  expect(more).toEqual([]);
  expect(approval).toMatchObject({ to: USDC, value: '0', data: approvalOf(ROUTER, parseUnits(got, 6)) });
  const backHash = await payer.pay(only(back.routes));
  const backEnd = last(await follow(client, { quoteId: back.quoteId, hash: backHash }));
  expect(backEnd.trackingStatus).toBe('completed');
  expect(await reader.balance(receiver)).toBe(parseUnits(backEnd.data.route?.actualBuyAmount ?? '', 18));
  expect(await reader.balance(payer.address, USDC)).toBe(0n);
  expect(await reader.allowance(USDC, payer.address, ROUTER)).toBe(0n);
});

test('an old allowance of USDT is reset first, since USDT refuses to change one', { tag: '@long' }, async ({
  baseURL,
}) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const payer = createEvmPayer(baseURL ?? '', 'ETH');
  await sandbox.fund('ETH', payer.address, '1');
  await sandbox.fund('ETH', payer.address, '500', USDT);
  await payer.send({ from: payer.address, to: USDT, value: '0', data: approvalOf(ROUTER, 7n) });
  const reader = createEvmReader(baseURL ?? '', 'ETH');
  await expect.poll(() => reader.allowance(USDT, payer.address, ROUTER)).toBe(7n);
  const quote = await client.quote(
    ask({
      sellAsset: `ETH.USDT-${USDT}`,
      sellAmount: '300.5',
      sourceAddress: payer.address,
      destinationAddress: payer.address,
      includeTx: true,
    }),
  );
  const route = only(quote.routes);
  expect(route.meta.approvals?.map(({ data }) => data)).toEqual([
    approvalOf(ROUTER, 0n),
    approvalOf(ROUTER, 300_500_000n),
  ]);
  const end = last(await follow(client, { quoteId: quote.quoteId, hash: await payer.pay(route) }));
  expect(end.trackingStatus).toBe('completed');
  expect(await reader.balance(payer.address, USDC)).toBe(parseUnits(end.data.route?.actualBuyAmount ?? '', 6));
  expect(await reader.allowance(USDT, payer.address, ROUTER)).toBe(0n);
});

/** Ways in which the local 1inch can tamper with the transaction of its answer. */
const TAMPERINGS = [
  ...['receiver', 'minReturn', 'srcToken', 'dstToken', 'amount', 'value', 'from', 'to', 'selector', 'flags'],
  ...['trailing', 'dstAmount', 'pool', 'approve'],
];

test('a tampered answer of 1inch is refused with a reason and never becomes a transaction', async ({ baseURL }) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const payer = createEvmPayer(baseURL ?? '', 'ETH');
  await sandbox.fund('ETH', payer.address, '10');
  await sandbox.fund('ETH', payer.address, '20000', USDC);
  const own = { sourceAddress: payer.address, destinationAddress: payer.address, includeTx: true };
  // Both go through the executor; in the first a malicious pool replaces the real one.
  const swaps = [
    ask({ ...own, sellAmount: '0.1' }),
    ask({ ...own, sellAsset: ETH_USDC, buyAsset: 'ETH.ETH', sellAmount: '9000' }),
  ];
  for (const what of TAMPERINGS)
    for (const swap of what === 'pool' ? swaps.slice(0, 1) : swaps) {
      const quote = await sandbox.withFault({ target: 'oneinch', kind: 'tamper', what }, () => client.quote(swap));
      const [route] = quote.routes;
      const said = [...(quote.providerErrors ?? []).map(({ message }) => message), route?.meta.txUnavailable ?? ''];
      const about = `${what}, selling ${swap.sellAsset}: ${JSON.stringify(said)}`;
      expect(route?.tx, about).toBeUndefined();
      expect(said.join(' ').length, about).toBeGreaterThan(20);
      expect(quote.providerErrors, about).toEqual([expect.objectContaining({ provider: 'ONEINCH' })]);
    }
  for (const swap of swaps) expect(only((await client.quote(swap)).routes).tx).toBeDefined();
});

test('the rate limit of 1inch is respected: a request that could not wait is told so, and the next quote is answered', async ({
  baseURL,
}) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const limited = { target: 'oneinch', kind: 'rateLimit', perSecond: 1 };
  const quotes = await sandbox.withFault(limited, () =>
    Promise.all(Array.from({ length: 12 }, (_, index) => client.quote(ask({ sellAmount: `0.${index + 10}` })))),
  );
  const failures = quotes.flatMap(({ providerErrors = [] }) => providerErrors);
  expect(quotes.filter(({ routes }) => routes.length === 1).length).toBe(12 - failures.length);
  expect(failures.length).toBeGreaterThan(0);
  expect(new Set(failures.map(({ errorCode }) => errorCode))).toEqual(new Set(['httpError']));
  for (const { message } of failures) expect(message).toMatch(/1inch/);
  await expect.poll(async () => (await client.quote(ask({ sellAmount: '0.5' }))).routes.length).toBe(1);
});

test('a hundred quotes without a transaction ask 1inch and Jupiter once each, and create nothing', {
  tag: '@long',
}, async () => {
  const ports = { port: await freePort(), sandboxPort: await freePort() };
  const sandboxUrl = `http://127.0.0.1:${ports.sandboxPort}`;
  const oneinch = await startCountingUpstream(`${sandboxUrl}/oneinch`);
  const jupiter = await startCountingUpstream(`${sandboxUrl}/jupiter`);
  const urls = { ONEINCH_URL: oneinch.url, JUPITER_URL: jupiter.url };
  const app = await startOwnApp(mkdtempSync(join(tmpdir(), 'portage-own-')), urls, ports);
  try {
    const client = createPortageClient({ baseUrl: app.url });
    const pairs = [
      ask({}),
      ask({
        sellAsset: 'SOL.SOL',
        buyAsset: 'SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        providers: ['JUPITER'],
      }),
    ];
    for (const upstream of [oneinch, jupiter]) upstream.reset();
    for (let round = 1; round <= 25; round += 1) {
      const quotes = await Promise.all(
        pairs.flatMap((pair) =>
          Array.from({ length: 4 }, (_, index) => client.quote({ ...pair, sellAmount: `${round}.${index + 1}` })),
        ),
      );
      for (const { routes, providerErrors } of quotes) expect(routes.length, JSON.stringify(providerErrors)).toBe(1);
    }
    const swaps = (asked: string[]) =>
      asked.filter((path) => !/\/(price|tokens)\//.test(path) && !/\/tokens/.test(path));
    expect(swaps(oneinch.asked).filter((path) => /\/quote\?/.test(path))).toHaveLength(100);
    expect(swaps(jupiter.asked).filter((path) => /\/quote\?/.test(path))).toHaveLength(100);
    // No other calls are made, and prices are requested in one batch from time to time.
    expect(swaps(oneinch.asked)).toHaveLength(100);
    expect(swaps(jupiter.asked)).toHaveLength(100);
    expect(oneinch.asked.length + jupiter.asked.length).toBeLessThan(230);
  } finally {
    await app.stop();
    await oneinch.close();
    await jupiter.close();
  }
});
