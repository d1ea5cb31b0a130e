/** A Chainflip route as a person sees it, and the answer when there is none. */
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../domain/amount.ts';
import { formatAsset } from '../../domain/asset.ts';
import { CHAIN_IDS } from '../../domain/chain-id.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { expectSoundRoute } from '../provider-contract.ts';
import { termsOf } from './terms.ts';
import { bench } from './testing/bench.ts';
import {
  AFFILIATE_ID,
  ALICE_ETH,
  BROKER_ID,
  clientsWith,
  type Json,
  listFixture,
  request,
  switched,
} from './testing/chainflip-double.ts';
import { ETH_USDC, ethToUsdc, feesOf, priced, regular } from './testing/quotes.ts';

const codes = (route: RouteDraft) => route.warnings.map(({ code }) => code);

describe('the route', () => {
  it('carries the recorded quote to the unit', async () => {
    const { one } = await bench();
    const route = await one({ slippageBps: 100 });
    expectSoundRoute(route, request({ slippageBps: 100 }));
    expect(formatAmount(route.expectedBuy)).toBe('4.082976513112383071');
    expect(route.estimatedTime).toEqual({ inbound: 1806, swap: 12, outbound: 102, total: 1920 });
    expect(route.inboundAddress).toBeUndefined();
    expect(route.memo).toBeUndefined();
    expect(route.streamingInterval).toBeUndefined();
    expect(route.recommendedSlippagePercent).toBe(1.5);
  });

  it('names each fee in its own asset; fees already taken off are not subtracted again by ranking', async () => {
    const { one } = await bench();
    const route = await one();
    expect(feesOf(route)).toEqual([
      ['inbound', '0.00000153', 'BTC.BTC', 'BTC'],
      ['inbound', '0.00000166', 'BTC.BTC', 'BTC'],
      ['liquidity', '10.43187', formatAsset(ETH_USDC), 'ETH'],
      ['outbound', '0.00034235355266', 'ETH.ETH', 'ETH'],
    ]);
  });

  it('types the deposit’s fee as the reference does, and says that it is taken off and what it is', async () => {
    const { one } = await bench();
    const [onTop, taken] = (await one()).fees;
    expect(onTop).not.toHaveProperty('included');
    expect(taken).toMatchObject({
      type: 'inbound',
      included: true,
      label: 'Chainflip deposit fee, taken off the deposit',
    });
  });

  it('shows what a Bitcoin payment costs at the rate of Bitcoin’s own node, with its message', async () => {
    const clients = clientsWith({ utxo: { feeRate: async () => 12n } });
    const channelOnly = await bench({}, { clients });
    expect(feesOf(await channelOnly.one())[0]).toEqual(['inbound', '0.00001836', 'BTC.BTC', 'BTC']);
    const inOneTransaction = await bench({}, { clients, brokerId: BROKER_ID });
    expect(feesOf(await inOneTransaction.one())[0]).toEqual(['inbound', '0.00002544', 'BTC.BTC', 'BTC']);
  });

  it('guarantees what the minimum price enforces to the unit, less the sending', async () => {
    const { one } = await bench();
    const route = await one({ slippageBps: 100 });
    const terms = termsOf(route);
    // 10000000 − 166 sat are swapped.
    const enforced = (BigInt(terms?.minPriceX128 ?? 0) * 9_999_834n) >> 128n;
    expect(route.guaranteedBuy.baseUnits).toBe(enforced - 342_353_552_660_000n);
  });

  it('keeps to the tolerance in what arrives, though the fee of the payout does not fall with the price', async () => {
    const { one } = await bench();
    const { expectedBuy, guaranteedBuy } = await one({ slippageBps: 1000 });
    const wanted = (expectedBuy.baseUnits * 9n) / 10n;
    const rounded = guaranteedBuy.baseUnits - wanted;
    expect(rounded < 0n ? -rounded : rounded).toBeLessThan(wanted / 10n ** 12n);
  });

  it('stores every term that a channel or a vault swap needs', async () => {
    const { one } = await bench();
    expect(termsOf(await one({ providerId: 'CHAINFLIP_STREAMING' }))).toEqual({
      src: { chain: 'Bitcoin', asset: 'BTC' },
      dst: { chain: 'Ethereum', asset: 'ETH' },
      amount: '10000000',
      minPriceX128: expect.stringMatching(/^[1-9]\d+$/),
      maxOraclePriceSlippage: null,
      retryDurationBlocks: 300,
      dca: { numberOfChunks: 3, chunkIntervalBlocks: 2 },
      maxBoostFeeBps: 0,
      brokerCommissionBps: 0,
      affiliates: [],
      fees: { ingress: '166', egress: '342353552660000' },
    });
  });

  it('guarantees nothing at 100 %, and asks for the least price that there is, which is not zero', async () => {
    const { one } = await bench();
    const route = await one({ slippageBps: 10_000 });
    expect(formatAmount(route.guaranteedBuy)).toBe('0');
    expect(termsOf(route)?.minPriceX128).toBe('1');
  });

  it('guarantees its expectation, but for the last digits of the price, at 0 %', async () => {
    const { one } = await bench();
    const { expectedBuy, guaranteedBuy } = await one({ slippageBps: 0 });
    expect(expectedBuy.baseUnits - guaranteedBuy.baseUnits).toBeLessThan(expectedBuy.baseUnits / 10n ** 12n);
  });

  it('asks for live price protection where the quote recommends it, and leaves it to the chain at 100 %', async () => {
    const { one } = await bench(priced(listFixture('quote-regular')));
    const route = await one(ethToUsdc);
    expect(termsOf(route)?.maxOraclePriceSlippage).toBe(100);
    expect(termsOf(route)?.retryDurationBlocks).toBe(50);
    const limitless = await one({ ...ethToUsdc, slippageBps: 10_000 });
    expect(termsOf(limitless)?.maxOraclePriceSlippage).toBeNull();
  });

  it('does not ask for it where the network has it switched off for a side', async () => {
    const { one } = await bench({
      ...priced(listFixture('quote-regular')),
      info: () => ({ json: switched('Eth', { livePriceProtectionEnabled: false }) }),
    });
    expect(termsOf(await one(ethToUsdc))?.maxOraclePriceSlippage).toBeNull();
  });

  it('measures its cost against the market, and the pools’ part of it', async () => {
    const { one } = await bench();
    const route = await one();
    // 0.1 BTC at 104400 is 10440; 4.08298 ETH at 2550 are 10411.59.
    expect(route.totalSlippageBps).toBe(27);
    expect(route.priceImpactPercent).toBeCloseTo(0.16, 2);
    expect(route.pricesUsd.map(({ asset, priceUsd }) => [formatAsset(asset), Math.round(priceUsd)])).toEqual([
      ['BTC.BTC', 104_400],
      ['ETH.ETH', 2550],
      [formatAsset(ETH_USDC), 1],
    ]);
  });

  it('computes its cost from its fees when no price is known', async () => {
    const { one } = await bench({ rpc: (method) => (method.includes('price') ? { result: [] } : undefined) });
    const route = await one();
    expect(route.pricesUsd).toEqual([]);
    expect(route.priceImpactPercent).toBeUndefined();
    expect(route.totalSlippageBps).toBe(11);
  });

  it('quotes although no prices are available', async () => {
    const { one } = await bench({
      rpc: (method) => (method.includes('price') ? { error: { code: -32603, message: 'x' } } : undefined),
    });
    expect((await one()).pricesUsd).toEqual([]);
  });
});

