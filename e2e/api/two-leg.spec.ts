/** Two-leg routes, paid and arrived: each leg's reported output is what moved on the chains, to the unit. */
import { parseUnits } from 'viem';
import { ApiProblem, createPortageClient, type PortageClient } from '../../lib/api/client.ts';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import { expect, test } from '../support/api-test.ts';
import { chainflipState } from '../support/chainflip.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { createEvmReader } from '../support/evm-reader.ts';
import { follow, last } from '../support/follow.ts';
import { USDC, USDT, withOneinchPriceMoved } from '../support/oneinch.ts';
import { sharedSandbox } from '../support/sandbox.ts';
import { createSolanaPayer } from '../support/solana-payer.ts';
import {
  actuals,
  BONK,
  createReceiptReader,
  DAI,
  ETH_DAI,
  ETH_LINK,
  gotOnSolana,
  hashesOf,
  LINK,
  RECEIVER,
  SOL_BONK,
  satoshi,
  theRoute,
} from '../support/two-leg.ts';
import { createUtxoPayer } from '../support/utxo-payer.ts';

const sandbox = sharedSandbox();
const opened = async (): Promise<number> => (await chainflipState(sandbox)).channelsOpened;
const units = (amount: string | undefined, decimals: number): bigint => parseUnits(amount ?? '', decimals);
/** Chainflip's name of its mint of USDC is the token's own. */
const tokenOf = (asset: string): string => asset.slice(asset.indexOf('-') + 1);

async function refusal(asked: Promise<unknown>): Promise<ApiProblem> {
  const problem = await asked.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (problem instanceof ApiProblem) return problem;
  throw new Error(`a refusal was expected, not ${String(problem)}`);
}

/** Three requests, two of them at once: one channel, the same for all. Returns the last answer. */
async function askedAgain(client: PortageClient, ask: QuoteRequest) {
  const before = await opened();
  const both = await Promise.all([client.quote(ask), client.quote(ask)]);
  const again = await client.quote(ask);
  const channels = [...both, again].map((quote) => theRoute(quote).bridge.channelId);
  expect(channels[0]).toMatch(/^\d+-[A-Z][a-z]+-\d+$/);
  expect(new Set(channels).size).toBe(1);
  expect(await opened()).toBe(before + 1);
  return again;
}

test('DAI becomes BTC through 1inch and Chainflip', async ({ url }) => {
  const client = createPortageClient({ baseUrl: url });
  const payer = createEvmPayer(url, 'ETH');
  const buyer = createUtxoPayer(url, 'BTC').address;
  await sandbox.fund('ETH', payer.address, '1');
  await sandbox.fund('ETH', payer.address, '3000', DAI);
  const ask: QuoteRequest = {
    sellAsset: ETH_DAI,
    buyAsset: 'BTC.BTC',
    sellAmount: '2500',
    slippage: 2,
    providers: ['ONEINCH->CHAINFLIP'],
    sourceAddress: payer.address,
    destinationAddress: buyer,
  };
  const plain = theRoute(await client.quote(ask));
  expect(plain.legs.map(({ provider }) => provider)).toEqual(['ONEINCH', 'CHAINFLIP']);
  expect(plain.bridge).toMatchObject({ otherwise: { kind: 'refund' } });
  expect([plain.tx, plain.bridge.depositAddress]).toEqual([undefined, undefined]);
  expect(new Set(plain.fees.map(({ protocol }) => protocol))).toContain('CHAINFLIP');

  const quote = await askedAgain(client, { ...ask, includeTx: true });
  const route = theRoute(quote);
  const hash = await payer.pay(route);
  const end = last(await follow(client, { quoteId: quote.quoteId, hash }));
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed', stage: 'outbound' });
  const [first, second] = actuals(end);
  const token = tokenOf(route.bridge.asset);
  expect([USDC, USDT]).toContain(token);
  const receipts = createReceiptReader(url, 'ETH');
  expect(await receipts.moved(hash, token, route.bridge.depositAddress ?? '')).toBe(units(first, 6));
  expect(await satoshi(url, buyer)).toBe(units(second, 8));
  expect(end.data.route?.actualBuyAmount).toBe(second);
  expect(Number(second)).toBeGreaterThanOrEqual(Number(route.expectedBuyAmountMaxSlippage));
  expect(end.data).toMatchObject({ inbound: { hash, amount: '2500' }, outbound: { address: buyer, amount: second } });
  expect(hashesOf(end)).toEqual([hash, end.data.outbound?.hash]);
  expect(await createEvmReader(url, 'ETH').balance(payer.address, DAI)).toBe(units('500', 18));
});

