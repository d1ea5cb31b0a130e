/**
 * A request for a channel is answered with every fault at once, or with a channel that has the meaning of its fields.
 */
import { describe, expect, it } from 'vitest';
import { withTestStore } from '../db/test-store.ts';
import { assetOf } from '../domain/asset.ts';
import { ProviderError } from '../domain/errors.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import { trackingOf } from '../providers/chainflip/terms.ts';
import { BTC_ADDRESS, draftFor, ETH_ADDRESS } from '../quote/test-quotes.ts';
import type { ChannelDeps } from './open-channel.ts';
import { channelDraft, openingWorld, REFUND, refusalOf, SWAP_TERMS } from './test-opening.ts';

const db = withTestStore();

const good = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', destinationAddress: ETH_ADDRESS };
const OTHER_ETH = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1';
const OTHER_BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

let worlds = 0;
/** Days later than the world before, whose channels have ended. */
function world(over: Partial<ChannelDeps> = {}) {
  const here = openingWorld(db.store, over);
  worlds += 1;
  here.clock.now += worlds * 3 * 86_400_000;
  return here;
}

/** A stored quote of one route. */
async function quoted(
  { deps, clock }: ReturnType<typeof world>,
  overrides: Partial<RouteDraft> = {},
  { id = 'CHAINFLIP' as ProviderId, age = 0, affiliate = false } = {},
) {
  const quoteId = deps.newQuoteId();
  const draft = channelDraft(
    {
      providerId: id,
      sellAsset: assetOf('BTC.BTC'),
      buyAsset: assetOf('ETH.ETH'),
      sellAmount: '0.5',
      slippageBps: 100,
      includeTx: false,
      destinationAddress: ETH_ADDRESS,
      ...(affiliate ? { affiliate: { name: 'ptg', feeBps: 30 } } : {}),
    },
    overrides,
  );
  const request = { sellAsset: 'BTC.BTC', slippage: 1 };
  await db.store.saveQuote({ id: quoteId, createdAt: clock.now - age, request, response: {}, drafts: [draft] });
  return { quoteId };
}

