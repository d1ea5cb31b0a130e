/**
 * A route of two legs is encoded as one route: clients written from the interface can read it, and nothing internal
 * leaks.
 */
import { describe, expect, it } from 'vitest';
import { type Amount, formatAmount } from '../domain/amount.ts';
import { assetOf } from '../domain/asset.ts';
import { deriveSwap } from '../domain/derive-swap.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { Leg, RouteDraft } from '../domain/route.ts';
import type { Observation } from '../domain/swap-status.ts';
import { encodeRoute } from './encode.ts';
import { encodeTracking } from './encode-tracking.ts';

const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const SENDER = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const BTC_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const amount = (baseUnits: bigint, asset: string, decimals: number): Amount => ({
  asset: assetOf(asset),
  decimals,
  baseUnits,
});
const [sell, bridge, buy] = [
  amount(10n ** 18n, 'ETH.ETH', 18),
  amount(3_300_000_000n, USDC, 6),
  amount(3_400_000n, 'BTC.BTC', 8),
];
const fee = (asset: string, protocol: ProviderId) =>
  ({ type: 'liquidity', amount: amount(500n, asset, 6), chain: 'ETH', protocol }) as const;
const legs: [Leg, Leg] = [
  {
    provider: 'ONEINCH',
    sell,
    buy: bridge,
    buyAtMaxSlippage: { ...bridge, baseUnits: 3_290_000_000n },
    fees: [fee(USDC, 'ONEINCH')],
  },
  { provider: 'CHAINFLIP', sell: bridge, buy, buyAtMaxSlippage: buy, fees: [fee(USDC, 'CHAINFLIP')] },
];
const own = (leg: Leg): RouteDraft => ({
  providers: [leg.provider],
  sell: leg.sell,
  expectedBuy: leg.buy,
  guaranteedBuy: leg.buyAtMaxSlippage,
  sourceAddress: SENDER,
  destinationAddress: BTC_ADDRESS,
  fees: leg.fees ?? [],
  totalSlippageBps: 10,
  legs: [leg],
  warnings: [],
  pricesUsd: [],
  tracking: { secret: true },
});
const channel = {
  depositAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  channelId: '11233214-Ethereum-812',
  issuedBlock: 11_233_214,
  sourceChainExpiryBlock: 9,
  expiresAt: 1_790_000_000_000,
  destinationAddress: BTC_ADDRESS,
  refundAddress: SENDER,
};
const { tracking: _inside, ...whole } = own({ ...legs[0], buy, buyAtMaxSlippage: buy });
const draft: RouteDraft = {
  ...whole,
  providers: ['ONEINCH->CHAINFLIP'],
  legs,
  fees: legs.flatMap((leg) => leg.fees ?? []),
  orderId: channel.channelId,
  twoLeg: {
    bridge: bridge.asset,
    legs: [own(legs[0]), own(legs[1])],
    channel,
    otherwise: { kind: 'refund', note: 'USDC comes back, not ETH.' },
  },
};
const context = { slippagePercent: 1, pricesUsd: new Map<string, number>(), publicUrl: 'https://portage.example' };
const route = encodeRoute({ draft, tags: [] }, context);

