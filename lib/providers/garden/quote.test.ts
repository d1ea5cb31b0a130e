import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../domain/amount.ts';
import { assetOf, formatAsset } from '../../domain/asset.ts';
import { expectSoundRoute } from '../provider-contract.ts';
import { bestQuote } from './quote.ts';
import { APP_ID, errorOf, options, startBench } from './testing/bench.ts';
import {
  ASSETS,
  gardenDouble,
  LIQUIDITY,
  ok,
  POLICY,
  quoteOf,
  refusal,
  request,
  WBTC,
  wbtcToBtc,
} from './testing/garden-double.ts';
import { quotesSchema } from './upstream-schemas.ts';

const bench = startBench();
const quote = async (asked = request()) => {
  const [route] = await bench.provider().quote(asked, options());
  if (!route) throw new Error('no route');
  expectSoundRoute(route, asked);
  return route;
};
const BTCB = assetOf('BSC.BTCB-0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c');
const USDC = assetOf('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
const affiliate = (payout?: Record<string, string>) => ({ name: 'ptg', feeBps: 50, ...(payout ? { payout } : {}) });
const PAID = { gardenAsset: 'ethereum:cbbtc', gardenAddress: '0x3333333333333333333333333333333333333333' };

describe('a quote', () => {
  it('asks with the app id and without a tolerance, and guarantees what the order will fix', async () => {
    const route = await quote();
    expect(formatAmount(route.expectedBuy)).toBe('0.00997');
    expect(route.guaranteedBuy).toEqual(route.expectedBuy);
    const asked = bench.upstream().calls.find(({ path }) => path === '/quote');
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      from: 'bitcoin:btc',
      to: 'ethereum:wbtc',
      from_amount: '1000000',
    });
    expect(route.refund).toMatchObject({ by: 'provider', note: expect.stringContaining('144 blocks') });
  });

  it('says that the money of a payment into a contract returns to the sender', async () => {
    expect((await quote(wbtcToBtc())).refund).toMatchObject({ by: 'sender', note: expect.stringContaining('anybody') });
  });

  it('takes the solver that gives most, and none without an amount or a name', async () => {
    const some = (amount: string, solver: string | undefined) => (query: URLSearchParams) => {
      const one = quoteOf(query);
      return { ...one, solver_id: solver, destination: { ...(one.destination as object), amount } };
    };
    bench.answer(
      gardenDouble({
        quote: (query) =>
          ok(
            [some('990000', 'a'), some('999000', undefined), some('991000', 'b'), some('0', 'c')].map((f) => f(query)),
          ),
      }),
    );
    const route = await quote();
    expect(route.expectedBuy.baseUnits).toBe(991_000n);
    expect(route.tracking).toMatchObject({ solverId: 'b', toAmount: '991000' });
  });

  it('never takes another than the best of what was asked for', () => {
    const sides = (amount: bigint) => ({
      source: { asset: 'a', amount: '5' },
      destination: { asset: 'b', amount: amount.toString() },
      solver_id: 's',
    });
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 2n ** 90n }), { minLength: 1 }), (amounts) => {
        const quotes = quotesSchema.parse(amounts.map(sides));
        const most = [...amounts].sort((a, b) => Number(b - a > 0n) - Number(b - a < 0n))[0] ?? 0n;
        fc.pre(most > 0n);
        expect(bestQuote(quotes, { from: 'A', to: 'B', amount: 5n }).destination.amount).toBe(most);
        expect(() => bestQuote(quotes, { from: 'a', to: 'b', amount: 6n })).toThrow();
        expect(() => bestQuote(quotes, { from: 'b', to: 'a', amount: 5n })).toThrow();
      }),
    );
  });

  it('counts BTCB in 18 decimals on both sides: a factor of 10^10 is not lost', async () => {
    const bought = await quote(request({ buyAsset: BTCB }));
    expect(formatAmount(bought.expectedBuy)).toBe('0.00997');
    expect(bought.expectedBuy.decimals).toBe(18);
    const sold = await quote(
      request({ sellAsset: BTCB, buyAsset: assetOf('BTC.BTC'), sellAmount: '0.010000000000000001' }),
    );
    expect(sold.sell.baseUnits).toBe(10_000_000_000_000_001n);
  });

  it('identifies an asset by its contract, however the symbol is written', async () => {
    const route = await quote(wbtcToBtc({ sellAsset: assetOf(`ETH.XYZ-${WBTC}`) }));
    expect(formatAsset(route.sell.asset)).toBe(`ETH.XYZ-${WBTC}`);
  });

  it('sends the affiliate’s fee and shows it exactly, beside the rest of the loss', async () => {
    bench.answer(
      gardenDouble({
        quote: (query) => {
          const one = quoteOf(query);
          return ok([
            {
              ...one,
              source: { ...(one.source as object), value: '1000' },
              destination: { ...(one.destination as object), value: '987' },
            },
          ]);
        },
      }),
    );
    const route = await quote(request({ affiliate: affiliate(PAID) }));
    expect(
      bench
        .upstream()
        .calls.find(({ path }) => path === '/quote')
        ?.query.get('affiliate_fee'),
    ).toBe('50');
    const fees = Object.fromEntries(route.fees.map(({ type, amount }) => [type, formatAmount(amount)]));
    // Of a loss of 130 basis points 50 are the affiliate's and 30 are Garden's.
    expect(fees).toEqual({ affiliate: '0.00005', liquidity: '0.00003', outbound: expect.any(String) });
    expect(route.totalSlippageBps).toBe(130);
    // The other 50 are the payout's: a cost is counted once, so none of them is price impact too.
    expect(Number(fees.outbound) / (Number(formatAmount(route.expectedBuy)) * (1000 / 987))).toBeCloseTo(0.005, 4);
    expect(route.priceImpactPercent).toBe(0);
    expect(route.tracking).toMatchObject({ affiliateFee: { asset: 'ethereum:cbbtc', fee: 50 } });
  });

  it('explains the loss of older answers, without times and fees', async () => {
    bench.answer(
      gardenDouble({
        quote: (query) =>
          ok([
            quoteOf(query, { fee: undefined, estimated_time: undefined, fixed_fee: undefined, slippage: undefined }),
          ]),
      }),
    );
    const route = await quote();
    expect(route.fees.map(({ type }) => type)).toEqual(['liquidity']);
    expect(route.estimatedTime?.total).toBeGreaterThan(600);
  });

  it('lowers the guarantee by a tolerance that Garden names', async () => {
    bench.answer(gardenDouble({ quote: (query) => ok([quoteOf(query, { slippage: 50 })]) }));
    const route = await quote();
    expect(route.guaranteedBuy.baseUnits).toBe((route.expectedBuy.baseUnits * 9950n) / 10_000n);
  });
});

