/** Two-leg routes that fail: where the money is then, to the unit. */
import { parseUnits } from 'viem';
import { z } from 'zod';
import { ApiProblem, createPortageClient, type PortageClient } from '../../../lib/api/client.ts';
import type { QuoteRequest } from '../../../lib/api/schemas/quote.ts';
import { expect, test } from '../../support/api-test.ts';
import { chainflipState, withPriceMoved } from '../../support/chainflip.ts';
import { createEvmPayer } from '../../support/evm-payer.ts';
import { createEvmReader } from '../../support/evm-reader.ts';
import { follow, last } from '../../support/follow.ts';
import { withOneinchPriceMoved } from '../../support/oneinch.ts';
import { sharedSandbox } from '../../support/sandbox.ts';
import { createSolanaPayer } from '../../support/solana-payer.ts';
import {
  actuals,
  createReceiptReader,
  DAI,
  ETH_DAI,
  ETH_LINK,
  hashesOf,
  LINK,
  RECEIVER,
  SOL_BONK,
  satoshi,
  theRoute,
  withoutReceiver,
} from '../../support/two-leg.ts';
import { createUtxoPayer } from '../../support/utxo-payer.ts';

const sandbox = sharedSandbox();
const units = (amount: string | undefined, decimals: number): bigint => parseUnits(amount ?? '', decimals);
const tokenOf = (asset: string): string => asset.slice(asset.indexOf('-') + 1);
const opened = async (): Promise<number> => (await chainflipState(sandbox)).channelsOpened;

async function holderOfDai(url: string) {
  const payer = createEvmPayer(url, 'ETH');
  await sandbox.fund('ETH', payer.address, '1');
  await sandbox.fund('ETH', payer.address, '3000', DAI);
  return payer;
}

const daiToBtc = (sourceAddress: string, destinationAddress: string): QuoteRequest => ({
  sellAsset: ETH_DAI,
  buyAsset: 'BTC.BTC',
  sellAmount: '3000',
  slippage: 1.5,
  providers: ['ONEINCH->CHAINFLIP'],
  sourceAddress,
  destinationAddress,
  includeTx: true,
});

const btcToLink = (destinationAddress: string): QuoteRequest => ({
  sellAsset: 'BTC.BTC',
  buyAsset: ETH_LINK,
  sellAmount: '0.03',
  slippage: 2,
  providers: ['CHAINFLIP->ONEINCH'],
  destinationAddress,
});

/** A channel for BTC that pays LINK to a new address, through a token between the legs. */
async function channelForLink(client: PortageClient, url: string) {
  const recipient = createEvmPayer(url, 'ETH').address;
  const quote = await client.quote(btcToLink(recipient));
  const { bridge } = theRoute(quote);
  const refundAddress = createUtxoPayer(url, 'BTC').address;
  const { depositAddress } = await client.depositChannel({ quoteId: quote.quoteId, refundAddress });
  return { key: { quoteId: quote.quoteId, routeIndex: 0 }, bridge, recipient, depositAddress };
}

/** Decimals of the sold asset, as far as they matter. */
const FRACTION_DIGITS: Readonly<Record<string, number>> = { DAI: 2, BONK: 0, BTC: 8 };

test('too little for the second leg is refused before anything is opened, with the minimum', async ({ url }) => {
  const client = createPortageClient({ baseUrl: url });
  const before = await opened();
  const buyer = createUtxoPayer(url, 'BTC').address;
  const asks: QuoteRequest[] = [
    { ...daiToBtc((await holderOfDai(url)).address, buyer), sellAmount: '12' },
    {
      ...daiToBtc(createSolanaPayer(url).address, buyer),
      sellAsset: SOL_BONK,
      sellAmount: '5000',
      providers: ['JUPITER->CHAINFLIP'],
    },
    { ...btcToLink(createEvmPayer(url, 'ETH').address), sellAmount: '0.00002' },
  ];
  for (const ask of asks) {
    const { routes, providerErrors } = await client.quote(ask);
    expect(routes).toEqual([]);
    expect(providerErrors).toHaveLength(1);
    expect(providerErrors?.[0]).toMatchObject({ provider: ask.providers?.[0], errorCode: 'swapAmountTooSmall' });
    expect(providerErrors?.[0]?.message).toMatch(/, the (first|second) leg: /);
    // The amount that it names is accepted.
    const symbol = ask.sellAsset.split(/[.-]/)[1] ?? '';
    const least = new RegExp(`Sell (?:about )?([\\d.]+) ${symbol} or more`).exec(
      providerErrors?.[0]?.message ?? '',
    )?.[1];
    expect(least, providerErrors?.[0]?.message).toBeDefined();
    const { sourceAddress: _nobody, ...plain } = ask;
    const sellAmount = (Number(least) * 1.02).toFixed(FRACTION_DIGITS[symbol]);
    theRoute(await client.quote({ ...plain, includeTx: false, sellAmount }));
  }
  expect(await opened()).toBe(before);
});

