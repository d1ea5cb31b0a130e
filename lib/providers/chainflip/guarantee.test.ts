/** If one of these fails a route of two legs promises more than Chainflip enforces, or far less than it could. */

import { describe, expect, it } from 'vitest';
import { assetOf } from '../../domain/asset.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { fc, property } from '../../domain/test-property.ts';
import { guaranteeFor } from './guarantee.ts';
import { protectedPriceX128 } from './min-price.ts';
import { type SwapTerms, termsOf, trackingOf } from './terms.ts';
import { bench } from './testing/bench.ts';

const BTC = { asset: assetOf('BTC.BTC'), decimals: 8 };
const ETH = { asset: assetOf('ETH.ETH'), decimals: 18 };

function draftOf(terms: SwapTerms, amounts: { sell: bigint; expected: bigint }): RouteDraft {
  const sell = { ...BTC, baseUnits: amounts.sell };
  const buy = { ...ETH, baseUnits: amounts.expected };
  return {
    providers: ['CHAINFLIP'],
    sell,
    expectedBuy: buy,
    guaranteedBuy: buy,
    sourceAddress: '',
    destinationAddress: '',
    fees: [],
    totalSlippageBps: 0,
    legs: [{ provider: 'CHAINFLIP', sell, buy, buyAtMaxSlippage: buy }],
    warnings: [],
    pricesUsd: [],
    tracking: trackingOf(terms),
  };
}

type Case = { draft: RouteDraft; ingress: bigint; egress: bigint; output: bigint };

/** A quote whose amounts agree with each other, as the chain reckons them. */
const cases = fc
  .record({
    sell: fc.bigInt({ min: 1n, max: 10n ** 24n }),
    ingressPpm: fc.bigInt({ min: 0n, max: 1_100_000n }),
    rate: fc.bigInt({ min: 1n, max: 10n ** 20n }),
    egress: fc.bigInt({ min: 0n, max: 10n ** 18n }),
    bps: fc.integer({ min: 0, max: 10_000 }),
    boost: fc.constantFrom(0, 5, 30),
    chunks: fc.constantFrom(undefined, 2, 7),
  })
  .map(({ sell, ingressPpm, rate, egress, bps, boost, chunks }): Case => {
    const ingress = (sell * ingressPpm) / 1_000_000n;
    const input = sell - ingress > 0n ? sell - ingress : 1n;
    const output = (input * rate) / 10n ** 6n + 1n;
    const basis = { inputBaseUnits: input, outputBaseUnits: output, sellDecimals: 8, buyDecimals: 18 };
    const terms: SwapTerms = {
      src: { chain: 'Bitcoin', asset: 'BTC' },
      dst: { chain: 'Ethereum', asset: 'ETH' },
      amount: sell.toString(),
      minPriceX128: protectedPriceX128(basis, bps).toString(),
      maxOraclePriceSlippage: null,
      retryDurationBlocks: 300,
      ...(chunks === undefined ? {} : { dca: { numberOfChunks: chunks, chunkIntervalBlocks: 2 } }),
      maxBoostFeeBps: boost,
      brokerCommissionBps: 0,
      affiliates: [],
      fees: { ingress: ingress.toString(), egress: egress.toString() },
    };
    const expected = output > egress ? output - egress : 0n;
    return { draft: draftOf(terms, { sell, expected }), ingress, egress, output };
  });
const share = fc.bigInt({ min: 0n, max: 10n ** 6n });
const millionths = ({ sell }: RouteDraft, ppm: bigint): bigint => (sell.baseUnits * ppm) / 10n ** 6n;

describe('what a channel guarantees of less than was quoted', () => {
  property([cases, share, share])('never falls when the amount rises', ({ draft }, a, b) => {
    const [less, more] = [millionths(draft, a), millionths(draft, b)].sort((x, y) => (x < y ? -1 : 1));
    expect(guaranteeFor(draft, less ?? 0n)).toBeLessThanOrEqual(guaranteeFor(draft, more ?? 0n));
  });

  property([cases, share])('is never negative, and never above what is expected of the whole', ({ draft }, ppm) => {
    const least = guaranteeFor(draft, millionths(draft, ppm));
    expect(least).toBeGreaterThanOrEqual(0n);
    expect(least).toBeLessThanOrEqual(draft.expectedBuy.baseUnits);
  });

  property([cases, share])(
    'is the minimum price times the swapped amount, rounded down, less the egress fee',
    (one, ppm) => {
      const { draft, ingress, egress } = one;
      const terms = termsOf(draft);
      const amount = millionths(draft, ppm);
      const boost = (amount * BigInt(terms?.maxBoostFeeBps ?? 0)) / 10_000n;
      const input = amount - boost - ingress;
      const price = BigInt(terms?.minPriceX128 ?? 0);
      const least = guaranteeFor(draft, amount);
      if (input <= 0n) expect(least).toBe(0n);
      // Output / input is never below the price: least + egress <= input · price.
      if (least > 0n) expect((least + egress) << 128n).toBeLessThanOrEqual(input * price);
      if (least > 0n && least < draft.expectedBuy.baseUnits && terms?.dca === undefined)
        expect((least + egress + 1n) << 128n).toBeGreaterThan(input * price);
    },
  );

  property([cases])('is zero for what the ingress fee takes', ({ draft, ingress }) => {
    expect(guaranteeFor(draft, ingress)).toBe(0n);
    expect(guaranteeFor(draft, 0n)).toBe(0n);
    expect(guaranteeFor(draft, -1n)).toBe(0n);
  });

  it.each([
    ['a plain route', {}],
    ['one that streams', { providerId: 'CHAINFLIP_STREAMING' as const }],
    ['a boosted one', { maxBoostFeeBps: 20 }],
    ['one without a limit', { slippageBps: 10_000 }],
    ['the tightest', { slippageBps: 0 }],
  ])('of %s equals the route’s own guarantee at the quoted amount', async (_what, changes) => {
    const { quote } = await bench();
    const routes = await quote(changes);
    for (const route of routes) {
      expect(guaranteeFor(route, route.sell.baseUnits)).toBe(route.guaranteedBuy.baseUnits);
      const stored = JSON.parse(JSON.stringify(route.tracking)) as Record<string, unknown>;
      expect(guaranteeFor({ ...route, tracking: stored }, route.sell.baseUnits)).toBe(route.guaranteedBuy.baseUnits);
    }
  });

  it('is zero for a route stored before its fees were kept, or of another provider', async () => {
    const { one } = await bench();
    const route = await one();
    const { fees: _fees, ...old } = termsOf(route) ?? {};
    expect(termsOf({ tracking: { chainflip: old } })).toEqual(old);
    expect(guaranteeFor({ ...route, tracking: { chainflip: old } }, route.sell.baseUnits)).toBe(0n);
    expect(guaranteeFor({ ...route, tracking: {} }, route.sell.baseUnits)).toBe(0n);
  });
});