describe('what Garden does not do is refused before it is asked', () => {
  const cases: [string, Parameters<typeof request>[0], string, string][] = [
    ['too little', { sellAmount: '0.00009' }, 'swapAmountTooSmall', '0.0001 BTC'],
    ['too much', { sellAmount: '5.1' }, 'insufficientLiquidity', '5 BTC'],
    ['too many decimals', { sellAmount: '0.000000001' }, 'invalidSellAmount', '8 decimals'],
    ['a closed pair', { buyAsset: USDC }, 'quoteNotFound', 'pair'],
    [
      'an inactive asset',
      { buyAsset: assetOf('BASE.USDT-0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2') },
      'tokenNotFound',
      'USDT',
    ],
    [
      'an unknown asset',
      { buyAsset: assetOf('ETH.PEPE-0x6982508145454Ce325dDbE47a25d4ec3d2311933') },
      'tokenNotFound',
      'PEPE',
    ],
    ['a chain that it does not list', { buyAsset: assetOf('AVAX.AVAX') }, 'unsupportedChainId', 'Avalanche'],
    ['a synthetic asset', { sellAsset: assetOf('THOR.BTC/BTC') }, 'crossChainNotSupported', 'synthetic'],
    ['an affiliate without a payout', { affiliate: affiliate() }, 'unknownError', 'gardenAsset'],
    [
      'a payout asset that is not listed',
      { affiliate: affiliate({ ...PAID, gardenAsset: 'base:usdc' }) },
      'unknownError',
      'base:usdc',
    ],
    [
      'a payout address of another chain',
      { affiliate: affiliate({ ...PAID, gardenAddress: 'bc1q' }) },
      'unknownError',
      'cannot be paid',
    ],
  ];
  it.each(cases)('%s', async (_name, change, code, message) => {
    const error = await errorOf(quote(request(change)));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    expect(bench.upstream().calls.filter(({ path }) => path === '/quote')).toEqual([]);
  });

  it('the solvers’ liquidity, in the asset that is bought', async () => {
    const error = await errorOf(quote(request({ sellAmount: '4' })));
    expect(error).toMatchObject({ code: 'insufficientLiquidity', message: expect.stringContaining('3 WBTC') });
  });

  it('all pairs closed is a halt', async () => {
    bench.answer(gardenDouble({ policy: () => ok({ ...POLICY, blacklist_pairs: ['* <-> *'] }) }));
    expect((await errorOf(quote())).code).toBe('tradingHalted');
  });

  it('works without a policy and without liquidity when they are unavailable', async () => {
    bench.answer(gardenDouble({ policy: () => ({ status: 500, body: '<html>' }), liquidity: () => ok({ other: 1 }) }));
    expect((await quote()).expectedBuy.baseUnits).toBe(997_000n);
  });

  it('says why no transaction can be made while an address is missing', async () => {
    const { destinationAddress: _none, ...rest } = request({ includeTx: true });
    expect((await quote(rest)).txUnavailable).toContain('destination address');
  });
});