test('BONK becomes BTC through Jupiter and Chainflip', async ({ url }) => {
  const client = createPortageClient({ baseUrl: url });
  const payer = createSolanaPayer(url);
  const buyer = createUtxoPayer(url, 'BTC').address;
  await sandbox.fund('SOL', payer.address, '1');
  await sandbox.fund('SOL', payer.address, '60000000', BONK);
  const quote = await askedAgain(client, {
    sellAsset: SOL_BONK,
    buyAsset: 'BTC.BTC',
    sellAmount: '50000000',
    slippage: 2,
    providers: ['JUPITER->CHAINFLIP'],
    sourceAddress: payer.address,
    destinationAddress: buyer,
    includeTx: true,
  });
  const route = theRoute(quote);
  expect(route.meta.txType).toBe('SOLANA');
  expect(Buffer.from(String(route.tx), 'base64').length).toBeLessThanOrEqual(1232);
  const { bridge } = route;
  const token = bridge.asset === 'SOL.SOL' ? undefined : tokenOf(bridge.asset);
  const hash = await payer.pay(route);
  const end = last(await follow(client, { quoteId: quote.quoteId, hash }));
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed', data: { inbound: { hash } } });
  const [first, second] = actuals(end);
  expect(await gotOnSolana(hash, bridge.depositAddress ?? '', token)).toBe(units(first, token ? 6 : 9));
  expect(await satoshi(url, buyer)).toBe(units(second, 8));
  expect(hashesOf(end)).toEqual([hash, end.data.outbound?.hash]);
});

test('BTC becomes LINK through Chainflip and 1inch, by one payment to the address that the quote names', async ({
  url,
}) => {
  const client = createPortageClient({ baseUrl: url });
  const payer = createUtxoPayer(url, 'BTC');
  const buyer = createEvmPayer(url, 'ETH').address;
  await sandbox.fund('BTC', payer.address, '0.05');
  const quote = await askedAgain(client, {
    sellAsset: 'BTC.BTC',
    buyAsset: ETH_LINK,
    sellAmount: '0.03',
    slippage: 3,
    providers: ['CHAINFLIP->ONEINCH'],
    sourceAddress: payer.address,
    destinationAddress: buyer,
    includeTx: true,
  });
  const route = theRoute(quote);
  expect(route.bridge.otherwise.kind).toBe('fallback');
  const hash = await payer.pay({ to: route.inboundAddress ?? '', baseUnits: 3_000_000n });
  const end = last(await follow(client, { quoteId: quote.quoteId, hash }));
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed', data: { inbound: { hash } } });
  const [first, second] = actuals(end);
  const payout = end.data.outbound?.hash ?? '';
  const receipts = createReceiptReader(url, 'ETH');
  if (route.bridge.asset !== 'ETH.ETH')
    expect(await receipts.moved(payout, tokenOf(route.bridge.asset), RECEIVER)).toBe(units(first, 6));
  expect(await createEvmReader(url, 'ETH').balance(buyer, LINK)).toBe(units(second, 18));
  expect(await receipts.delivered(payout)).toMatchObject([{ token: LINK, amount: units(second, 18), swapped: true }]);
  expect(Number(second)).toBeGreaterThanOrEqual(Number(route.expectedBuyAmountMaxSlippage));
  expect(hashesOf(end)).toEqual([hash, payout]);
});