test('Chainflip misses its limit: the bridge asset is refunded to the sender, to the unit', async ({ url }) => {
  const client = createPortageClient({ baseUrl: url });
  const payer = await holderOfDai(url);
  const buyer = createUtxoPayer(url, 'BTC').address;
  const quote = await client.quote(daiToBtc(payer.address, buyer));
  const route = theRoute(quote);
  const token = tokenOf(route.bridge.asset);
  const { hash, end } = await withPriceMoved(sandbox, { asset: 'Btc', percent: 8 }, async () => {
    const paid = await payer.pay(route);
    return { hash: paid, end: last(await follow(client, { quoteId: quote.quoteId, hash: paid })) };
  });
  expect(end).toMatchObject({ success: true, trackingStatus: 'refunded', stage: 'refund', error: expect.any(String) });
  expect(end.data.refund).toMatchObject({ asset: route.bridge.asset, address: payer.address });
  expect(end.data.refund?.fallback ?? false).toBe(false);
  const back = await createEvmReader(url, 'ETH').balance(payer.address, token);
  expect(back).toBe(units(end.data.refund?.amount, 6));
  const [first, second] = actuals(end);
  expect(second).toBeUndefined();
  // Less what it costs to send it.
  expect(back).toBeLessThan(units(first, 6));
  expect(back).toBeGreaterThan((units(first, 6) * 99n) / 100n);
  expect(hashesOf(end)).toEqual([hash, end.data.refund?.hash]);
  expect(await satoshi(url, buyer)).toBe(0n);
});

test('1inch misses its limit: the bridge asset is paid to the destination, to the unit', async ({ url }) => {
  const client = createPortageClient({ baseUrl: url });
  const { key, bridge, recipient, depositAddress } = await channelForLink(client, url);
  const end = await withOneinchPriceMoved(sandbox, { asset: 'LINK', percent: 10 }, async () => {
    await sandbox.fund('BTC', depositAddress, '0.03');
    return last(await follow(client, key));
  });
  expect(end).toMatchObject({ success: true, trackingStatus: 'refunded', error: expect.any(String) });
  expect(end.data.refund).toMatchObject({ fallback: true, asset: bridge.asset, address: recipient });
  const reader = createEvmReader(url, 'ETH');
  const isCoin = bridge.asset === 'ETH.ETH';
  const got = await reader.balance(recipient, isCoin ? undefined : tokenOf(bridge.asset));
  expect(got).toBe(units(end.data.refund?.amount, isCoin ? 18 : 6));
  const [first, second] = actuals(end);
  expect([units(first, isCoin ? 18 : 6), second]).toEqual([got, undefined]);
  expect(await reader.balance(recipient, LINK)).toBe(0n);
  expect(await reader.balance(RECEIVER, isCoin ? undefined : tokenOf(bridge.asset))).toBe(0n);
  const said = await createReceiptReader(url, 'ETH').delivered(end.data.refund?.hash ?? '');
  expect(said).toMatchObject([{ recipient, amount: got, swapped: false }]);
});

test('the first leg is reverted: the swap failed at its payment, and only gas was spent', async ({ url }) => {
  const client = createPortageClient({ baseUrl: url });
  const payer = await holderOfDai(url);
  const buyer = createUtxoPayer(url, 'BTC').address;
  const quote = await client.quote(daiToBtc(payer.address, buyer));
  const route = theRoute(quote);
  const hash = await withOneinchPriceMoved(sandbox, { asset: 'DAI', percent: -10 }, async () => {
    const sent = await payer.pay(route, 1_000_000n);
    await expect.poll(() => createReceiptReader(url, 'ETH').isMined(sent)).toBe(true);
    return sent;
  });
  const end = last(await follow(client, { quoteId: quote.quoteId, hash }));
  expect(end).toMatchObject({ success: true, trackingStatus: 'failed', stage: 'inbound' });
  expect(end.error).toContain('Nothing was sold');
  const reader = createEvmReader(url, 'ETH');
  expect(await reader.balance(payer.address, DAI)).toBe(units('3000', 18));
  expect(units('1', 18) - (await reader.balance(payer.address))).toBeLessThan(units('0.05', 18));
  expect(actuals(end)).toEqual([undefined, undefined]);
});

const payloadSchema = z.object({ chain: z.literal('ETH'), to: z.string(), value: z.string(), data: z.string() });