describe('warnings', () => {
  it('says that a narrow tolerance is tried again and then refunded, and for how long', async () => {
    const { one } = await bench();
    const route = await one({ slippageBps: 10 });
    expect(codes(route)).toEqual(['highSlippage']);
    expect(route.warnings[0]?.display).toMatch(/0\.1 %.*1\.5 %.*refund/);
    expect(route.warnings[0]?.tooltip).toMatch(/tries again, for up to 30 minutes; then it refunds/);
  });

  it('says that a tolerance is wider than advised', async () => {
    const { one } = await bench();
    const route = await one({ slippageBps: 500 });
    expect(codes(route)).toEqual(['exceedsRecommendedSlippage']);
  });

  it('says nothing where tolerance and advice agree, and passes on that liquidity is low', async () => {
    const plain = await bench();
    expect(codes(await plain.one({ slippageBps: 150 }))).toEqual([]);
    const thin = await bench(priced([regular({ lowLiquidityWarning: true })]));
    expect(codes(await thin.one({ slippageBps: 150 }))).toEqual(['lowLiquidity']);
  });
});

describe('boost', () => {
  it('is a second route of the same id: dearer, sooner, with its price in words', async () => {
    const { quote } = await bench();
    const [plain, boosted, ...others] = await quote({ maxBoostFeeBps: 10 });
    expect(others).toEqual([]);
    expect(plain?.boost).toBeUndefined();
    expect(boosted?.boost).toEqual({ feeBps: 5, maxFeeBps: 10 });
    expect(boosted?.estimatedTime?.inbound).toBe(606);
    expect(boosted?.fees.filter(({ type }) => type === 'priority').map(({ amount }) => formatAmount(amount))).toEqual([
      '0.00005',
    ]);
    expect(boosted && termsOf(boosted)?.maxBoostFeeBps).toBe(10);
    expect(plain && termsOf(plain)?.maxBoostFeeBps).toBe(0);
  });

  it('guarantees what is left when the boost costs as much as it may', async () => {
    const { quote } = await bench();
    const [, boosted] = await quote({ maxBoostFeeBps: 30, slippageBps: 100 });
    const price = BigInt((boosted && termsOf(boosted)?.minPriceX128) ?? 0);
    expect(boosted?.guaranteedBuy.baseUnits).toBe(
      (((10_000_000n - 30_000n - 166n) * price) >> 128n) - 342_353_552_660_000n,
    );
  });

  it('streams too', async () => {
    const { quote } = await bench();
    const [, boosted] = await quote({ providerId: 'CHAINFLIP_STREAMING', maxBoostFeeBps: 10 });
    expect(boosted?.maxStreamingQuantity).toBe(3);
    expect(boosted?.boost?.feeBps).toBe(5);
  });

  it.each([
    ['nobody asked', {}, {}],
    ['it costs more than the caller allows', { maxBoostFeeBps: 4 }, {}],
    [
      'boosting is switched off',
      { maxBoostFeeBps: 30 },
      { info: () => ({ json: switched('Btc', { boostDepositsEnabled: false }) }) },
    ],
    ['no depth is left', { maxBoostFeeBps: 30 }, priced([regular({ boostQuote: undefined })])],
  ])('is absent where %s', async (_why, changes, answers) => {
    const { quote } = await bench(answers);
    const routes = await quote(changes);
    expect(routes.map(({ boost }) => boost)).toEqual([undefined]);
  });
});