for (const [symbol, bridge] of [
  ['USDC', `ETH.USDC-${USDC}`],
  ['USDT', `ETH.USDT-${USDT}`],
  ['ETH', 'ETH.ETH'],
] as const)
  test(`a channel of Chainflip pays the contract ${symbol} where that is worth most, and it becomes LINK`, {
    tag: '@long',
  }, async ({ url }) => {
    const client = createPortageClient({ baseUrl: url });
    const destinationAddress = createEvmPayer(url, 'ETH').address;
    await withOneinchPriceMoved(sandbox, { asset: symbol, percent: 3 }, async () => {
      const quote = await client.quote({
        sellAsset: 'SOL.SOL',
        buyAsset: ETH_LINK,
        sellAmount: '20',
        slippage: 3,
        providers: ['CHAINFLIP->ONEINCH'],
        destinationAddress,
      });
      const route = theRoute(quote);
      expect(route.bridge.asset).toBe(bridge);
      const refundAddress = createSolanaPayer(url).address;
      const wish = { quoteId: quote.quoteId, refundAddress };
      const channel = await client.depositChannel(wish);
      expect(channel).toMatchObject({ sellAmount: '20', refundAddress, quoteId: quote.quoteId, routeIndex: 0 });
      expect((await client.depositChannel(wish)).channelId).toBe(channel.channelId);
      await sandbox.fund('SOL', channel.depositAddress, '20');
      const end = last(await follow(client, { quoteId: quote.quoteId, routeIndex: 0 }));
      expect(end).toMatchObject({ success: true, trackingStatus: 'completed' });
      const [first, second] = actuals(end);
      expect(Number(first)).toBeGreaterThan(0);
      expect(await createEvmReader(url, 'ETH').balance(destinationAddress, LINK)).toBe(units(second, 18));
      expect(await createEvmReader(url, 'ETH').balance(RECEIVER, symbol === 'ETH' ? undefined : tokenOf(bridge))).toBe(
        0n,
      );
    });
  });

test('a route whose first leg is no channel has none to open by hand: the fault names routeIndex', async ({ url }) => {
  const client = createPortageClient({ baseUrl: url });
  const before = await opened();
  const asks = [
    { sellAsset: ETH_DAI, sellAmount: '2000', providers: ['ONEINCH->CHAINFLIP' as const] },
    { sellAsset: SOL_BONK, sellAmount: '50000000', providers: ['JUPITER->CHAINFLIP' as const] },
  ];
  for (const ask of asks) {
    const destinationAddress = createUtxoPayer(url, 'BTC').address;
    const quote = await client.quote({ ...ask, buyAsset: 'BTC.BTC', slippage: 2, destinationAddress });
    theRoute(quote);
    const problem = await refusal(client.depositChannel({ quoteId: quote.quoteId, routeIndex: 0 }));
    expect([problem.status, problem.errors.map(({ field }) => field)]).toEqual([400, ['routeIndex']]);
  }
  expect(await opened()).toBe(before);
});

test('an affiliate is paid once, by the leg at Chainflip', async ({ url }) => {
  const client = createPortageClient({ baseUrl: url });
  const asks: QuoteRequest[] = [
    { sellAsset: ETH_DAI, buyAsset: 'BTC.BTC', sellAmount: '2000', slippage: 2, providers: ['ONEINCH->CHAINFLIP'] },
    {
      sellAsset: SOL_BONK,
      buyAsset: 'BTC.BTC',
      sellAmount: '50000000',
      slippage: 2,
      providers: ['JUPITER->CHAINFLIP'],
    },
    { sellAsset: 'BTC.BTC', buyAsset: ETH_LINK, sellAmount: '0.03', slippage: 2, providers: ['CHAINFLIP->ONEINCH'] },
  ];
  for (const ask of asks) {
    const plain = theRoute(await client.quote(ask));
    const shared = theRoute(await client.quote({ ...ask, affiliate: 'ptg', affiliateFee: 100 }));
    expect(plain.fees.filter(({ type }) => type === 'affiliate')).toEqual([]);
    const paid = shared.fees.filter(({ type }) => type === 'affiliate');
    expect(paid).toEqual([expect.objectContaining({ protocol: 'CHAINFLIP' })]);
    const left = Number(shared.expectedBuyAmount) / Number(plain.expectedBuyAmount);
    expect(left).toBeGreaterThan(0.988);
    expect(left).toBeLessThan(0.992);
  }
});
