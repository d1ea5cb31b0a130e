/** The questions to 1inch, and its answers as a person sees them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { fromBaseUnits } from '../../domain/amount.ts';
import { assetOf, formatAsset } from '../../domain/asset.ts';
import { cases } from '../../domain/test-effort.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import { affiliate, bench } from './testing/bench.ts';
import {
  ALICE,
  BOB,
  descOf,
  dstAmountOf,
  evmDouble,
  fixture,
  NOW_MS,
  type OneinchAnswers,
  quoteBody,
  REFERRER,
  ROUTER,
  USDC,
  WETH,
} from './testing/oneinch-double.ts';

describe('the request', () => {
  it('is one quote by the chain’s number, the contract of a token and the marker of a coin', async () => {
    const { quote, upstream } = await bench();
    await quote();
    const [call, ...prices] = upstream.calls;
    expect(call?.path).toBe('/swap/v6.1/1/quote');
    expect(Object.fromEntries(call?.query ?? [])).toEqual({
      src: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
      dst: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      amount: '1000000000000000000',
      includeTokensInfo: 'true',
      includeGas: 'true',
    });
    expect(prices.map(({ path }) => path.split('/')[1])).toEqual(['price']);
  });

  it('is one swap when a transaction is requested: sender, origin, tolerance in percent, no simulation', async () => {
    const { quote, asked } = await bench();
    await quote({ includeTx: true, slippageBps: 50 });
    expect(asked('/quote')).toEqual([]);
    expect(Object.fromEntries(asked('/swap')[0]?.query ?? [])).toMatchObject({
      from: ALICE,
      origin: ALICE,
      slippage: '0.5',
      disableEstimate: 'true',
      compatibility: 'true',
    });
    expect(asked('/swap')[0]?.query.has('receiver')).toBe(false);
  });

  it('names the receiver when another address is paid', async () => {
    const { quote, asked } = await bench();
    const route = await quote({ includeTx: true, destinationAddress: BOB });
    expect(asked('/swap')[0]?.query.get('receiver')).toBe(BOB);
    expect(route.destinationAddress).toBe(BOB);
  });

  it('has the deployment’s key and version, and the network’s own chain number', async () => {
    const headers: (string | null)[] = [];
    const seeing: typeof fetch = (input, init) => {
      headers.push(new Headers(init?.headers).get('authorization'));
      return fetch(input, init);
    };
    const { quote, upstream } = await bench(
      {},
      { apiKey: 'sesame', version: 'v6.0', network: 'sandbox', fetch: seeing },
    );
    await quote();
    expect(upstream.calls[0]?.path).toBe('/swap/v6.0/900000001/quote');
    expect(new Set(headers)).toEqual(new Set(['Bearer sesame']));
  });

  it.each([
    [30, '0.3'],
    [1, '0.01'],
    [300, '3'],
  ])('has a fee of %s basis points as %s percent, and its recipient', async (feeBps, percent) => {
    const { quote, asked } = await bench();
    await quote({ includeTx: true, affiliate: affiliate(feeBps) });
    expect(asked('/swap')[0]?.query.get('fee')).toBe(percent);
    expect(asked('/swap')[0]?.query.get('referrer')).toBe(REFERRER);
  });

  it.each([
    [0, '0.01'],
    [1, '0.01'],
    [37, '0.37'],
    [5000, '50'],
  ])('has a tolerance of %s basis points as %s percent: never none', async (slippageBps, percent) => {
    const { quote, asked } = await bench();
    await quote({ includeTx: true, slippageBps });
    expect(asked('/swap')[0]?.query.get('slippage')).toBe(percent);
  });
});

describe('a route', () => {
  it('shows what is expected, what is guaranteed, the cost of gas and affiliate, and the pools’ part', async () => {
    const { quote } = await bench();
    const route = await quote({ affiliate: affiliate(100) });
    const net = dstAmountOf(
      new URLSearchParams({
        src: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
        dst: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        amount: '1000000000000000000',
        fee: '1',
      }),
    );
    expect(route.expectedBuy.baseUnits).toBe(net);
    expect(route.guaranteedBuy.baseUnits).toBe((net * 9950n) / 10000n);
    expect(
      route.fees.map(({ type, amount }) => [
        type,
        formatAsset(amount.asset),
        fromBaseUnits(amount.baseUnits, amount.decimals),
      ]),
    ).toEqual([
      // 180000 gas at the chain's 2 gwei.
      ['network', 'ETH.ETH', '0.00036'],
      ['affiliate', formatAsset(USDC), '32.967'],
    ]);
    expect(route.priceImpactPercent).toBe(0.1);
    expect(route.totalSlippageBps).toBe(110);
    expect(route.pricesUsd.map(({ asset, priceUsd }) => [asset.symbol, priceUsd])).toEqual([
      ['ETH', 3300],
      ['USDC', 1],
    ]);
    expect(route.estimatedTime).toEqual({ swap: 24, total: 24 });
    expect(route.expirationSeconds).toBe(NOW_MS / 1000 + 60);
  });

  it('guarantees what its transaction’s own call enforces, for any sold asset', async () => {
    const { quote } = await bench();
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 10n ** 13n, max: 10n ** 30n }),
        fc.integer({ min: 0, max: 5000 }),
        async (units, slippageBps) => {
          const route = await quote({ includeTx: true, sellAmount: fromBaseUnits(units, 18), slippageBps });
          const params = {
            src: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
            dst: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
            amount: units.toString(),
            slippage: fromBaseUnits(BigInt(Math.max(slippageBps, 1)), 2),
          };
          expect(route.sell.baseUnits).toBe(units);
          expect(route.guaranteedBuy.baseUnits).toBe(descOf(new URLSearchParams(params)).minReturnAmount);
        },
      ),
      { numRuns: cases(40) },
    );
  });

  it('is shown without price impact when prices are unavailable, and asks for them again', async () => {
    const { quote, asked } = await bench({ prices: () => ({ status: 500, body: 'down' }) });
    expect((await quote()).priceImpactPercent).toBeUndefined();
    const route = await quote({ affiliate: affiliate(100) });
    expect(route.totalSlippageBps).toBe(100);
    expect(route.pricesUsd).toEqual([]);
    expect(asked('/quote')).toHaveLength(2);
  });

  it('never shows a gain as an impact', async () => {
    const { quote } = await bench({ quote: (query) => ({ json: { ...quoteBody(query), dstAmount: '3400000000' } }) });
    const route = await quote();
    expect(route.priceImpactPercent).toBe(0);
    expect(route.totalSlippageBps).toBe(-303);
  });

  it('is built from the smallest answer of either version, as recorded', async () => {
    const minimal = fixture('quote-v61-min-arbitrum-weth-usdc');
    const { quote } = await bench({ quote: () => ({ json: minimal }) });
    expect((await quote()).expectedBuy.baseUnits).toBe(246_061_367n);
    const DAI = assetOf('ETH.DAI-0x6b175474e89094c44da98b954eedeac495271d0f');
    const full = await bench({ quote: () => ({ json: fixture('quote-v60-dai-weth') }) });
    const route = await full.quote({ sellAsset: DAI, buyAsset: WETH });
    expect(route.expectedBuy.baseUnits).toBe(289_424_403_260_095n);
    expect(route.fees[0]?.amount.baseUnits).toBe(181_416n * 2_000_000_000n);
  });

  it('keeps what tracking needs, as JSON', async () => {
    const { quote } = await bench();
    const route = await quote({ includeTx: true, destinationAddress: BOB });
    expect(JSON.parse(JSON.stringify(route.tracking))).toMatchObject({
      router: ROUTER,
      sender: ALICE,
      receiver: BOB,
      function: 'swap',
      minReturn: String(route.guaranteedBuy.baseUnits),
    });
  });
});

describe('tokens', () => {
  const tokens = (changes: Record<string, unknown>): OneinchAnswers => ({
    quote: (query) => {
      const body = quoteBody(query);
      return { json: { ...body, dstToken: { ...(body.dstToken as object), ...changes } } };
    },
  });

  it.each<[string, OneinchAnswers, Partial<ProviderQuoteRequest>, string, RegExp]>([
    [
      'that 1inch warns of are not offered',
      tokens({ tags: ['RISK:malicious'] }),
      {},
      'tokenNotFound',
      /RISK:malicious/,
    ],
    [
      'that tax transfers are not sold with an affiliate’s fee',
      tokens({ isFoT: true }),
      { affiliate: affiliate(30) },
      'unknownError',
      /fee on every transfer/,
    ],
    [
      'that were not asked for are refused',
      tokens({ address: '0x6666666666666666666666666666666666666666' }),
      {},
      'unknownError',
      /instead of/,
    ],
    [
      'whose decimals are not those of the contract are refused',
      tokens({ decimals: 18 }),
      {},
      'unknownError',
      /decimals/,
    ],
  ])('%s', async (_what, answers, changes, code, message) => {
    const { error } = await bench(answers);
    const refused = await error(changes);
    expect(refused.code).toBe(code);
    expect(refused.message).toMatch(message);
  });

  it('that tax transfers are sold without a fee', async () => {
    expect((await (await bench(tokens({ isFoT: true }))).quote()).providers).toEqual(['ONEINCH']);
  });

  it('that have no contract are not found', async () => {
    const clients = clientsWith({ evm: { ...evmDouble(), call: async () => '0x' } });
    const { error, asked } = await bench({}, { clients });
    expect((await error()).code).toBe('tokenNotFound');
    expect(asked('/quote')).toEqual([]);
  });

  it('are counted by 1inch’s list when the chain cannot be asked', async () => {
    const { quote } = await bench({}, { clients: clientsWith() });
    const route = await quote();
    expect(route.expectedBuy.decimals).toBe(6);
    expect(route.fees).toEqual([]);
  });
});