describe('affiliates', () => {
  const affiliate = { name: 'ptg', feeBps: 30, payout: { chainflip: AFFILIATE_ID } };

  it('are paid through the broker, and the quote is asked with their fee', async () => {
    const { one, asked } = await bench();
    const route = await one({ affiliate });
    expect(asked('/v2/quote')[0]?.query.get('brokerCommissionBps')).toBe('30');
    expect(termsOf(route)).toMatchObject({ brokerCommissionBps: 0, affiliates: [{ account: AFFILIATE_ID, bps: 30 }] });
    expect(route.affiliate).toEqual({ name: 'ptg', feeBps: 30 });
  });

  it('that are the broker itself get its commission', async () => {
    const { one } = await bench({}, { brokerId: BROKER_ID });
    const route = await one({ affiliate: { ...affiliate, payout: { chainflip: BROKER_ID } } });
    expect(termsOf(route)).toMatchObject({ brokerCommissionBps: 30, affiliates: [] });
  });

  it.each([
    ['no payout for Chainflip', { ...affiliate, payout: { thorname: 'ptg' } }, {}, /has no Chainflip account/],
    ['no payout at all', { name: 'ptg', feeBps: 30 }, {}, /has no Chainflip account/],
    ['a payout that is no account', { ...affiliate, payout: { chainflip: ALICE_ETH } }, {}, /must be an account/],
    ['more than Chainflip pays', { ...affiliate, feeBps: 1001 }, {}, /1000 basis points/],
    ['a deployment without a broker', affiliate, { broker: false }, /no Chainflip broker/],
  ])('are refused with %s, never left out', async (_what, asked, options, says) => {
    const { refusal } = await bench({}, options);
    expect((await refusal({ affiliate: asked })).message).toMatch(says);
  });

  it('without a fee cost nothing and are no reason to refuse', async () => {
    const { one, asked } = await bench({}, { broker: false });
    expect((await one({ affiliate: { name: 'ptg', feeBps: 0 } })).affiliate).toBeUndefined();
    expect(asked('/v2/quote')[0]?.query.has('brokerCommissionBps')).toBe(false);
  });

  it('can only be paid by vault swaps where the deployment has an account but no broker: no channel is offered', async () => {
    const { one } = await bench({}, { broker: false, brokerId: BROKER_ID });
    expect((await one({ affiliate })).channel).toBeUndefined();
    expect((await one()).channel).toBeDefined();
  });
});

describe('quotes that answer another question', () => {
  it.each([
    ['another asset', regular({ destAsset: { chain: 'Ethereum', asset: 'USDC' } })],
    ['another amount', regular({ depositAmount: '10000001' })],
    ['another amount when boosted', regular({ boostQuote: { ...(regular().boostQuote as Json), depositAmount: '1' } })],
  ])('%s never becomes a route', async (_what, quote) => {
    const { refusal } = await bench(priced([quote]));
    expect((await refusal()).code).toBe('unknownError');
  });

  it('unknown fields and kinds change nothing; numbers come in every form', async () => {
    const odd = regular({
      depositAmount: 10_000_000,
      newField: { a: [1] },
      recommendedSlippageTolerancePercent: '1.5',
    });
    const { one } = await bench(priced([{ type: 'SOMETHING_NEW', x: 1 }, odd]));
    expect(formatAmount((await one()).expectedBuy)).toBe('4.082976513112383071');
  });
});

