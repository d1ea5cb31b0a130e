/** A contract's call moves users' money: it is the requested swap and can be scaled, or there is none. */
import fc from 'fast-check';
import { decodeFunctionData, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { assetOf, checksumAddress } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { RouteDraft } from '../../domain/route.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import { upstreamOfTest } from '../test-upstream.ts';
import { guaranteeFor } from './guarantee.ts';
import type { OneinchOptions } from './index.ts';
import {
  ALICE,
  BOB,
  DEX,
  descOf,
  dstAmountOf,
  ETH,
  evmDouble,
  MALLORY,
  type OneinchAnswers,
  oneinchAt,
  oneinchDouble,
  poolTx,
  quoteBody,
  REFERRER,
  ROUTER,
  request,
  SWAP_ABI,
  sourcesBody,
  swapTx,
  USDC,
  USDC_ADDRESS,
  WETH,
  WETH_ADDRESS,
} from './testing/oneinch-double.ts';

const RECEIVER = '0xCF1cC00000000000000000000000000000000cF1';
const usdcToWeth = { sellAsset: USDC, buyAsset: WETH, sellAmount: '1000' };
const contractSwap = { ...usdcToWeth, sourceAddress: RECEIVER, destinationAddress: BOB, adjustable: true };

async function bench(answers: OneinchAnswers = {}, options: Partial<OneinchOptions> = {}) {
  const upstream = await upstreamOfTest(oneinchDouble(answers));
  const clients = clientsWith({ evm: evmDouble({ poolToken: WETH_ADDRESS }) });
  const provider = oneinchAt(upstream.url, { clients, ...options });
  const signal = new AbortController().signal;
  const swapCall = async (changes: Partial<ProviderQuoteRequest> = {}) => {
    if (!provider.swapCall) throw new Error('no swapCall');
    return provider.swapCall(request({ ...contractSwap, ...changes }), { signal });
  };
  const quote = async (changes: Partial<ProviderQuoteRequest> = {}): Promise<RouteDraft> => {
    const [route] = await provider.quote(request({ ...contractSwap, ...changes }), { signal });
    if (!route) throw new Error('no route');
    return route;
  };
  const asked = (call: string) => upstream.calls.filter(({ path }) => path.endsWith(call));
  return { upstream, provider, swapCall, quote, asked };
}

const errorOf = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ProviderError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('not refused');
};

describe('a quote for a swap that a contract will make', () => {
  it('goes through single paths of plain pools alone, by the names of the chain’s list', async () => {
    const { quote, asked } = await bench();
    await quote();
    expect(Object.fromEntries(asked('/quote')[0]?.query ?? [])).toMatchObject({
      protocols: 'UNISWAP_V3,UNISWAP_V2,SUSHI',
      parts: '1',
      mainRouteParts: '1',
    });
  });

  it('fetches that list once, however many quotes are made at once and after', async () => {
    const { quote, swapCall, asked } = await bench();
    await Promise.all([quote(), quote(), quote({ sellAmount: '5' })]);
    await swapCall();
    expect(asked('/liquidity-sources')).toHaveLength(1);
  });

  it('leaves an ordinary quote as it is', async () => {
    const { quote, asked } = await bench();
    await quote({ adjustable: false });
    expect(asked('/quote')[0]?.query.has('protocols')).toBe(false);
    expect(asked('/quote')[0]?.query.has('parts')).toBe(false);
    expect(asked('/liquidity-sources')).toEqual([]);
  });

  it.each([
    ['none of them is listed', { sources: () => ({ json: sourcesBody(['PMM1', 'CURVE']) }) }, 'quoteNotFound'],
    ['1inch does not serve the chain', { sources: () => ({ status: 404, json: {} }) }, 'quoteNotFound'],
    ['the list cannot be had', { sources: () => ({ status: 503, body: '<html>' }) }, 'httpError'],
    ['the list is none', { sources: () => ({ json: [] }) }, 'unknownError'],
  ])('is refused where %s', async (_what, answers, code) => {
    const { quote, asked } = await bench(answers);
    expect((await errorOf(quote())).code).toBe(code);
    expect(asked('/quote')).toEqual([]);
  });

  it('is refused on a chain without known pools of that kind, and with a fee, which such a swap cannot pay', async () => {
    const { quote } = await bench();
    const polygon = {
      sellAsset: assetOf('MATIC.MATIC'),
      buyAsset: assetOf(`MATIC.USDC-${USDC_ADDRESS}`),
      sellAmount: '1',
    };
    expect((await errorOf(quote(polygon))).code).toBe('quoteNotFound');
    const affiliate = { name: 'ptg', feeBps: 30, payout: { evm: REFERRER } };
    expect((await errorOf(quote({ affiliate }))).message).toContain('affiliate');
  });
});

