import { decodeFunctionData, encodeErrorResult, erc20Abi, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Options } from '../../chain-clients/chain-clients.ts';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { withBudget } from '../helper-time.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import { type LoopbackUpstream, startLoopbackUpstream } from '../test-upstream.ts';
import type { OneinchOptions } from './index.ts';
import {
  ALICE,
  type ChainFacts,
  evmDouble,
  NOW_MS,
  oneinchAt,
  oneinchDouble,
  quoteBody,
  ROUTER,
  request,
  SWAP_ABI,
  swapTx,
  USDC,
  USDC_ADDRESS,
  WETH,
} from './testing/oneinch-double.ts';

let upstream: LoopbackUpstream;
beforeAll(async () => {
  upstream = await startLoopbackUpstream(oneinchDouble());
});
beforeEach(() => upstream.answer());
afterAll(() => upstream.close());

const tokenSell = { sellAsset: USDC, buyAsset: WETH, sellAmount: '1000' };

async function routeOf(
  chain: ChainFacts,
  changes: Partial<ProviderQuoteRequest> = {},
  options: Partial<OneinchOptions> = {},
) {
  const provider = oneinchAt(upstream.url, { clients: clientsWith({ evm: evmDouble(chain) }), ...options });
  const [route] = await provider.quote(request({ includeTx: true, ...changes }), {
    signal: new AbortController().signal,
  });
  if (!route) throw new Error('no route');
  return route;
}

const spent = (data: string | undefined) => decodeFunctionData({ abi: erc20Abi, data: data as Hex }).args;
const upstreamGas = (gas: number) =>
  upstream.answer(
    oneinchDouble({ swap: (query) => ({ json: { ...quoteBody(query), tx: { ...swapTx(query), gas } } }) }),
  );

describe('a node that hangs', () => {
  /** Like a real client: nothing comes until the caller aborts. */
  const hangs = (...given: unknown[]) =>
    new Promise<never>((_resolve, reject) => {
      const { signal } = given.at(-1) as Options;
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });

  it.each([
    ['at once', { call: hangs, rpc: hangs }, 'just now how many decimals the tokens have'],
    ['once its tokens are known', { ...evmDouble(), rpc: hangs }, 'what the swap pays out'],
  ])('%s costs the transaction, with a true sentence, and never the route', async (_what, evm, what) => {
    const provider = oneinchAt(upstream.url, { clients: clientsWith({ evm }) });
    const asked = request({ includeTx: true, ...tokenSell });
    const [route] = await provider.quote(asked, withBudget(new AbortController().signal, 1200));
    expect(route?.expectedBuy.baseUnits).toBeGreaterThan(0n);
    expect([route?.tx, route?.approvals]).toEqual([undefined, undefined]);
    expect(route?.txUnavailable).toBe(`Ethereum could not be asked ${what}.`);
  });
});

describe('the transaction of a route', () => {
  it('sends a coin along as value, needs no approval and names its chain', async () => {
    const route = await routeOf({}, {}, { network: 'sandbox' });
    expect(route.tx).toMatchObject({
      type: 'EVM',
      tx: { to: ROUTER, from: ALICE, value: '1000000000000000000', chain_id: 900_000_001 },
    });
    expect(route.approvals).toBeUndefined();
    expect(route.approvalAddress).toBeUndefined();
  });

  it('has the exact approval of the router before a token’s sale', async () => {
    const route = await routeOf({ allowance: 5n }, tokenSell);
    expect(route.approvals?.map(({ to, data }) => [to, spent(data)])).toEqual([
      [USDC_ADDRESS, [ROUTER, 1_000_000_000n]],
    ]);
    expect(route.approvalAddress).toBe(ROUTER);
    expect(route.tx).toMatchObject({ tx: { value: '0' } });
  });

  it('resets the allowance of a token like USDT first', async () => {
    const route = await routeOf({ allowance: 5n, isUsdtLike: true }, tokenSell);
    expect(route.approvals?.map(({ data }) => spent(data)?.[1])).toEqual([0n, 1_000_000_000n]);
    // The blocks that they take are left for them.
    expect(route.expirationSeconds).toBe(Math.floor(NOW_MS / 1000) + 300);
  });

  it('needs no approval where the allowance is there', async () => {
    expect((await routeOf({ allowance: 10n ** 12n }, tokenSell)).approvals).toBeUndefined();
  });

  it('is given a quarter more gas than 1inch counts, and never less than the chain’s estimate', async () => {
    expect((await routeOf({})).tx).toMatchObject({ tx: { gas_limit: '250000' } });
    expect((await routeOf({ gas: 400_000n })).tx).toMatchObject({ tx: { gas_limit: '480000' } });
  });

  it('leaves gas to the wallet where 1inch counts 0', async () => {
    upstreamGas(0);
    const { tx, fees } = await routeOf({});
    expect(tx?.type === 'EVM' && 'gas_limit' in tx.tx).toBe(false);
    expect(fees[0]?.amount.baseUnits).toBe(180_000n * 2_000_000_000n);
  });

  it('is withheld when the chain would refuse it, and the route says why in words', async () => {
    const reverts = encodeErrorResult({ abi: SWAP_ABI, errorName: 'ReturnAmountIsNotEnough', args: [1n, 2n] });
    const route = await routeOf({ reverts });
    expect(route.tx).toBeUndefined();
    expect(route.txUnavailable).toBe(
      "1inch's router would refuse the swap at the moment: the price moved past your limit.",
    );
  });

  it('is not simulated while an approval is still to come', async () => {
    const route = await routeOf({ reverts: '0xf4059071' }, tokenSell);
    expect(route.tx).toBeDefined();
    expect(route.approvals).toHaveLength(1);
  });

  it('is made for a sender that is funded later, without a simulation', async () => {
    const route = await routeOf({ balance: 0n, reverts: '0xf4059071' }, { allowUnfunded: true });
    expect(route.tx?.type).toBe('EVM');
  });

  it('is withheld when the sender does not hold the sold amount; the route stays', async () => {
    const route = await routeOf({ balance: 5n * 10n ** 17n });
    expect(route.txUnavailable).toBe('The source address holds 0.5 ETH, less than is to be sold.');
    expect(route.expectedBuy.baseUnits).toBeGreaterThan(0n);
  });

  it.each<[string, Partial<ProviderQuoteRequest>, RegExp]>([
    ['sender', { sourceAddress: '' }, /sent from/],
    ['destination', { destinationAddress: '' }, /destination/],
  ])('is not requested without a %s', async (_what, changes, why) => {
    upstream.calls.length = 0;
    const route = await routeOf({}, changes);
    expect(route.tx).toBeUndefined();
    expect(route.txUnavailable).toMatch(why);
    expect(upstream.calls.some(({ path }) => path.endsWith('/swap'))).toBe(false);
  });

  it('is not built on 1inch’s figure for a token’s decimals: a wrong one would sell a hundred times as much', async () => {
    const evm = { ...evmDouble(), call: async () => Promise.reject(new Error('down')) };
    const route = await routeOf({}, tokenSell, { clients: clientsWith({ evm }) });
    expect(route.tx).toBeUndefined();
    expect(route.txUnavailable).toBe('Ethereum could not be asked just now how many decimals the tokens have.');
  });

  it('is withheld with the setting that would help when the chain cannot be asked', async () => {
    const route = await routeOf({}, {}, { clients: clientsWith() });
    expect(route.txUnavailable).toBe('Nothing is configured for ETH.');
  });
});