describe('transactions', () => {
  const quoted = priced([regular()]);

  it.each([
    ['no broker account', {}, {}, /no Chainflip broker account.*deposit channel/],
    ['no source address', { sourceAddress: '' }, { brokerId: BROKER_ID }, /address that it is sent from/],
    ['no destination', { destinationAddress: '' }, { brokerId: BROKER_ID }, /destination address/],
  ])('are not made with %s: the route stays, and says how it is paid', async (_what, changes, options, says) => {
    const { one, asked } = await bench(quoted, options);
    const route = await one({ ...changes, includeTx: true });
    expect(route.tx).toBeUndefined();
    expect(route.txUnavailable).toMatch(says);
    expect(route.channel).toBeDefined();
    expect(asked('/v2/quote').map(({ query }) => query.get('isVaultSwap'))).toEqual([null]);
  });

  it('are not made from Polkadot, or when vault swaps are switched off', async () => {
    const { one } = await bench(
      { ...quoted, info: () => ({ json: switched('Btc', { vaultSwapDepositsEnabled: false }) }) },
      { brokerId: BROKER_ID },
    );
    expect((await one({ includeTx: true })).txUnavailable).toMatch(/switched off vault swaps of BTC/);
  });

  it('are quoted as vault swaps, and as a channel when none can be made', async () => {
    const { one, asked, called } = await bench(
      {
        ...quoted,
        rpc: (method) =>
          method === 'cf_request_swap_parameter_encoding'
            ? { error: { code: -32021, message: 'DispatchError: NoPrivateChannelExistsForBroker' } }
            : undefined,
      },
      { brokerId: BROKER_ID },
    );
    const route = await one({ includeTx: true });
    expect(route.tx).toBeUndefined();
    expect(route.txUnavailable).toBeTruthy();
    expect(asked('/v2/quote').map(({ query }) => query.get('isVaultSwap'))).toEqual(['true', null]);
    expect(called('broker_request_swap_deposit_address')).toEqual([]);
  });
});

describe('quoting', () => {
  it('a hundred times opens nothing', async () => {
    const { quote, upstream, asked } = await bench();
    for (let i = 0; i < 100; i += 1) await quote({ maxBoostFeeBps: 30, includeTx: i % 2 === 0 });
    expect([...asked('/broker'), ...asked('/api/openSwapDepositChannel')]).toEqual([]);
    expect(upstream.calls.length).toBeLessThan(110);
  });
});

describe('tokens', () => {
  it('are the live ones under our identifiers, with what is known of them', async () => {
    const { provider } = await bench();
    const tokens = await provider.tokens({ signal: new AbortController().signal });
    const ids = tokens.map(({ asset }) => formatAsset(asset));
    expect(ids).toContain('DOT.USDC-1337');
    expect(ids).toContain('SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
    // The recorded network has neither BSC nor CBBTC, and Portage has no Tron.
    expect(ids.filter((id) => /BSC|CBBTC|TRX/.test(id))).toEqual([]);
    expect(tokens.every(({ asset }) => CHAIN_IDS.includes(asset.chain))).toBe(true);
    const flip = tokens.find(({ asset }) => asset.symbol === 'FLIP');
    expect(flip?.priceUsd).toBeCloseTo(0.5, 6);
    expect(tokens.find(({ asset }) => formatAsset(asset) === 'BTC.BTC')).toMatchObject({
      name: 'Bitcoin',
      decimals: 8,
      providers: ['CHAINFLIP', 'CHAINFLIP_STREAMING'],
    });
    expect(tokens.every(({ unavailable }) => unavailable === undefined)).toBe(true);
  });

  it('say what is switched off; what can still be bought or sold is not', async () => {
    const all = {
      vaultSwapDepositsEnabled: false,
      depositChannelDepositsEnabled: false,
      depositChannelCreationEnabled: false,
    };
    const list = async (changes: Json) => {
      const { provider } = await bench({ info: () => ({ json: switched('Flip', changes) }) });
      const tokens = await provider.tokens({ signal: new AbortController().signal });
      return tokens.find(({ asset }) => asset.symbol === 'FLIP')?.unavailable;
    };
    expect(await list({ ...all, egressEnabled: false })).toMatch(/switched off/);
    expect(await list(all)).toBeUndefined();
  });
});
