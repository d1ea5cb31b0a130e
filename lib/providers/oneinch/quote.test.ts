import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { fromBaseUnits } from '../../domain/amount.ts';
import { assetOf, formatAsset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { cases } from '../../domain/test-effort.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import { type LoopbackUpstream, type Reply, startLoopbackUpstream } from '../test-upstream.ts';
import type { OneinchOptions } from './index.ts';
import {
  ALICE,
  BOB,
  descOf,
  dstAmountOf,
  evmDouble,
  fixture,
  NOW_MS,
  oneinchAt,
  oneinchDouble,
  type Parts,
  quoteBody,
  REFERRER,
  ROUTER,
  request,
  USDC,
  WETH,
} from './testing/oneinch-double.ts';

const open: LoopbackUpstream[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function bench(parts: Parts = {}, options: Partial<OneinchOptions> = {}) {
  const upstream = await startLoopbackUpstream(oneinchDouble(parts));
  open.push(upstream);
  const provider = oneinchAt(upstream.url, options);
  const quote = async (changes: Partial<ProviderQuoteRequest> = {}, budgetMs = 8000): Promise<RouteDraft> => {
    const [route] = await provider.quote(request(changes), { signal: new AbortController().signal, budgetMs });
    if (!route) throw new Error('no route');
    return route;
  };
  const error = async (
    changes: Partial<ProviderQuoteRequest> = {},
    budgetMs?: number,
  ): Promise<{ code: string; message: string }> => {
    try {
      await quote(changes, budgetMs);
    } catch (thrown) {
      if (thrown instanceof ProviderError) return { code: thrown.code, message: thrown.message };
      throw thrown;
    }
    return { code: 'a route', message: '' };
  };
  const asked = (call: string) => upstream.calls.filter(({ path }) => path.endsWith(call));
  return { upstream, provider, quote, error, asked };
}

const affiliate = (feeBps: number, payout: Record<string, string> = { evm: REFERRER }) => ({
  name: 'ptg',
  feeBps,
  payout,
});

describe('what 1inch is asked', () => {
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

  it('is one swap where a transaction is wanted: sender, origin, tolerance in percent, no simulation', async () => {
    const { quote, asked } = await bench();
    await quote({ includeTx: true, slippageBps: 50 });
    expect(asked('/quote')).toEqual([]);
    expect(Object.fromEntries(asked('/swap')[0]?.query ?? [])).toMatchObject({
      from: ALICE,
      origin: ALICE,
      slippage: '0.5',
      disableEstimate: 'true',
    });
    expect(asked('/swap')[0]?.query.has('receiver')).toBe(false);
  });

  it('names the receiver where somebody else is paid', async () => {
    const { quote, asked } = await bench();
    const route = await quote({ includeTx: true, destinationAddress: BOB });
    expect(asked('/swap')[0]?.query.get('receiver')).toBe(BOB);
    expect(route.destinationAddress).toBe(BOB);
  });

  it('is asked with the key and the version that the deployment has, and on the network’s own chain number', async () => {
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
  ])('is told a fee of %s basis points as %s percent, and whom to pay it', async (feeBps, percent) => {
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
  ])('is told a tolerance of %s basis points as %s percent: never none', async (slippageBps, percent) => {
    const { quote, asked } = await bench();
    await quote({ includeTx: true, slippageBps });
    expect(asked('/swap')[0]?.query.get('slippage')).toBe(percent);
  });
});

describe('what is refused before 1inch is asked', () => {
  it.each<[string, Partial<ProviderQuoteRequest>, string, RegExp]>([
    ['a tolerance above 50 %', { slippageBps: 5001 }, 'unknownError', /50 % at most; 50\.01 %/],
    ['a fee above 3 %', { affiliate: affiliate(301) }, 'unknownError', /300 basis points at most/],
    ['a fee for somebody without an EVM address', { affiliate: affiliate(30, {}) }, 'unknownError', /no EVM address/],
    [
      'a fee for an address that cannot be paid',
      { affiliate: affiliate(30, { evm: '0x12' }) },
      'unknownError',
      /cannot be paid/,
    ],
    ['more digits than the coin has', { sellAmount: '0.0000000000000000001' }, 'invalidSellAmount', /18 decimals/],
    ['the router as destination', { destinationAddress: ROUTER }, 'unknownError', /would be lost/],
    [
      'a refund to anybody but the account that pays',
      { refundAddress: '0x4444444444444444444444444444444444444444' },
      'quoteNotFound',
      /no refund is sent.*refundAddress/,
    ],
    ['another chain', { buyAsset: assetOf('BSC.BNB') }, 'crossChainNotSupported', /within one chain/],
    ['a chain without a router', { sellAsset: assetOf('HYPE.HYPE') }, 'unsupportedChainId', /Hyper/],
    ['a synthetic asset', { sellAsset: assetOf('ETH.BTC/BTC') }, 'crossChainNotSupported', /synthetic/],
    ['a coin that is not the chain’s', { sellAsset: assetOf('ETH.DOGE') }, 'tokenNotFound', /contract address/],
    [
      'one contract under two names',
      { sellAsset: assetOf(`ETH.X-${'0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'}`) },
      'quoteNotFound',
      /into itself/,
    ],
  ])('%s', async (_what, changes, code, message) => {
    const { error, upstream } = await bench();
    const refused = await error(changes);
    expect(refused.code).toBe(code);
    expect(refused.message).toMatch(message);
    expect(upstream.calls).toEqual([]);
  });

  it('wrapping is a swap like any other', async () => {
    const { quote } = await bench();
    const route = await quote({ buyAsset: WETH, includeTx: true });
    expect(formatAsset(route.expectedBuy.asset)).toBe(formatAsset(WETH));
  });
});

describe('a route', () => {
  it('says what is expected, what is guaranteed, what gas and affiliate cost, and what the pools take', async () => {
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

  it('guarantees what its transaction’s own call enforces, whatever is sold', async () => {
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

  it('is shown without price impact where prices cannot be had, and asks for them again', async () => {
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

  it('is built from the least that either version answers, as recorded', async () => {
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

const refusal = (description: string, status = 400): Reply => ({
  status,
  json: { error: 'Bad Request', description, statusCode: status },
});

const coded = (code: string, description: string, status = 400): Reply => ({
  status,
  json: { error: 'Bad Request', code, description, statusCode: status },
});

describe('1inch’s refusals', () => {
  it.each<[string, Reply, string]>([
    [
      'insufficient liquidity',
      { status: 400, json: fixture('error-400-insufficient-liquidity') },
      'insufficientLiquidity',
    ],
    ['a code with other words', coded('INSUFFICIENT_LIQUIDITY', 'The amount is zero'), 'insufficientLiquidity'],
    ['a code that comes with HTTP 500', coded('INSUFFICIENT_LIQUIDITY', 'no route', 500), 'insufficientLiquidity'],
    ['a code that nobody knows, by its words', coded('NO_SUCH', 'Amount is not set'), 'invalidSellAmount'],
    [
      'a gateway’s number, by its words',
      { status: 400, json: { code: 3, description: 'Cannot sync x' } },
      'tokenNotFound',
    ],
    ['a token that it cannot sync', refusal('Cannot sync token 0x12'), 'tokenNotFound'],
    ['an amount that is not set', refusal('Amount is not set'), 'invalidSellAmount'],
    ['a source that is not set', refusal('Src is not set'), 'tokenNotFound'],
    ['a destination that is not set', refusal('Dst is not set'), 'tokenNotFound'],
    ['equal tokens', refusal('src and dst tokens are the same'), 'unknownError'],
    ['an estimate that fails', refusal('cannot estimate'), 'unknownError'],
    ['a missing allowance', { status: 400, json: fixture('error-400-not-enough-allowance') }, 'unknownError'],
    [
      'a missing allowance, told as of old',
      { status: 500, json: fixture('error-500-not-enough-allowance-v3-legacy') },
      'unknownError',
    ],
    ['a missing balance', refusal('Not enough 0xeeee balance. Amount: 1'), 'unknownError'],
    ['an unknown chain', { status: 404, json: { error: 'Not Found' } }, 'unsupportedChainId'],
    ['a key that is not accepted', { status: 401, json: { message: 'Unauthorized' } }, 'httpError'],
    ['a caller that is shut out', { status: 403, body: '<html>', contentType: 'text/html' }, 'httpError'],
    ['something that nobody knows', refusal('the moon is full'), 'unknownError'],
    ['dust', { json: { dstAmount: '0' } }, 'swapAmountTooSmall'],
    ['so little that the tolerance leaves nothing to guarantee', { json: { dstAmount: '1' } }, 'swapAmountTooSmall'],
    ['an amount that is no integer', { json: { dstAmount: '1.5' } }, 'unknownError'],
    ['a gateway’s page', { status: 502, body: '<html>bad gateway</html>', contentType: 'text/html' }, 'httpError'],
  ])('%s', async (_what, reply, code) => {
    const { error } = await bench({ quote: () => reply });
    expect((await error()).code).toBe(code);
  });

  it.each(['cannot estimate', 'Not enough allowance. Amount: 1. Allowance: 0.'])(
    '"%s" is asked once more without a simulation',
    async (text) => {
      let calls = 0;
      const { quote, asked } = await bench({ swap: () => (calls++ === 0 ? refusal(text) : undefined) });
      expect((await quote({ includeTx: true })).tx).toBeDefined();
      expect(asked('/swap').map(({ query }) => query.get('disableEstimate'))).toEqual(['true', 'true']);
    },
  );

  it('a missing allowance, told by its code alone, is asked once more without a simulation', async () => {
    let calls = 0;
    const { quote } = await bench({
      swap: () => (calls++ === 0 ? coded('NOT_ENOUGH_ALLOWANCE', 'Allow the router first') : undefined),
    });
    expect((await quote({ includeTx: true })).tx).toBeDefined();
  });

  it.each([429, 500, 503])('HTTP %s once is tried again, and the key never stands in an error', async (status) => {
    let calls = 0;
    const { quote, asked } = await bench({
      quote: (query) => (calls++ === 0 ? { status, json: {} } : { json: quoteBody(query) }),
    });
    await quote();
    expect(asked('/quote')).toHaveLength(2);
    const always = await bench({ quote: () => ({ status, json: {} }) }, { apiKey: 'sesame' });
    const { code, message } = await always.error();
    expect(code).toBe('httpError');
    expect(message).toContain(String(status));
    expect(message).not.toContain('sesame');
    expect(always.asked('/quote')).toHaveLength(2);
  });

  it('is not tried again where the answer would come after the deadline', async () => {
    const { error, asked } = await bench({ quote: () => ({ status: 429, json: {} }) });
    expect((await error({}, 100)).code).toBe('httpError');
    expect(asked('/quote')).toHaveLength(1);
  });

  it('leaves 1inch alone as long as it wants, and says when the next turn is', async () => {
    const { upstream, quote, error } = await bench();
    const resting = oneinchAt(upstream.url, {
      fetch: async () => new Response('{}', { status: 429, headers: { 'retry-after': '30' } }),
    });
    const options = { signal: new AbortController().signal, budgetMs: 8000 };
    const thrown = await resting.quote(request(), options).catch((reason: unknown) => reason);
    expect(thrown).toMatchObject({ code: 'httpError', message: expect.stringContaining('429') });
    await expect(resting.quote(request(), options)).rejects.toMatchObject({
      code: 'httpError',
      message: expect.stringContaining('30 s'),
    });
    expect((await quote()).providers).toEqual(['ONEINCH']);
    expect((await error()).code).toBe('a route');
  });
});

describe('tokens', () => {
  const tokens = (changes: Record<string, unknown>): Parts => ({
    quote: (query) => {
      const body = quoteBody(query);
      return { json: { ...body, dstToken: { ...(body.dstToken as object), ...changes } } };
    },
  });

  it.each<[string, Parts, Partial<ProviderQuoteRequest>, string, RegExp]>([
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
  ])('%s', async (_what, parts, changes, code, message) => {
    const { error } = await bench(parts);
    const refused = await error(changes);
    expect(refused.code).toBe(code);
    expect(refused.message).toMatch(message);
  });

  it('that tax transfers are sold without a fee', async () => {
    expect((await (await bench(tokens({ isFoT: true }))).quote()).providers).toEqual(['ONEINCH']);
  });

  it('that are no contract are not found', async () => {
    const clients = clientsWith({ evm: { ...evmDouble(), call: async () => '0x' } });
    const { error, asked } = await bench({}, { clients });
    expect((await error()).code).toBe('tokenNotFound');
    expect(asked('/quote')).toEqual([]);
  });

  it('are counted by 1inch’s list where the chain cannot be asked', async () => {
    const { quote } = await bench({}, { clients: clientsWith() });
    const route = await quote();
    expect(route.expectedBuy.decimals).toBe(6);
    expect(route.fees).toEqual([]);
  });
});