const CASES: [what: string, body: unknown, faults: Record<string, string>][] = [
  ['nothing', {}, { sellAsset: 'required', buyAsset: 'required', destinationAddress: 'required' }],
  ['a list', [], { body: 'invalid_type' }],
  ['null', null, { body: 'invalid_type' }],
  [
    'the same asset twice',
    { ...good, buyAsset: 'btc.btc', destinationAddress: BTC_ADDRESS },
    { buyAsset: 'same_asset' },
  ],
  ['an unknown chain', { ...good, sellAsset: 'XYZ.XYZ' }, { sellAsset: 'invalid_asset' }],
  [
    'a destination of another chain',
    { ...good, destinationAddress: BTC_ADDRESS },
    { destinationAddress: 'invalid_address' },
  ],
  [
    'refund and source of another chain',
    { ...good, refundAddress: ETH_ADDRESS, sourceAddress: ETH_ADDRESS },
    { refundAddress: 'invalid_address', sourceAddress: 'invalid_address' },
  ],
  [
    'numbers out of range',
    { ...good, affiliateCode: 'ptg', affiliateBps: 1001, maxBoostFeeBps: -1, slippage: 101, sellAmount: '0' },
    {
      affiliateBps: 'out_of_range',
      maxBoostFeeBps: 'out_of_range',
      slippage: 'out_of_range',
      sellAmount: 'out_of_range',
    },
  ],
  [
    'a fee out of range for an affiliate nobody knows',
    { ...good, affiliateCode: 'nobody', affiliateBps: 1001 },
    { affiliateBps: 'out_of_range', affiliateCode: 'unknown_affiliate' },
  ],
  ['a fee for nobody', { ...good, affiliateBps: 30 }, { affiliateCode: 'required' }],
  [
    'wrong types',
    { sellAsset: 1, buyAsset: [], destinationAddress: {}, maxBoostFeeBps: '5', affiliateCode: 7 },
    {
      sellAsset: 'invalid_type',
      buyAsset: 'invalid_type',
      destinationAddress: 'invalid_type',
      maxBoostFeeBps: 'invalid_type',
      affiliateCode: 'invalid_type',
    },
  ],
  ['a route index of no quote', { ...good, routeIndex: 0 }, { quoteId: 'required' }],
  [
    'a fault beside a missing refund address, an affiliate nobody knows and no destination',
    { sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', slippage: 101, affiliateCode: 'nobody', affiliateBps: 5 },
    {
      destinationAddress: 'required',
      refundAddress: 'required',
      slippage: 'out_of_range',
      affiliateCode: 'unknown_affiliate',
    },
  ],
  [
    'an affiliate with a payout elsewhere only',
    { ...good, affiliateCode: 'THOR', affiliateBps: 5 },
    { affiliateCode: 'unknown_affiliate' },
  ],
];

describe('a request that is refused', () => {
  it.each(CASES)('%s: every field that is wrong is named', async (_what, body, faults) => {
    const here = world();
    expect(await refusalOf(here.ask(body))).toMatchObject({ status: 400, faults });
    expect(here.asked).toEqual([]);
  });

  it('names its faults even where no channels are opened, and only then that none are', async () => {
    for (const over of [{ limits: { enabled: false, perClientADay: 1, aDay: 1 } }, { providers: [] }]) {
      expect((await refusalOf(world(over).ask({ ...good, slippage: 101 }))).status).toBe(400);
      expect((await refusalOf(world(over).ask(good))).status).toBe(503);
    }
  });

  it('names an asset that Chainflip does not know together with all other faults', async () => {
    const here = world();
    here.provider.refuse = () => ({ code: 'missingChainflipSellAsset', message: 'Chainflip does not know it.' });
    const faults = { sellAsset: 'missingChainflipSellAsset', slippage: 'out_of_range' };
    expect(await refusalOf(here.ask({ ...good, slippage: 101 }))).toMatchObject({ status: 400, faults });
  });

  it('names both assets where Chainflip knows neither', async () => {
    const here = world();
    here.provider.refuse = ({ sellAsset }) =>
      sellAsset.symbol === 'BTC'
        ? { code: 'missingChainflipSellAsset', message: 'Chainflip does not swap it.' }
        : { code: 'missingChainflipSellChain', message: 'Chainflip does not reach it.' };
    const faults = { sellAsset: 'missingChainflipSellAsset', buyAsset: 'missingChainflipBuyChain' };
    expect(await refusalOf(here.ask(good))).toMatchObject({ status: 400, faults });
  });

  it('of an unknown quote is 404, of a route that the quote lacks or that no channel opens 400', async () => {
    const here = world();
    expect((await refusalOf(here.ask({ quoteId: 'nobody' }))).status).toBe(404);
    expect(await refusalOf(here.ask({ quoteId: 'nobody', slippage: 101 }))).toMatchObject({ status: 400 });
    const own = await quoted(here);
    expect((await refusalOf(here.ask({ ...own, routeIndex: 1 }))).faults).toEqual({ routeIndex: 'out_of_range' });
    const thor = await quoted(here, { tracking: {} }, { id: 'THORCHAIN' });
    expect((await refusalOf(here.ask(thor))).faults).toEqual({ routeIndex: 'wrong_provider' });
    const without = await quoted(here);
    const bare = draftFor({
      providerId: 'CHAINFLIP',
      sellAsset: assetOf('BTC.BTC'),
      buyAsset: assetOf('ETH.ETH'),
      sellAmount: '1',
      slippageBps: 1,
      includeTx: false,
    });
    const drafts = [{ ...bare, tracking: trackingOf(SWAP_TERMS) }];
    await db.store.saveQuote({
      id: `${without.quoteId}-x`,
      createdAt: here.clock.now,
      request: {},
      response: {},
      drafts,
    });
    expect((await refusalOf(here.ask({ quoteId: `${without.quoteId}-x` }))).faults).toEqual({
      routeIndex: 'no_channel',
    });
  });

  it('that contradicts its quote names each contradicting field', async () => {
    const here = world();
    const body = {
      ...(await quoted(here)),
      sellAsset: 'ETH.ETH',
      buyAsset: 'BTC.BTC',
      sellAmount: '0.6',
      slippage: 2,
      affiliateCode: 'ptg',
      affiliateBps: 10,
    };
    const conflict = 'conflict';
    expect((await refusalOf(here.ask(body))).faults).toEqual({
      sellAsset: conflict,
      buyAsset: conflict,
      sellAmount: conflict,
      slippage: conflict,
      affiliateCode: conflict,
    });
    const where = { ...(await quoted(here)), destinationAddress: OTHER_ETH };
    expect((await refusalOf(here.ask(where))).faults).toEqual({ destinationAddress: conflict });
    const share = { ...(await quoted(here, {}, { affiliate: true })), affiliateCode: 'PTG', affiliateBps: 31 };
    expect((await refusalOf(here.ask(share))).faults).toEqual({ affiliateBps: conflict });
    expect((await refusalOf(here.ask({ ...share, affiliateBps: 0 }))).faults).toEqual({ affiliateBps: conflict });
    const noFee = { quoteId: share.quoteId, affiliateBps: 0 };
    expect((await refusalOf(here.ask(noFee))).faults).toEqual({ affiliateBps: conflict });
    const another = { quoteId: share.quoteId, affiliateCode: 'somebody' };
    expect((await refusalOf(here.ask(another))).faults).toEqual({ affiliateCode: conflict });
  });

  it('with a fee is refused without a broker, in the request and in the quote', async () => {
    const here = world({ paysAffiliates: false });
    const asked = await refusalOf(here.ask({ ...good, affiliateCode: 'ptg', affiliateBps: 30 }));
    expect(asked).toMatchObject({ status: 400, faults: { affiliateBps: 'no_broker' } });
    const own = await refusalOf(here.ask(await quoted(here, {}, { affiliate: true })));
    expect(own).toMatchObject({ status: 400, faults: { quoteId: 'no_broker' } });
    await here.ask({ ...good, affiliateCode: 'nobody', affiliateBps: 0 });
    expect(here.asked[0]?.affiliate).toBeUndefined();
  });

  it('of an amount that Chainflip would keep names the limit', async () => {
    const here = world();
    for (const [sellAmount, limit] of [
      ['0.0009', 'at least 0.001 BTC'],
      ['2.1', 'at most 2 BTC'],
    ] as const) {
      const refusal = await refusalOf(here.ask({ ...good, sellAmount }));
      expect(refusal).toMatchObject({ status: 400, faults: { sellAmount: 'out_of_range' } });
      expect(refusal.messages[0]).toContain(limit);
    }
    const small = { ...(await quoted(here, { sell: { ...channelAmount(), baseUnits: 99_999n } })) };
    expect((await refusalOf(here.ask(small))).faults).toEqual({ sellAmount: 'out_of_range' });
    here.upstream.quote = () => {
      throw new ProviderError('swapAmountTooSmall', 'The least is 0.0007 BTC.');
    };
    expect(await refusalOf(here.ask({ ...good, sellAmount: '0.0001' }))).toMatchObject({
      status: 400,
      faults: { sellAmount: 'swapAmountTooSmall' },
    });
    expect(here.asked).toEqual([]);
  });

  it('whose price is outdated or unprotected opens no channel', async () => {
    const here = world();
    const old = await quoted(here, {}, { age: 3_600_001 });
    expect(await refusalOf(here.ask(old))).toMatchObject({ status: 400, faults: { quoteId: 'quote_too_old' } });
    const none = await quoted(here, { tracking: trackingOf({ ...SWAP_TERMS, minPriceX128: '0' }) });
    expect(await refusalOf(here.ask(none))).toMatchObject({ status: 400, faults: { quoteId: 'no_price_protection' } });
    here.upstream.quote = (request) => [
      channelDraft(request, { tracking: trackingOf({ ...SWAP_TERMS, minPriceX128: '0' }) }),
    ];
    expect((await refusalOf(here.ask(good))).status).toBe(502);
    expect(here.asked).toEqual([]);
  });

  it('fails with 502 where Chainflip gives no price for a reason of its own', async () => {
    const here = world();
    here.upstream.quote = () => {
      throw new ProviderError('tradingHalted', 'Chainflip has paused Bitcoin.');
    };
    expect(await refusalOf(here.ask(good))).toMatchObject({ status: 502, detail: 'Chainflip has paused Bitcoin.' });
  });
});

const channelAmount = () => ({ asset: assetOf('BTC.BTC'), decimals: 8, baseUnits: 50_000_000n });

describe('the opened channel', () => {
  it('of the six fields alone has a price, the deployment’s refund address and a quote of its own', async () => {
    const here = world();
    here.upstream.quote = (request) => [channelDraft(request, { recommendedSlippagePercent: 1.75 })];
    const body = { ...good, affiliateCode: 'PTG', affiliateBps: 30, maxBoostFeeBps: 10 };
    const channel = await here.ask(body);
    expect(channel).toMatchObject({
      depositAddress: expect.any(String),
      channelId: '100-Bitcoin-1',
      issuedBlock: 100,
      sourceChainExpiryBlock: 244,
      quoteId: expect.any(String),
      routeIndex: 0,
      refundAddress: REFUND,
      expiration: String(here.clock.now / 1000 + 86_400),
      sellAsset: 'BTC.BTC',
      minimumDeposit: '0.001',
      maximumDeposit: '2',
    });
    expect(channel).not.toHaveProperty('sellAmount');
    expect(here.provider.asked.at(-1)).toMatchObject({ sellAmount: '0.25', slippageBps: 175, includeTx: false });
    expect(here.asked).toMatchObject([
      {
        destinationAddress: ETH_ADDRESS,
        refundAddress: REFUND,
        maxBoostFeeBps: 10,
        affiliate: { name: 'PTG', feeBps: 30, payout: { chainflip: expect.stringMatching(/^cF/) } },
      },
    ]);
    const stored = await db.store.loadQuote(channel.quoteId ?? '');
    expect(stored?.request).toMatchObject({ sellAsset: 'BTC.BTC', providers: ['CHAINFLIP'], slippage: 1.75 });
    const swap = await db.store.findSwapOfRoute({ quoteId: channel.quoteId ?? '', routeIndex: 0 });
    expect(swap).toMatchObject({ hash: '', status: 'not_started' });
  });

  it('has a tolerance of 2.5 % unless the caller names one, and the amount that the caller names', async () => {
    const here = world();
    await here.ask(good);
    expect(here.provider.asked.at(-1)).toMatchObject({ slippageBps: 250 });
    const channel = await here.ask({ ...good, sellAmount: '00.50', slippage: 0.3 });
    expect(channel).toMatchObject({ sellAmount: '0.5' });
    expect(here.provider.asked.at(-1)).toMatchObject({ slippageBps: 30, sellAmount: '0.5' });
  });

  it.each(['', null])('treats %j as a field that is left out', async (nothing) => {
    const here = world();
    const left = ['affiliateCode', 'refundAddress', 'sourceAddress', 'sellAmount', 'slippage', 'quoteId', 'routeIndex'];
    const channel = await here.ask({
      ...good,
      affiliateBps: 0,
      ...Object.fromEntries(left.map((name) => [name, nothing])),
    });
    expect(channel).toMatchObject({ channelId: expect.any(String) });
    expect(here.asked[0]?.affiliate).toBeUndefined();
  });

  it('takes the boosted variant when the caller pays for it, otherwise the plain one', async () => {
    const here = world();
    here.upstream.quote = (request) => [
      channelDraft(request, { boost: { feeBps: 5, maxFeeBps: 8 } }),
      channelDraft(request),
    ];
    await here.ask({ ...good, maxBoostFeeBps: 10 });
    await here.ask({ ...good, maxBoostFeeBps: 7 });
    await here.ask(good);
    expect(here.asked.map(({ route }) => route.boost?.maxFeeBps)).toEqual([8, undefined, undefined]);
    expect(here.asked.map(({ maxBoostFeeBps }) => maxBoostFeeBps)).toEqual([10, 7, undefined]);
  });

  it('of a quote takes everything from the quote', async () => {
    const here = world();
    const own = await quoted(here, { sourceAddress: BTC_ADDRESS }, { affiliate: true });
    const channel = await here.ask(own);
    expect(channel).toMatchObject({ ...own, routeIndex: 0, sellAmount: '0.5', refundAddress: BTC_ADDRESS });
    expect(here.provider.asked).toEqual([]);
    expect(here.asked[0]).toMatchObject({
      route: { tracking: trackingOf(SWAP_TERMS) },
      affiliate: { name: 'ptg', feeBps: 30 },
      destinationAddress: ETH_ADDRESS,
    });
    await here.ask({ ...(await quoted(here)), ...good, sellAmount: '0.5', slippage: 1, maxBoostFeeBps: 5 });
    expect(here.asked[1]).toMatchObject({ maxBoostFeeBps: 5 });
  });

  it('of a quote with a refund address sends refunds there, unless the request names another', async () => {
    const here = world();
    const own = await quoted(here, { sourceAddress: BTC_ADDRESS, refundAddress: OTHER_BTC });
    expect(await here.ask(own)).toMatchObject({ refundAddress: OTHER_BTC });
    expect(await here.ask({ ...own, refundAddress: BTC_ADDRESS })).toMatchObject({ refundAddress: BTC_ADDRESS });
  });

  it('of a quote without a destination pays the one of the request', async () => {
    const here = world();
    const bare = await quoted(here, { destinationAddress: '' });
    expect((await refusalOf(here.ask(bare))).faults).toEqual({ destinationAddress: 'required' });
    expect((await refusalOf(here.ask({ ...bare, destinationAddress: BTC_ADDRESS }))).faults).toEqual({
      destinationAddress: 'invalid_address',
    });
    await here.ask({ ...bare, destinationAddress: OTHER_ETH.toLowerCase() });
    expect(here.asked[0]?.destinationAddress).toBe(OTHER_ETH);
  });

  it('refunds to the request’s address, else its source, else the quote’s, else the deployment’s, and is refused without any', async () => {
    const here = world();
    const route = () => quoted(here, { sourceAddress: BTC_ADDRESS });
    await here.ask({ ...(await route()), refundAddress: OTHER_BTC, sourceAddress: REFUND });
    await here.ask({ ...(await route()), sourceAddress: OTHER_BTC });
    await here.ask(await route());
    await here.ask(await quoted(here));
    expect(here.asked.map(({ refundAddress }) => refundAddress)).toEqual([OTHER_BTC, OTHER_BTC, BTC_ADDRESS, REFUND]);
    // An EVM destination would be a valid EVM refund address: it is not used.
    const ether = { sellAsset: 'ETH.ETH', buyAsset: 'ARB.ETH', destinationAddress: ETH_ADDRESS };
    expect((await refusalOf(here.ask(ether))).faults).toEqual({ refundAddress: 'required' });
    const wrong = world({ refundAddresses: { BTC: 'nonsense' } });
    expect((await refusalOf(wrong.ask(good))).faults).toEqual({ refundAddress: 'required' });
  });

  it('comes with a transfer when one is asked for and can be made, otherwise with the reason', async () => {
    const here = world();
    const body = { ...good, sellAmount: '0.5', sourceAddress: BTC_ADDRESS, includeTx: true };
    const { depositAddress, tx, txType } = await here.ask(body);
    expect({ tx, txType }).toEqual({ tx: `${BTC_ADDRESS}>${depositAddress}:50000000`, txType: 'PSBT' });
    expect((await here.ask({ ...good, sellAmount: '0.5', includeTx: true })).txUnavailable).toMatch(/sourceAddress/);
    expect((await here.ask({ ...good, sourceAddress: BTC_ADDRESS, includeTx: true })).txUnavailable).toMatch(
      /sellAmount/,
    );
    const poor = world({ buildTransfer: async () => ({ unavailable: 'Nothing to spend.' }) });
    expect((await poor.ask(body)).txUnavailable).toBe('Nothing to spend.');
    expect(await here.ask(good)).not.toHaveProperty('txUnavailable');
  });
});