describe('the refusals of Garden', () => {
  it.each([
    [refusal('no quotes available'), 'quoteNotFound', ''],
    [ok([]), 'quoteNotFound', ''],
    [refusal('No order pair found : bitcoin:primary::base:0x22'), 'quoteNotFound', ''],
    [refusal('insufficient liquidity'), 'insufficientLiquidity', ''],
    [
      refusal('Exact output quote error : expected amount to be within the range of 2000000 to 500000000'),
      'swapAmountTooSmall',
      '0.02 BTC',
    ],
    [refusal('expected amount to be within the range of 10 to 900000'), 'insufficientLiquidity', '0.009 BTC'],
    [refusal("Asset 'ethereum:wbtc' not found"), 'tokenNotFound', 'ethereum:wbtc'],
    [refusal('Invalid swap request'), 'unknownError', ''],
    [refusal('something new'), 'unknownError', 'something new'],
    [refusal('insufficient liquidity', 500), 'insufficientLiquidity', ''],
    [{ status: 401, json: { error: 'Unauthorized' } }, 'httpError', 'app id'],
    [{ status: 403, body: '<html>denied</html>' }, 'httpError', ''],
  ])('%j is %s', async (reply, code, message) => {
    bench.answer(gardenDouble({ quote: () => reply }));
    const error = await errorOf(quote());
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    expect(error.message).not.toContain(APP_ID);
  });
});

describe('the token list', () => {
  it('is Garden’s own, without inactive assets and unknown chains', async () => {
    const tokens = await bench.provider().tokens(options());
    expect(tokens.map(({ asset }) => formatAsset(asset)).sort()).toEqual(
      [
        'BASE.CBBTC-0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
        'BSC.BTCB-0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c',
        'BTC.BTC',
        'ETH.CBBTC-0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
        'ETH.ETH',
        'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        `ETH.WBTC-${WBTC}`,
        'LTC.LTC',
        'SOL.SOL',
      ].sort(),
    );
    expect(tokens.find(({ asset }) => asset.chain === 'BTC')).toMatchObject({ decimals: 8, name: 'Bitcoin' });
  });

  it('identifies chains by the network’s own ids, so that the sandbox’s are not the public ones', async () => {
    const sandbox = ASSETS.map((one) => ({
      ...one,
      chain: String(one.chain).replace(/^evm:(\d+)$/, (_all, id) => `evm:${900_000_000 + Number(id)}`),
    }));
    bench.answer(gardenDouble({ assets: () => ok(sandbox), liquidity: () => ok(LIQUIDITY) }));
    const there = await bench.provider({}, { network: 'sandbox' }).tokens(options());
    expect(there.some(({ asset }) => formatAsset(asset) === `ETH.WBTC-${WBTC}`)).toBe(true);
    const public_ = await bench.provider().tokens(options());
    expect(public_.some(({ asset }) => asset.chain === 'ETH')).toBe(false);
  });

  it('marks an asset without an open pair as unavailable now', async () => {
    bench.answer(gardenDouble({ policy: () => ok({ ...POLICY, blacklist_pairs: ['litecoin:ltc <-> *'] }) }));
    const tokens = await bench.provider().tokens(options());
    expect(tokens.filter(({ unavailable }) => unavailable).map(({ asset }) => asset.chain)).toEqual(['LTC']);
  });
});
