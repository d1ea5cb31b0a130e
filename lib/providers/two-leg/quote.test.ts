/** A route of two legs is the best one between two providers, guarantees what both enforce, and makes few requests. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Asset, sameAsset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import { fc, property } from '../../domain/test-property.ts';
import { splitSlippage } from './legs.ts';
import {
  ALICE,
  ALICE_BTC,
  BTC,
  ETH,
  type LegRules,
  LINK,
  listed,
  live,
  pricedLeg,
  RECEIVER,
  twoLegOf,
  USDC,
  USDT,
  wish,
} from './testing/priced-legs.ts';
import { failureOf, quoteOne, setUp } from './testing/quotes.ts';

const paying = (rates: [Asset, bigint | undefined][]) => (_sell: Asset, buy: Asset) =>
  rates.find(([asset]) => sameAsset(asset, buy))?.[1];

const taking = (rates: [Asset, bigint | undefined][]) => (sell: Asset) =>
  rates.find(([asset]) => sameAsset(asset, sell))?.[1];

afterEach(() => {
  vi.useRealTimers();
});

describe('the meeting point', () => {
  it.each([
    [
      'the first leg pays more of it',
      {
        rate: paying([
          [USDC, 1_000_000n],
          [USDT, 1_010_000n],
        ]),
      },
      {},
    ],
    [
      'the second leg gives more for it',
      {},
      {
        rate: taking([
          [USDC, 1_000_000n],
          [USDT, 1_010_000n],
        ]),
      },
    ],
    [
      'the other cannot be had',
      {
        rate: paying([
          [USDC, undefined],
          [USDT, 1_000_000n],
        ]),
      },
      {},
    ],
    [
      'the other cannot be sold on',
      {},
      {
        rate: taking([
          [USDC, undefined],
          [USDT, 1_000_000n],
        ]),
      },
    ],
  ] as [string, LegRules, LegRules][])('is the one with the highest output: %s', async (_why, first, second) => {
    const route = await quoteOne(setUp(first, second).provider);
    expect(route.twoLeg?.bridge).toEqual(USDT);
    expect(route.legs.map(({ provider }) => provider)).toEqual(['ONEINCH', 'CHAINFLIP']);
  });

  it('is the first of two with equal output, so that the same question has one answer', async () => {
    expect((await quoteOne(setUp().provider)).twoLeg?.bridge).toEqual(USDC);
  });

  it('is never the sold or the bought asset: there would be no leg', async () => {
    const { provider, oneinch } = setUp();
    await quoteOne(provider, wish({ sellAsset: USDC }));
    await quoteOne(provider, wish({ buyAsset: USDT }));
    expect(oneinch.asked.map(({ buyAsset }) => buyAsset)).toEqual([USDT, USDC]);
  });

  it('is not the coin when 1inch pays a channel, which would be refused, but may be when a contract is paid', async () => {
    const { provider, oneinch } = setUp();
    await quoteOne(provider);
    expect(oneinch.asked.map(({ buyAsset }) => buyAsset)).toEqual([USDC, USDT]);
    const legs = [pricedLeg('CHAINFLIP'), pricedLeg('ONEINCH')];
    const back = twoLegOf('CHAINFLIP->ONEINCH', legs);
    await quoteOne(back, wish({ providerId: 'CHAINFLIP->ONEINCH', sellAsset: BTC, buyAsset: LINK }));
    expect(legs[0]?.asked.map(({ buyAsset }) => buyAsset)).toEqual([USDC, USDT, ETH]);
  });
});

describe('the requests to the legs', () => {
  it('are one quote for each leg and meeting point, the second for the first one’s whole expected output', async () => {
    const { provider, oneinch, chainflip } = setUp({ rate: () => 990_000n });
    const request = wish({ sourceAddress: ALICE, destinationAddress: ALICE_BTC, slippageBps: 75 });
    const route = await quoteOne(provider, request);
    expect(oneinch.asked).toHaveLength(2);
    expect(chainflip.asked).toHaveLength(2);
    expect(oneinch.asked[0]).toEqual({
      providerId: 'ONEINCH',
      sellAsset: LINK,
      buyAsset: USDC,
      sellAmount: '100',
      slippageBps: 37,
      includeTx: false,
      sourceAddress: ALICE,
    });
    expect(chainflip.asked[0]).toEqual({
      providerId: 'CHAINFLIP',
      sellAsset: USDC,
      buyAsset: BTC,
      sellAmount: '99',
      slippageBps: 38,
      includeTx: false,
      destinationAddress: ALICE_BTC,
    });
    expect(route).toMatchObject({
      providers: ['ONEINCH->CHAINFLIP'],
      sourceAddress: ALICE,
      destinationAddress: ALICE_BTC,
    });
    expect(route.tracking).toBeUndefined();
    expect(route.channel).toBeUndefined();
  });

  it('are made for all meeting points at once: none waits for another', async () => {
    const waiting: (() => void)[] = [];
    const { provider, oneinch } = setUp({
      instead: () => new Promise((_resolve, reject) => waiting.push(() => reject(new ProviderError('httpError', 'x')))),
    });
    const failed = failureOf(provider);
    await vi.waitFor(() => expect(oneinch.asked).toHaveLength(2));
    for (const end of waiting) end();
    expect((await failed).code).toBe('httpError');
  });

  it('pay the affiliate once, at Chainflip, whichever leg that is', async () => {
    const affiliate = { name: 'ptg', feeBps: 30, payout: { evm: ALICE } };
    const { provider, oneinch, chainflip } = setUp();
    const route = await quoteOne(provider, wish({ affiliate }));
    expect(oneinch.asked.every((one) => one.affiliate === undefined)).toBe(true);
    expect(chainflip.asked.every((one) => one.affiliate === affiliate)).toBe(true);
    expect(route.affiliate).toEqual({ name: 'ptg', feeBps: 30 });
  });

  it('give Chainflip the call and 1inch the contract when the legs meet in one', async () => {
    const legs = [pricedLeg('CHAINFLIP'), pricedLeg('ONEINCH')] as const;
    const provider = twoLegOf('CHAINFLIP->ONEINCH', legs);
    const request = wish({ providerId: 'CHAINFLIP->ONEINCH', sellAsset: BTC, buyAsset: LINK, maxBoostFeeBps: 30 });
    const addresses = { sourceAddress: ALICE_BTC, destinationAddress: ALICE };
    const route = await quoteOne(provider, { ...request, ...addresses });
    const payoutCall = { gasBudget: expect.any(BigInt), messageBytes: expect.any(Number) };
    expect(legs[0].asked[0]).toMatchObject({ payoutCall, sourceAddress: ALICE_BTC, destinationAddress: RECEIVER });
    expect(legs[1].asked[0]).toMatchObject({ adjustable: true, sourceAddress: RECEIVER, destinationAddress: ALICE });
    expect(legs[0].asked[0]).not.toHaveProperty('maxBoostFeeBps');
    expect(route).toMatchObject({ destinationAddress: ALICE, channel: { minimumDeposit: { baseUnits: 1n } } });
    expect(route.twoLeg?.otherwise.kind).toBe('fallback');
  });

  it('need no addresses: such a route is indicative', async () => {
    const { provider, oneinch, chainflip } = setUp();
    const route = await quoteOne(provider, wish({ includeTx: true }));
    expect(route).toMatchObject({
      sourceAddress: '',
      destinationAddress: '',
      txUnavailable: expect.stringMatching(/destination/),
    });
    const asked = [...oneinch.asked, ...chainflip.asked];
    expect(asked.some((one) => one.sourceAddress ?? one.destinationAddress ?? one.includeTx)).toBe(false);
    const halfway = await quoteOne(provider, wish({ includeTx: true, destinationAddress: ALICE_BTC }));
    expect(halfway.txUnavailable).toMatch(/sent from/);
    const both = wish({ includeTx: true, sourceAddress: ALICE, destinationAddress: ALICE_BTC });
    expect((await quoteOne(provider, both)).txUnavailable).toBeUndefined();
  });
});

describe('the guarantee', () => {
  const amounts = fc.bigInt({ min: 1_000n, max: 10n ** 12n });
  const rates = fc.bigInt({ min: 1_000n, max: 10n ** 9n });
  const bps = fc.integer({ min: 0, max: 10_000 });

  property([amounts, rates, rates, bps, fc.bigInt({ min: 0n, max: 50n })])(
    'is what the second leg enforces of the first one’s guarantee, and within the tolerance apart from fixed fees',
    async (sold, rateA, rateB, slippageBps, fixedFee) => {
      const { provider, chainflip } = setUp({ rate: () => rateA }, { rate: () => rateB, fixedFee });
      const text = `${sold / 1_000_000n}.${(sold % 1_000_000n).toString().padStart(6, '0')}`;
      const result = await provider
        .quote(wish({ sellAmount: text, slippageBps }), live())
        .catch((error: unknown) => error);
      if (!Array.isArray(result)) {
        expect(result).toMatchObject({ code: 'swapAmountTooSmall' });
        return;
      }
      const [route] = result;
      const [first, second] = route.twoLeg.legs;
      const expected: bigint = route.expectedBuy.baseUnits;
      const least: bigint = route.guaranteedBuy.baseUnits;
      // To the unit: the second leg's own terms for the first leg's guarantee.
      expect(least).toBe(chainflip.guaranteeFor?.(second, first.guaranteedBuy.baseUnits));
      expect(least).toBeLessThanOrEqual(second.guaranteedBuy.baseUnits);
      expect(least).toBeLessThanOrEqual(expected);
      expect(route.legs[0].buyAtMaxSlippage).toEqual(first.guaranteedBuy);
      expect(route.legs[1].buyAtMaxSlippage).toEqual(route.guaranteedBuy);
      // (1-a)(1-b) >= 1-(a+b): what it lacks is a unit for each rounding and the tolerance's part of the fixed fee.
      const promised = (expected * BigInt(10_000 - slippageBps)) / 10_000n;
      const roundings = rateB / 1_000_000n + 3n;
      expect(least + roundings + (fixedFee * BigInt(slippageBps)) / 10_000n).toBeGreaterThanOrEqual(promised);
    },
  );

  property([bps])('shares the whole tolerance between the legs, never more', (slippageBps) => {
    const [a, b] = splitSlippage(slippageBps);
    expect(a + b).toBe(slippageBps);
    expect(b - a).toBeLessThanOrEqual(1);
    expect((1 - a / 10_000) * (1 - b / 10_000)).toBeGreaterThanOrEqual(1 - slippageBps / 10_000 - 1e-12);
  });
});

describe('the assets that both lists have now', () => {
  const both = (id: 'ONEINCH' | 'CHAINFLIP', assets: Asset[]) => async () => assets.map((asset) => listed(asset, id));

  it('are where the legs meet: an asset that one of them lacks, or has switched off, is not asked for', async () => {
    const { provider, oneinch } = setUp(
      { lists: both('ONEINCH', [LINK, USDC, USDT]) },
      { lists: async () => [listed(USDT, 'CHAINFLIP'), listed(USDC, 'CHAINFLIP', { unavailable: 'Switched off.' })] },
    );
    expect((await quoteOne(provider)).twoLeg?.bridge).toEqual(USDT);
    expect(oneinch.asked).toHaveLength(1);
  });

  it('are read once, not with every quote', async () => {
    const { provider, oneinch, chainflip } = setUp(
      { lists: both('ONEINCH', [USDC]) },
      { lists: both('CHAINFLIP', [USDC]) },
    );
    for (let n = 0; n < 5; n += 1) await quoteOne(provider);
    expect([oneinch.listed.times, chainflip.listed.times]).toEqual([1, 1]);
  });

  it.each([
    ['cannot be had', async () => Promise.reject(new Error('down'))],
    ['are empty', async () => []],
    ['leave nothing to meet in', both('CHAINFLIP', [ETH])],
  ])('delay no quote when the lists %s', async (_what, lists) => {
    const { provider, oneinch } = setUp({}, { lists });
    await quoteOne(provider);
    expect(oneinch.asked.map(({ buyAsset }) => buyAsset)).toEqual([USDC, USDT]);
  });

  it('are waited for a moment only, and not again soon', async () => {
    vi.useFakeTimers();
    const { provider } = setUp({ lists: () => new Promise(() => undefined) });
    const quoting = provider.quote(wish(), live());
    await vi.advanceTimersByTimeAsync(1000);
    expect(await quoting).toHaveLength(1);
    expect(await provider.quote(wish(), live())).toHaveLength(1);
  });
});