describe('a route of two legs on the wire', () => {
  it('has the id with the arrow for the whole and plain ids for legs and fees', () => {
    expect(route.providers).toEqual(['ONEINCH->CHAINFLIP']);
    expect(route.legs.map(({ provider }) => provider)).toEqual(['ONEINCH', 'CHAINFLIP']);
    expect(route.fees.map(({ protocol }) => protocol)).toEqual(['ONEINCH', 'CHAINFLIP']);
    expect(
      route.legs.map((leg) => [leg.sellAsset, leg.sellAmount, leg.buyAsset, leg.buyAmount, leg.buyAmountMaxSlippage]),
    ).toEqual([
      ['ETH.ETH', '1', USDC, '3300', '3290'],
      [USDC, '3300', 'BTC.BTC', '0.034', '0.034'],
    ]);
  });

  it('says where its legs meet, and what happens to the money when the second cannot be made', () => {
    expect(route.meta.bridge).toEqual({
      asset: USDC,
      otherwise: { kind: 'refund', note: 'USDC comes back, not ETH.' },
      depositAddress: channel.depositAddress,
      channelId: channel.channelId,
    });
    const { twoLeg } = draft;
    if (!twoLeg) throw new Error('no route of two legs');
    const { channel: _none, ...indicative } = twoLeg;
    const { meta } = encodeRoute({ draft: { ...draft, twoLeg: indicative }, tags: [] }, context);
    expect(Object.keys(meta.bridge ?? {})).toEqual(['asset', 'otherwise']);
  });

  it('says whether a node confirmed the channel between them, when that is known', () => {
    const { twoLeg } = draft;
    if (!twoLeg) throw new Error('no route of two legs');
    const said = (witnessed: boolean) =>
      encodeRoute({ draft: { ...draft, twoLeg: { ...twoLeg, channel: { ...channel, witnessed } } }, tags: [] }, context)
        .meta;
    expect([said(false).witnessed, said(true).witnessed]).toEqual([false, true]);
    expect(route.meta).not.toHaveProperty('witnessed');
  });

  it('hides what its legs are tracked by, and addresses that the user must not pay', () => {
    expect(JSON.stringify(route)).not.toMatch(/secret|tracking|twoLeg|issuedBlock|refundAddress/);
    expect(route).not.toHaveProperty('inboundAddress');
  });
});

describe('its swap on the wire', () => {
  const at = 1_789_999_000_000;
  const about = { quoteId: 'q', routeIndex: 0, route, chain: 'ETH', hash: '0xaa', now: at } as const;
  const swap = (...facts: Observation[]) => encodeTracking({ ...about, swap: deriveSwap(facts, { now: at, legs: 2 }) });
  const swapped: Observation = { kind: 'swapDone', at, leg: 0, output: bridge };
  const passedOn: Observation = {
    kind: 'outboundSent',
    at,
    leg: 0,
    tx: { hash: '0xaa', chain: 'ETH', amount: bridge },
  };

  it('is under the id with the arrow, each leg with its output once it is finished', () => {
    const actual = (body: ReturnType<typeof swap>) => body.data.route?.legs.map((leg) => leg.actualBuyAmount);
    expect(actual(swap(swapped))).toEqual([undefined, undefined]);
    const through = swap(swapped, passedOn);
    expect(through.data.quoteInfo?.provider).toBe('ONEINCH->CHAINFLIP');
    expect(actual(through)).toEqual(['3300', undefined]);
    const done = swap(passedOn, { kind: 'outboundSent', at, leg: 1, tx: { hash: 'bb', chain: 'BTC', amount: buy } });
    expect(actual(done)).toEqual(['3300', formatAmount(buy)]);
    expect(done.data).toMatchObject({ trackMeta: { outputTxHash: 'bb' }, route: { actualBuyAmount: '0.034' } });
  });

  it('has the refund in the asset between, and says when it was paid to the destination instead', () => {
    const tx = { hash: '0xcc', chain: 'ETH', amount: bridge, address: SENDER } as const;
    const refunded = swap(passedOn, { kind: 'refundSent', at, leg: 1, tx, reason: 'No price.' });
    expect(refunded).toMatchObject({ trackingStatus: 'refunded', data: { refund: { asset: USDC, amount: '3300' } } });
    expect(refunded.data.refund).not.toHaveProperty('fallback');
    expect(refunded.error).toContain('not the asset that was sold');
    const instead = swap(passedOn, { kind: 'refundSent', at, leg: 1, tx, reason: 'No price.', fallback: true });
    expect(instead).toMatchObject({
      trackingStatus: 'refunded',
      error: 'No price.',
      data: { refund: { fallback: true } },
    });
  });
});