describe('the call that a contract makes', () => {
  it('is requested once, in the contract’s name, paid to the person, without simulation', async () => {
    const { swapCall, asked, upstream } = await bench();
    await swapCall();
    expect(asked('/swap')).toHaveLength(1);
    expect(upstream.calls.map(({ path }) => path.split('/').at(-1))).toEqual(['liquidity-sources', 'swap']);
    expect(Object.fromEntries(asked('/swap')[0]?.query ?? [])).toMatchObject({
      from: RECEIVER,
      origin: RECEIVER,
      receiver: BOB,
      slippage: '0.5',
      disableEstimate: 'true',
      protocols: 'UNISWAP_V3,UNISWAP_V2,SUSHI',
      parts: '1',
    });
  });

  it('of a token gives the positions of the words of amount and minimum return', async () => {
    const { swapCall } = await bench();
    const call = await swapCall();
    const expected = dstAmountOf(new URLSearchParams({ src: USDC_ADDRESS, dst: WETH_ADDRESS, amount: '1000000000' }));
    expect(call).toMatchObject({
      to: ROUTER,
      expected,
      least: (expected * 9950n) / 10_000n,
      amountOffset: 68,
      leastOffset: 100,
    });
    const wordAt = (offset: number) => BigInt(`0x${call.data.slice(2 + offset * 2, 66 + offset * 2)}`);
    expect([wordAt(68), wordAt(100)]).toEqual([1_000_000_000n, call.least]);
    expect(decodeFunctionData({ abi: SWAP_ABI, data: call.data as Hex }).args?.[0]).toBe(BigInt(BOB));
  });

  it('of the chain’s own coin has no word for the amount, which is its value', async () => {
    const clients = clientsWith({ evm: evmDouble({ poolToken: USDC_ADDRESS }) });
    const { swapCall } = await bench({}, { clients });
    const call = await swapCall({ sellAsset: ETH, buyAsset: USDC, sellAmount: '1' });
    expect(call.leastOffset).toBe(36);
    expect('amountOffset' in call).toBe(false);
  });

  it('is missing when 1inch swaps in another way: the data of its executor cannot be scaled', async () => {
    const { swapCall } = await bench({ swap: (query) => ({ json: { ...quoteBody(query), tx: swapTx(query) } }) });
    const error = await errorOf(swapCall());
    expect(error.code).toBe('quoteNotFound');
    expect(error.message).toMatch(/by swap, whose amount a contract cannot replace/);
  });

  it.each<[string, (query: URLSearchParams) => object, RegExp]>([
    ['goes to another contract', (query) => ({ ...poolTx(query), to: MALLORY }), /not 1inch's router/],
    ['is made for another sender', (query) => ({ ...poolTx(query), from: ALICE }), /for the sender/],
    ['carries coins', (query) => ({ ...poolTx(query), value: '1' }), /carries 1 wei/],
    ['pays somebody else', (query) => poolTx(query, { dstReceiver: MALLORY }), /it pays/],
    ['pays the contract itself', (query) => poolTx(query, { dstReceiver: RECEIVER }), /it pays/],
    ['sells another token', (query) => poolTx(query, { srcToken: WETH_ADDRESS }), /it sells/],
    ['sells more', (query) => poolTx(query, { amount: 1_000_000_001n }), /it sells 1000000001/],
    [
      'guarantees less',
      (query) => poolTx(query, { minReturnAmount: descOf(query).minReturnAmount - 2n }),
      /it guarantees/,
    ],
    ['guarantees nothing', (query) => poolTx(query, { minReturnAmount: 0n }), /it guarantees/],
    ['guarantees more than it expects', (query) => poolTx(query, { minReturnAmount: 10n ** 30n }), /more than/],
    ['takes through Permit2', (query) => poolTx(query, { dex: DEX | (1n << 250n) }), /Permit2/],
    ['pays out the coin in place of the token', (query) => poolTx(query, { dex: DEX | (1n << 252n) }), /it buys/],
    ['hides a second call', (query) => ({ ...poolTx(query), data: `${poolTx(query).data}c0ffee` }), /behind its end/],
  ])('is refused where it %s', async (_what, tx, says) => {
    const { swapCall } = await bench({ swap: (query) => ({ json: { ...quoteBody(query), tx: tx(query) } }) });
    const error = await errorOf(swapCall());
    expect(error.code).toBe('unknownError');
    expect(error.message).toMatch(says);
  });

  it('is refused when its pool gives another token, and when the pool cannot be asked', async () => {
    const wrong = await bench({}, { clients: clientsWith({ evm: evmDouble({ poolToken: MALLORY }) }) });
    expect((await errorOf(wrong.swapCall())).message).toMatch(/it buys/);
    const blind = await bench({}, { clients: clientsWith() });
    expect((await errorOf(blind.swapCall())).message).toMatch(/could not tell/);
  });

  it.each([
    ['without the contract', { sourceAddress: '' }],
    ['without whom it pays', { destinationAddress: '' }],
    ['for the contract itself', { destinationAddress: RECEIVER.toLowerCase() }],
  ])('is not requested for %s', async (_what, changes) => {
    const { swapCall, upstream } = await bench();
    expect((await errorOf(swapCall(changes))).code).toBe('unknownError');
    expect(upstream.calls).toEqual([]);
  });

  it('is refused for pairs that 1inch never swaps, and stops when the caller’s time is up', async () => {
    const { swapCall, provider } = await bench();
    expect((await errorOf(swapCall({ buyAsset: assetOf('BTC.BTC') }))).code).toBe('unsupportedChainId');
    const late = provider.swapCall?.(request(contractSwap), { signal: AbortSignal.abort() }) ?? Promise.resolve();
    expect((await errorOf(late)).code).toBe('providerQuoteTimeout');
  });
});

describe('a first leg that pays a deposit channel', () => {
  it('is a swap paid to an address without a contract yet', async () => {
    const channel = checksumAddress('0xe720e23f62efc931d465a9d16ca303d72ad6c0bc');
    const { provider, asked } = await bench();
    const asking = request({ ...usdcToWeth, sourceAddress: ALICE, destinationAddress: channel, includeTx: true });
    const [route] = await provider.quote(asking, { signal: new AbortController().signal });
    expect(asked('/swap')[0]?.query.get('receiver')).toBe(channel);
    expect(route?.tx).toBeDefined();
    expect(route?.tracking).toMatchObject({ receiver: channel, sender: ALICE });
  });
});

describe('the guarantee for a smaller amount', () => {
  it('is the quote’s own in proportion, rounded down, and never more', async () => {
    const { quote } = await bench();
    const route = await quote();
    const { sell, guaranteedBuy } = route;
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: sell.baseUnits }), (amount) => {
        const least = guaranteeFor(route, amount);
        expect(least * sell.baseUnits).toBeLessThanOrEqual(guaranteedBuy.baseUnits * amount);
        expect((least + 1n) * sell.baseUnits).toBeGreaterThan(guaranteedBuy.baseUnits * amount);
      }),
    );
    expect(guaranteeFor(route, sell.baseUnits)).toBe(guaranteedBuy.baseUnits);
    expect(guaranteeFor(route, 0n)).toBe(0n);
  });
});
