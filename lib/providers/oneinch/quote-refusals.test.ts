/** Swaps that cannot be made are refused, before 1inch is asked or with its own reason. */
import { describe, expect, it } from 'vitest';
import { assetOf, formatAsset } from '../../domain/asset.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import type { Reply } from '../test-upstream.ts';
import { affiliate, bench } from './testing/bench.ts';
import { fixture, oneinchAt, quoteBody, ROUTER, request, WETH } from './testing/oneinch-double.ts';

describe('refused before 1inch is asked', () => {
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
    '"%s" is requested once more without a simulation',
    async (text) => {
      let calls = 0;
      const { quote, asked } = await bench({ swap: () => (calls++ === 0 ? refusal(text) : undefined) });
      expect((await quote({ includeTx: true })).tx).toBeDefined();
      expect(asked('/swap').map(({ query }) => query.get('disableEstimate'))).toEqual(['true', 'true']);
    },
  );

  it('a missing allowance, known by its code alone, is requested once more without a simulation', async () => {
    let calls = 0;
    const { quote } = await bench({
      swap: () => (calls++ === 0 ? coded('NOT_ENOUGH_ALLOWANCE', 'Allow the router first') : undefined),
    });
    expect((await quote({ includeTx: true })).tx).toBeDefined();
  });

  it.each([429, 500, 503])('HTTP %s once is retried, and the key never appears in an error', async (status) => {
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

  it('is not retried when the answer would come after the deadline', async () => {
    const { error, asked } = await bench({ quote: () => ({ status: 429, json: {} }) });
    expect((await error({}, 100)).code).toBe('httpError');
    expect(asked('/quote')).toHaveLength(1);
  });

  it('does not ask 1inch for as long as it demands, and says when the next turn is', async () => {
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
