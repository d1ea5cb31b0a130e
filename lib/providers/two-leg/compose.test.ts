/** The cost, time and risks of a route of two legs are each shown once, for the whole, with the provider concerned. */
import { describe, expect, it } from 'vitest';
import type { Fee, FeeType } from '../../domain/fee.ts';
import type { ProviderId } from '../../domain/provider-id.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { expectSoundRoute } from '../provider-contract.ts';
import { composeRoute } from './compose.ts';
import { PAIRS } from './pairs.ts';
import { BTC, DECIMALS, ETH, LINK, pricedLeg, USDC, wish } from './testing/priced-legs.ts';

const pairOf = (id: ProviderId) => {
  const pair = PAIRS.find((one) => one.id === id);
  if (!pair) throw new Error(id);
  return pair;
};

const fee = (type: FeeType, protocol: ProviderId, baseUnits: bigint, asset = ETH): Fee => ({
  type,
  protocol,
  chain: asset.chain,
  amount: { asset, decimals: DECIMALS, baseUnits },
});

type Change = Partial<RouteDraft>;

async function compose(id: ProviderId, ofFirst: Change, ofSecond: Change, slippageBps = 100): Promise<RouteDraft> {
  const pair = pairOf(id);
  const [first, second] = pair.legs.map((leg) => pricedLeg(leg));
  const [sellAsset, buyAsset] = pair.meeting === 'channel' ? [LINK, BTC] : [BTC, LINK];
  if (!first || !second) throw new Error('no legs');
  const request = wish({ providerId: id, sellAsset, buyAsset, slippageBps });
  const options = { signal: new AbortController().signal };
  const [a] = await first.quote({ ...request, providerId: pair.legs[0], buyAsset: USDC }, options);
  const [b] = await second.quote({ ...request, providerId: pair.legs[1], sellAsset: USDC }, options);
  if (!a || !b) throw new Error('no drafts');
  const route = composeRoute({ pair, second }, request, { ...a, ...ofFirst }, { ...b, ...ofSecond });
  expectSoundRoute(route, request);
  return route;
}

describe('fees', () => {
  it('are each listed under their own protocol, without those that are not paid: there is no second payment', async () => {
    const ofOneinch = [fee('network', 'ONEINCH', 7n)];
    const ofChainflip = [
      fee('inbound', 'CHAINFLIP', 5n),
      fee('outbound', 'CHAINFLIP', 3n, USDC),
      fee('liquidity', 'CHAINFLIP', 2n, USDC),
    ];
    const route = await compose('ONEINCH->CHAINFLIP', { fees: ofOneinch }, { fees: ofChainflip });
    expect(route.fees).toEqual([...ofOneinch, ...ofChainflip.slice(1)]);
    expect(route.legs.map(({ fees }) => fees)).toEqual([ofOneinch, ofChainflip.slice(1)]);
    const back = await compose('CHAINFLIP->ONEINCH', { fees: ofChainflip }, { fees: ofOneinch });
    // The gas of the swap at the receiver is paid out of the payout, which is already reduced by it.
    expect(back.fees).toEqual(ofChainflip);
  });
});

describe('time', () => {
  it('is that of both, the second leg’s wait for the deposit with it', async () => {
    const route = await compose(
      'ONEINCH->CHAINFLIP',
      { estimatedTime: { swap: 24, total: 24 } },
      { estimatedTime: { inbound: 36.04, swap: 12, outbound: 390, total: 438.04 } },
    );
    expect(route.estimatedTime).toEqual({ swap: 72, outbound: 390, total: 462 });
  });

  it('has the swap at the receiver in the payout that calls it', async () => {
    const route = await compose(
      'CHAINFLIP->ONEINCH',
      { estimatedTime: { inbound: 1506, swap: 12, outbound: 96, total: 1614 } },
      { estimatedTime: { swap: 24, total: 24 } },
    );
    expect(route.estimatedTime).toEqual({ inbound: 1506, swap: 12, outbound: 120, total: 1638 });
    expect(
      (await compose('CHAINFLIP->ONEINCH', {}, { estimatedTime: undefined } as Change)).estimatedTime,
    ).toBeUndefined();
  });
});