test('a call that cannot be delivered fails with the payout that anybody may send, which pays in the end', async ({
  url,
}) => {
  const client = createPortageClient({ baseUrl: url });
  const { key, recipient, depositAddress } = await channelForLink(client, url);
  const end = await withoutReceiver(sandbox, 'ETH', async () => {
    await sandbox.fund('BTC', depositAddress, '0.03');
    return last(await follow(client, key));
  });
  expect(end).toMatchObject({ success: true, trackingStatus: 'failed', error: expect.any(String) });
  const payload = payloadSchema.parse(end.data.transactionPayload);
  const reader = createEvmReader(url, 'ETH');
  expect(await reader.balance(recipient, LINK)).toBe(0n);
  const anybody = createEvmPayer(url, 'ETH');
  await sandbox.fund('ETH', anybody.address, '1');
  const hash = await anybody.send({ ...payload, from: anybody.address }, 2_000_000n);
  await expect.poll(() => reader.balance(recipient, LINK)).toBeGreaterThan(0n);
  const [said] = await createReceiptReader(url, 'ETH').delivered(hash);
  expect(said).toMatchObject({ recipient, token: LINK, swapped: true });
  expect(await reader.balance(recipient, LINK)).toBe(said?.amount);
});

test('another payment is reported as what it is, and never as this swap', async ({ url }) => {
  const client = createPortageClient({ baseUrl: url });
  const payer = await holderOfDai(url);
  const buyer = createUtxoPayer(url, 'BTC').address;
  const { quoteId } = await client.quote(daiToBtc(payer.address, buyer));
  const stranger = createEvmPayer(url, 'ETH');
  await sandbox.fund('ETH', stranger.address, '1');
  const hash = await stranger.send({ from: stranger.address, to: payer.address, value: '1000', data: '0x' });
  await expect.poll(() => createReceiptReader(url, 'ETH').isMined(hash)).toBe(true);
  await expect
    .poll(async () => (await client.track({ quoteId, hash })).data.mismatch?.map(({ field }) => field) ?? [])
    .not.toEqual([]);
  const now = await client.track({ quoteId, hash });
  expect(now.trackingStatus).not.toBe('completed');
  expect(actuals(now)).toEqual([undefined, undefined]);
  const unknown = await client.track({ quoteId, hash: `0x${'ab'.repeat(32)}` });
  expect(unknown.trackingStatus).not.toBe('completed');
});

/** Ways in which the local 1inch can tamper with the transaction of its answer. */
const TAMPERINGS = [
  ...['receiver', 'minReturn', 'srcToken', 'dstToken', 'amount', 'value', 'from', 'to', 'selector', 'flags'],
  ...['trailing', 'dstAmount', 'pool', 'approve'],
];

test('a tampered answer of 1inch never becomes a transaction of a first leg', async ({ url }) => {
  const client = createPortageClient({ baseUrl: url });
  // A pool can be replaced only where the call names one.
  const routed = (what: string) => sandbox.control('oneinch-set', { route: what === 'pool' ? 'unoswap' : 'auto' });
  const payer = await holderOfDai(url);
  const ask = daiToBtc(payer.address, createUtxoPayer(url, 'BTC').address);
  for (const what of TAMPERINGS) {
    await routed(what);
    const quote = await sandbox.withFault({ target: 'oneinch', kind: 'tamper', what }, () => client.quote(ask));
    await routed('any');
    const [route] = quote.routes;
    expect(route?.tx, `${what}: ${JSON.stringify(route?.tx)}`).toBeUndefined();
    const said = [...(quote.providerErrors ?? []).map(({ message }) => message), route?.meta.txUnavailable ?? ''];
    expect(said.join(' ').length, `${what}: ${JSON.stringify(said)}`).toBeGreaterThan(20);
  }
  const { tx, targetAddress } = theRoute(await client.quote(ask));
  expect([typeof tx, targetAddress]).toEqual(['object', '0x111111125421cA6dc452d289314280a0f8842A65']);
});

test('a tampered answer of 1inch never becomes the call of a payout: no channel is opened for it', async ({ url }) => {
  const client = createPortageClient({ baseUrl: url });
  const before = await opened();
  for (const what of TAMPERINGS) {
    const { quoteId } = await client.quote(btcToLink(createEvmPayer(url, 'ETH').address));
    const refundAddress = createUtxoPayer(url, 'BTC').address;
    const problem = await sandbox
      .withFault({ target: 'oneinch', kind: 'tamper', what }, () => client.depositChannel({ quoteId, refundAddress }))
      .catch((error: unknown) => error);
    expect(problem instanceof ApiProblem ? problem.status : problem, what).toBe(502);
  }
  expect(await opened()).toBe(before);
});
