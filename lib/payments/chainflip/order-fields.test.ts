/** Every field of an order to Chainflip is compared with the route, in whatever form a chain carries it. */
import { describe, expect, test } from 'vitest';
import { DecodeError } from '../byte-reader.ts';
import { firstFault } from '../payment-fields.ts';
import { type OrderRoute, orderFields } from './order-fields.ts';
import type { VaultOrder } from './vault-order.ts';

const SENDER = '0x4444444444444444444444444444444444444444';
const OTHER = '0x9999999999999999999999999999999999999999';
const TO = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const route: OrderRoute = {
  sellAsset: 'ETH.ETH',
  buyAsset: 'BTC.BTC',
  sourceAddress: SENDER,
  destinationAddress: TO,
  expectedBuyAmountMaxSlippage: '0.1',
  meta: { affiliateFee: 30 },
};
const order: VaultOrder = {
  dstChain: 3,
  dstToken: 5,
  dstAddress: Buffer.from(TO).toString('hex'),
  leastOutput: 10_000_000n,
  hasLeast: true,
  refundAddress: SENDER.slice(2),
  retryDurationBlocks: 100,
  numberOfChunks: 1,
  chunkIntervalBlocks: 0,
  boostFeeBps: 0,
  feeBps: 30,
};
const faultOf = (change: Partial<VaultOrder>, ofRoute: Partial<OrderRoute> = {}) =>
  firstFault([
    { section: 'vaultSwap', fields: orderFields(() => ({ ...order, ...change }), { ...route, ...ofRoute }) },
  ]);

test('the route’s own order passes, also with a lower fee or a higher guarantee', () => {
  for (const change of [{}, { feeBps: 0 }, { feeBps: 29 }, { leastOutput: 10_000_001n }])
    expect(faultOf(change)).toBeUndefined();
});

test('a route that is swapped in parts, or credited early for a fee, says so', () => {
  const providers = ['CHAINFLIP_STREAMING'];
  expect(faultOf({ numberOfChunks: 66, chunkIntervalBlocks: 2 }, { providers })).toBeUndefined();
  expect(faultOf({ numberOfChunks: 66, chunkIntervalBlocks: 99_999 }, { providers })?.message).toMatch(/^Its parts/);
  expect(faultOf({ boostFeeBps: 5 }, { meta: { affiliateFee: 30, boost: { maxFeeBps: 5 } } })).toBeUndefined();
});

describe('an order is refused', () => {
  test.each<[string, Partial<VaultOrder>, RegExp]>([
    ['pays out on another chain', { dstChain: 1 }, /^It pays out on another chain\./],
    ['buys another asset', { dstToken: 9 }, /^It buys another asset\./],
    ['buys an asset that is not known', { dstToken: 99 }, /^It buys another asset\./],
    ['pays another address', { dstAddress: '00' }, /^It pays out to another address\./],
    ['refunds to another address', { refundAddress: OTHER.slice(2) }, /^Its refunds go to another address\./],
    ['sets no least price', { hasLeast: false, leastOutput: 0n }, /^It sets no least price\./],
    ['guarantees less', { leastOutput: 9_999_999n }, /^It guarantees less than the route\./],
    ['takes a higher fee', { feeBps: 31 }, /^It takes a higher fee than the route says\./],
    ['takes a fee for counting at once', { boostFeeBps: 5 }, /^It takes a higher fee for counting at once/],
    ['waits for a better price for ever', { retryDurationBlocks: 0xffffffff }, /^It would wait for a better price/],
    ['is swapped in parts', { numberOfChunks: 2, chunkIntervalBlocks: 2 }, /^It is swapped in parts/],
  ])('%s', (_what, change, message) => {
    expect(faultOf(change)).toMatchObject({ code: 'mismatch', message: expect.stringMatching(message) });
  });

  test('for a route whose assets Chainflip does not know, or whose guarantee is unreadable', () => {
    expect(faultOf({}, { buyAsset: 'LTC.LTC' })?.message).toMatch(/does not know both assets/);
    expect(faultOf({}, { expectedBuyAmountMaxSlippage: '0.123456789' })?.message).toMatch(/cannot be read/);
  });

  test('that is unreadable', () => {
    const fields = orderFields(() => {
      throw new DecodeError('it ends too early');
    }, route);
    expect(firstFault([{ section: 'vaultSwap', fields }])).toMatchObject({
      code: 'unreadable',
      message: expect.stringMatching(/^What the network is told to do cannot be read: it ends too early\./),
    });
  });
});