describe('the cost against the market', () => {
  it('is measured from end to end when both ends have a price', async () => {
    const route = await compose(
      'ONEINCH->CHAINFLIP',
      {
        pricesUsd: [
          { asset: LINK, priceUsd: 10 },
          { asset: USDC, priceUsd: 1 },
        ],
      },
      {
        pricesUsd: [
          { asset: USDC, priceUsd: 1.01 },
          { asset: BTC, priceUsd: 9.5 },
        ],
      },
    );
    expect(route.totalSlippageBps).toBe(500);
    expect(route.pricesUsd).toHaveLength(3);
    expect(route.pricesUsd).toContainEqual({ asset: USDC, priceUsd: 1 });
  });

  it('is otherwise one leg’s after the other’s, as is the pools’ part', async () => {
    const legs = [
      { totalSlippageBps: 1000, priceImpactPercent: 10 },
      { totalSlippageBps: 2000, priceImpactPercent: 20 },
    ] as const;
    expect(await compose('ONEINCH->CHAINFLIP', ...legs)).toMatchObject({
      totalSlippageBps: 2800,
      priceImpactPercent: 28,
    });
    const [known] = legs;
    expect(await compose('ONEINCH->CHAINFLIP', known, {})).toMatchObject({ priceImpactPercent: 10 });
    expect((await compose('ONEINCH->CHAINFLIP', {}, {})).priceImpactPercent).toBeUndefined();
  });
});

describe('the warnings of a route', () => {
  it('are listed once, each with its leg, and with the leg’s part of the tolerance', async () => {
    const low = { code: 'lowLiquidity', display: 'Little liquidity.' } as const;
    const tight = {
      code: 'highSlippage',
      display: 'The price may move by more than your 0.5 %.',
      tooltip: 'Refunds.',
    } as const;
    const route = await compose('ONEINCH->CHAINFLIP', { warnings: [low] }, { warnings: [low, tight, tight] });
    expect(route.warnings).toEqual([
      { code: 'lowLiquidity', display: '1inch, the first leg: Little liquidity.' },
      { code: 'lowLiquidity', display: 'Chainflip, the second leg: Little liquidity.' },
      {
        code: 'highSlippage',
        display: 'Chainflip, the second leg: The price may move by more than your 0.5 %.',
        tooltip: 'Refunds. Of your 1 % this leg has 0.5 %.',
      },
    ]);
  });

  it('ask for a tolerance of which each leg’s half is what its provider advises', async () => {
    const advised = (first?: number, second?: number) =>
      compose(
        'ONEINCH->CHAINFLIP',
        first === undefined ? {} : { recommendedSlippagePercent: first },
        second === undefined ? {} : { recommendedSlippagePercent: second },
      ).then((route) => route.recommendedSlippagePercent);
    expect(await advised()).toBeUndefined();
    expect(await advised(undefined, 0.5)).toBe(1);
    expect(await advised(1.25, 0.5)).toBe(2.5);
    expect(await advised(undefined, 60)).toBe(100);
  });

  it('say before the payment where the money ends up if the second leg fails, and in which asset', async () => {
    const { twoLeg } = await compose('ONEINCH->CHAINFLIP', {}, {});
    expect(twoLeg).toMatchObject({ bridge: USDC, otherwise: { kind: 'refund' } });
    expect(twoLeg?.otherwise.note).toMatch(/refunds USDC on Ethereum, not LINK, to the address that you pay from/);
    const back = (await compose('CHAINFLIP->ONEINCH', {}, {})).twoLeg?.otherwise;
    expect(back?.kind).toBe('fallback');
    expect(back?.note).toMatch(
      /you get the USDC .* at your destination address\. .* refunds BTC to your refund address/,
    );
  });

  it('say how long the first leg’s price holds', async () => {
    expect(
      (await compose('ONEINCH->CHAINFLIP', { expirationSeconds: 17 }, { expirationSeconds: 5 })).expirationSeconds,
    ).toBe(17);
    expect((await compose('ONEINCH->CHAINFLIP', {}, { expirationSeconds: 5 })).expirationSeconds).toBeUndefined();
  });
});
