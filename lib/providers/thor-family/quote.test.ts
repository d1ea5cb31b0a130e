import { fc, test } from '@fast-check/vitest';
import { afterEach, describe, expect, it } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { formatAmount } from '../../domain/amount.ts';
import { assetOf, formatAsset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import { withBudget } from '../helper-time.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import { expectSoundRoute } from '../provider-contract.ts';
import { type LoopbackUpstream, loopbackFetch, type Reply, startLoopbackUpstream } from '../test-upstream.ts';
import { fromNode, toNode } from './assets.ts';
import { FAMILY } from './config.ts';
import { createThorFamily } from './index.ts';
import {
  ALICE_BTC,
  ALICE_ETH,
  BOB_BTC,
  listFixture,
  mayaQuote,
  NOW_MS,
  type NodeParts,
  nodeDouble,
  objectFixture,
  request,
  thorQuote,
} from './testing/node-double.ts';

type Json = Record<string, unknown>;
const open: LoopbackUpstream[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function serve(variant: 'thor' | 'maya', parts: NodeParts): Promise<LoopbackUpstream> {
  const upstream = await startLoopbackUpstream(nodeDouble(variant, parts));
  open.push(upstream);
  return upstream;
}

type Around = { second?: NodeParts; clock?: { now: number } };

async function family(
  variant: 'thor' | 'maya',
  parts: NodeParts = {},
  clients = clientsWith(),
  { second, clock = { now: NOW_MS } }: Around = {},
) {
  const upstream = await serve(variant, parts);
  const other = second ? [await serve(variant, second)] : [];
  const provider = createThorFamily({
    variant,
    nodeUrls: [upstream, ...other].map(({ url }) => url),
    midgardUrls: [upstream.url],
    network: 'mainnet',
    clients,
    fetch: loopbackFetch,
    now: () => clock.now,
    log: () => undefined,
  });
  const quote = (changes: Partial<ProviderQuoteRequest> = {}) =>
    provider.quote(request({ ...(variant === 'maya' ? MAYA_PAIR : {}), ...changes }), {
      signal: new AbortController().signal,
    });
  const one = async (changes: Partial<ProviderQuoteRequest> = {}) => {
    const [route] = await quote(changes);
    if (!route) throw new Error('no route');
    return route;
  };
  const refusal = async (changes: Partial<ProviderQuoteRequest> = {}): Promise<ProviderError> => {
    try {
      await quote(changes);
    } catch (error) {
      if (error instanceof ProviderError) return error;
      throw error;
    }
    throw new Error('not refused');
  };
  const asked = () => upstream.calls.filter(({ path }) => path.endsWith('/quote/swap'));
  return { upstream, provider, quote, one, refusal, asked };
}

const HOUR_MS = 3_600_000;

describe('a network that stands still', () => {
  it.each(['thor', 'maya'] as const)(
    '%s: is halted, with when its last block was, from the first question on',
    async (variant) => {
      const { refusal, asked } = await family(variant, { blockAt: NOW_MS - HOUR_MS });
      const { code, message } = await refusal();
      expect(code).toBe('tradingHalted');
      expect(message).toMatch(/stands still: its last block is of 2026-06-27 \d\d:\d\d UTC\. Try again later\./);
      expect(asked()).toEqual([]);
    },
  );

  it('is none while its last block is less than a minute old', async () => {
    const { quote } = await family('maya', { blockAt: NOW_MS - 50_000 });
    expect(await quote()).toHaveLength(1);
  });

  it('stops between two quotes: the next one is refused, none is prepared on what was known', async () => {
    const clock = { now: NOW_MS };
    const { quote, refusal } = await family('maya', {}, clientsWith(), { clock });
    expect(await quote()).toHaveLength(1);
    clock.now += 100_000;
    expect((await refusal({ includeTx: true })).code).toBe('tradingHalted');
  });

  it('is known by its height where the node does not tell the time of its blocks', async () => {
    const clock = { now: NOW_MS };
    const { quote, refusal } = await family('maya', { blockAt: null }, clientsWith(), { clock });
    expect(await quote()).toHaveLength(1);
    clock.now += HOUR_MS;
    expect((await refusal()).code).toBe('tradingHalted');
  });

  it('is no reason to lose a route where a node keeps its latest block to itself by hanging', async () => {
    const { upstream, provider } = await family('maya');
    upstream.answer((call) => (call.path.endsWith('/block') ? { hang: true } : nodeDouble('maya')(call)));
    const asked = request(MAYA_PAIR);
    expect(await provider.quote(asked, withBudget(new AbortController().signal, 8000))).toHaveLength(1);
  });

  it('is told from one node that lags: another base URL quotes', async () => {
    const { quote, asked } = await family('maya', { blockAt: NOW_MS - HOUR_MS }, clientsWith(), { second: {} });
    expect(await quote()).toHaveLength(1);
    expect(asked()).toEqual([]);
  });

  it('and a MAYANode that lags is left by the header of its quote alone', async () => {
    const lagging = (): Reply => ({
      json: mayaQuote(),
      headers: { 'x-mayachain-time': new Date(NOW_MS - HOUR_MS).toISOString() },
    });
    const { quote, asked } = await family('maya', { quote: lagging }, clientsWith(), { second: {} });
    expect(await quote()).toHaveLength(1);
    expect(asked()).toHaveLength(1);
    const { refusal } = await family('maya', { quote: lagging });
    expect((await refusal()).code).toBe('tradingHalted');
  });
});

describe('a chain that hangs', () => {
  const hangs = () => new Promise<never>(() => undefined);
  const evm = { call: hangs, rpc: hangs, codeAt: hangs, balance: hangs, tokenBalance: hangs };

  it('costs the transaction, with true words, and never the route', async () => {
    const { provider } = await family('maya', {}, clientsWith({ evm }));
    const asked = request({ ...MAYA_PAIR, includeTx: true });
    const [route] = await provider.quote(asked, withBudget(new AbortController().signal, 1200));
    expect(route?.tx).toBeUndefined();
    expect(route?.txUnavailable).toBe('Ethereum could not be asked for what a transaction needs.');
  });
});

describe('many who ask at once', () => {
  it('share an answer where every parameter is equal, and nothing where one differs', async () => {
    const { quote, asked } = await family('maya');
    await Promise.all([quote(), quote(), quote()]);
    expect(asked()).toHaveLength(1);
    await Promise.all([quote(), quote({ slippageBps: 7 }), quote({ sellAmount: '0.02' })]);
    expect(asked()).toHaveLength(4);
  });
});

describe('who refuses', () => {
  it.each<[string, Reply]>([
    ['THORNode', { status: 400, json: { code: 3, message: 'some new refusal: invalid request', details: [] } }],
    ['MAYANode', { json: { error: 'some new refusal' }, headers: { 'x-mayachain-height': '1' } }],
  ])('%s itself: no other base URL is asked', async (name, reply) => {
    const variant = name === 'THORNode' ? 'thor' : 'maya';
    const { refusal } = await family(variant, { quote: () => reply }, clientsWith(), { second: {} });
    expect((await refusal()).message).toContain('some new refusal');
  });

  it.each<[string, Reply]>([
    ['200 and an error', { json: { error: 'Too many hops' } }],
    ['403', { status: 403, json: { error: 'forbidden' } }],
  ])('a gateway with %s: the next base URL quotes', async (_kind, reply) => {
    const { quote } = await family('maya', { quote: () => reply }, clientsWith(), { second: {} });
    expect(await quote()).toHaveLength(1);
  });

  it('a gateway that lets nobody in is trouble and no refusal of the swap', async () => {
    const { refusal } = await family('thor', { quote: () => ({ status: 403, json: { error: 'forbidden' } }) });
    expect(await refusal()).toMatchObject({ code: 'httpError', message: expect.stringMatching(/^THORChain’s node/) });
  });
});

const MAYA_PAIR = {
  providerId: 'MAYACHAIN' as const,
  sellAsset: assetOf('ETH.ETH'),
  buyAsset: assetOf('BTC.BTC'),
  sellAmount: '0.01',
  sourceAddress: ALICE_ETH,
  destinationAddress: BOB_BTC,
};

const inboundWith = (chain: string, changes: Json) =>
  listFixture('thor-inbound-addresses').map((entry) => (entry.chain === chain ? { ...entry, ...changes } : entry));
const poolWith = (asset: string, changes: Json) =>
  listFixture('thor-pools').map((pool) => (pool.asset === asset ? { ...pool, ...changes } : pool));
const answering = (body: Json, status = 200) => ({ quote: () => ({ json: body, status }) });

describe('what is asked', () => {
  it('THORCHAIN asks for a rapid swap, THORCHAIN_STREAMING for one sub-swap a block and as many as the node takes', async () => {
    const { quote, asked } = await family('thor');
    await quote();
    await quote({ providerId: 'THORCHAIN_STREAMING' });
    const [plain, streaming] = asked().map(({ query }) => Object.fromEntries(query));
    expect(plain).toEqual({
      from_asset: 'BTC.BTC',
      to_asset: 'ETH.ETH',
      amount: '100000',
      destination: ALICE_ETH,
      streaming_interval: '0',
      liquidity_tolerance_bps: '100',
    });
    expect(streaming).toEqual({ ...plain, streaming_interval: '1', streaming_quantity: '0' });
  });

  it('MAYACHAIN asks for one swap, MAYACHAIN_STREAMING for a sub-swap every three blocks', async () => {
    const { quote, asked } = await family('maya');
    await quote();
    await quote({ providerId: 'MAYACHAIN_STREAMING' });
    expect(asked().map(({ query }) => [query.get('streaming_interval'), query.get('streaming_quantity')])).toEqual([
      ['0', null],
      ['3', '0'],
    ]);
  });

  it.each([
    [0, '1'],
    [1, '1'],
    [50, '50'],
    [9999, '9999'],
    [10_000, null],
  ])('a slippage of %i bps is sent as %s: 0 is the tightest limit, never none', async (slippageBps, sent) => {
    const { quote, asked } = await family('thor');
    await quote({ slippageBps }).catch(() => undefined);
    expect(asked()[0]?.query.get('liquidity_tolerance_bps')).toBe(sent);
    expect(asked()[0]?.query.has('tolerance_bps')).toBe(false);
  });

  it('pitfall 5: sends a BCH destination without its prefix', async () => {
    const parts = {
      quote: (query: URLSearchParams) => ({
        json: thorQuote({
          fees: { ...(thorQuote().fees as Json), asset: 'BCH.BCH' },
          memo: `=:c:${query.get('destination')}:6767753`,
        }),
      }),
    };
    const { one, asked } = await family('thor', parts);
    const address = 'bitcoincash:qzlhal4g3edkspvhcf8pt0wfm8uem7zazgm4jk9dz3';
    const route = await one({ buyAsset: assetOf('BCH.BCH'), destinationAddress: address });
    expect(asked()[0]?.query.get('destination')).toBe('qzlhal4g3edkspvhcf8pt0wfm8uem7zazgm4jk9dz3');
    expect(route.destinationAddress).toBe(address);
  });
});

describe('pitfall 1: units are converted once, at the border', () => {
  test.prop([fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.constantFrom(2, 4, 6, 8, 10, 18)])(
    'what goes to the node and comes back never grows, and loses less than one unit of the coarser side',
    (baseUnits, decimals) => {
      const asset = assetOf('ETH.ETH');
      const amount = { asset, decimals, baseUnits };
      const back = fromNode(FAMILY.thor, asset, decimals, toNode(FAMILY.thor, amount), 'down').baseUnits;
      expect(back).toBeLessThanOrEqual(baseUnits);
      expect(baseUnits - back).toBeLessThan(10n ** BigInt(Math.max(decimals - 8, 0)));
    },
  );

  it.each([
    ['MAYA.CACAO', 10, '12345678901'],
    ['MAYA.MAYA', 4, '12345'],
    ['BTC.BTC', 8, '123456789'],
  ])('%s is counted with %i decimals', (asset, decimals, units) => {
    expect(toNode(FAMILY.maya, { asset: assetOf(asset), decimals, baseUnits: BigInt(units) })).toBe(BigInt(units));
  });

  it('sells only what the node counts: wei below its eight decimals stay with the seller', async () => {
    const { one, asked } = await family('maya');
    const route = await one({ sellAmount: '1.123456789123456789' });
    expect(formatAmount(route.sell)).toBe('1.12345678');
    expect(asked()[0]?.query.get('amount')).toBe('112345678');
  });

  it('refuses digits that the asset does not have, and amounts that the node cannot count', async () => {
    const thor = await family('thor');
    expect((await thor.refusal({ sellAmount: '0.123456789' })).code).toBe('invalidSellAmount');
    const maya = await family('maya');
    expect((await maya.refusal({ sellAmount: '0.000000001' })).code).toBe('invalidSellAmount');
    expect([...thor.asked(), ...maya.asked()]).toEqual([]);
  });
});

describe('the route', () => {
  it('carries the recorded quote to the unit', async () => {
    const { one } = await family('thor', { quote: () => ({ json: thorQuote() }) });
    const route = await one({ slippageBps: 200 });
    expectSoundRoute(route, request({ slippageBps: 200 }));
    expect(formatAmount(route.expectedBuy)).toBe('0.0676843');
    expect(formatAmount(route.guaranteedBuy)).toBe('0.067');
    expect(route.memo).toBe('=:ETH.ETH:0x1111111111111111111111111111111111111111:6700000');
    expect(route.inboundAddress).toBe('bc1qct4mxayrdy96d4py20l4u02mu06r667f42p9fp');
    expect(route.targetAddress).toBe(route.inboundAddress);
    expect(route.expirationSeconds).toBe(1_782_589_433);
    expect(route.fees.map(({ type, amount, chain }) => [type, formatAmount(amount), chain])).toEqual([
      ['inbound', '0.00004452', 'BTC'],
      ['liquidity', '0.0001359', 'ETH'],
      ['outbound', '0.0001582', 'ETH'],
    ]);
  });

  it('lapses although the node does not say when: whoever signs is told how long they have', async () => {
    const { one } = await family('thor', { quote: () => ({ json: thorQuote({ expiry: undefined }) }) });
    expect((await one({ slippageBps: 200 })).expirationSeconds).toBe(Math.floor(NOW_MS / 1000) + 900);
  });

  it('guarantees what the memo enforces, in scientific form too', async () => {
    const memo = `=:e:${ALICE_ETH}:6702e3`;
    const { one } = await family('thor', { quote: () => ({ json: thorQuote({ memo }) }) });
    expect(formatAmount((await one({ slippageBps: 100 })).guaranteedBuy)).toBe('0.06702');
  });

  it('guarantees 0 where the caller wants no limit', async () => {
    const { one } = await family('thor');
    expect((await one({ slippageBps: 10_000 })).guaranteedBuy.baseUnits).toBe(0n);
  });

  it('EVM payments go to the router, never plainly to the vault', async () => {
    const { one } = await family('maya');
    const route = await one();
    expect(route.targetAddress).toBe('0xe3985E6b61b814F7Cdb188766562ba71b446B46d');
    expect(route.vaultAddress).toBe('0xb9ac6d689a18be4588f348301208e40f57a868d4');
    expect(route.inboundAddress).toBeUndefined();
    expect(route.approvalAddress).toBeUndefined();
  });

  it('payments on the network’s own chain have no address', async () => {
    const body = mayaQuote({ inbound_address: undefined, router: undefined, memo: `=:b:${BOB_BTC}:5247739` });
    const { one } = await family('maya', answering(body));
    const route = await one({
      sellAsset: assetOf('MAYA.CACAO'),
      sellAmount: '1000.0123456789',
      sourceAddress: 'maya1x',
    });
    expect([route.targetAddress, route.inboundAddress, route.vaultAddress]).toEqual([undefined, undefined, undefined]);
    expect(formatAmount(route.sell)).toBe('1000.0123456789');
  });

  it('RUNE into Maya is a plain transfer to its vault', async () => {
    const vault = 'thor1ywkdg8kw4hkdjvrw4kucsttkjcmkguz2xv9yd0';
    const body = mayaQuote({ inbound_address: vault, router: undefined, memo: `=:b:${BOB_BTC}:5247739` });
    const { one } = await family('maya', answering(body));
    expect((await one({ sellAsset: assetOf('THOR.RUNE'), sellAmount: '700' })).inboundAddress).toBe(vault);
  });

  it('tells what it costs against the pools’ price, and the pools’ part of that (a worked vector of the node’s own suite)', async () => {
    const pools = [{ asset: 'BTC.BTC', status: 'Available', balance_asset: '100000000', balance_rune: '100000350000' }];
    const fees = {
      asset: 'BTC.BTC',
      liquidity: '9998',
      outbound: '7000',
      affiliate: '0',
      slippage_bps: 100,
      total_bps: 170,
    };
    const body = {
      fees,
      expected_amount_out: '973292',
      recommended_min_amount_in: '24000084',
      memo: `=:b:${BOB_BTC}:963559`,
    };
    const { one } = await family('thor', { ...answering(body), pools });
    const pair = { sellAsset: assetOf('THOR.RUNE'), buyAsset: assetOf('BTC.BTC'), destinationAddress: BOB_BTC };
    const route = await one({ ...pair, sellAmount: '10', sourceAddress: 'thor1x' });
    expect([route.totalSlippageBps, route.priceImpactPercent]).toEqual([267, 1.97]);
    expect(route.fees.map(({ type, amount }) => [type, formatAmount(amount)])).toEqual([
      ['inbound', '0.02'],
      ['liquidity', '0.00009998'],
      ['outbound', '0.00007'],
    ]);
  });

  it('tells dollars as the node does, or from the deepest dollar pool', async () => {
    const { one } = await family('thor');
    expect((await one()).pricesUsd.map(({ priceUsd }) => Math.round(priceUsd))).toEqual([6733, 385]);
    const told = await family('thor', { pools: poolWith('BTC.BTC', { asset_tor_price: '6500012345678' }) });
    expect((await told.one()).pricesUsd[0]?.priceUsd).toBeCloseTo(65_000.12, 2);
    const maya = await (await family('maya')).one();
    expect(Math.round(maya.pricesUsd[0]?.priceUsd ?? 0)).toBe(2634);
  });

  it('takes no less time than the node says, and a block on each side more', async () => {
    const { one } = await family('thor');
    expect((await one()).estimatedTime).toEqual({ inbound: 600, swap: 6, outbound: 12, total: 1218 });
  });

  it('prices what the sender pays on top, so that ranking can subtract it', async () => {
    const eth = listFixture('thor-inbound-addresses').find(({ chain }) => chain === 'ETH');
    const { one } = await family('thor', {
      quote: () => ({
        json: thorQuote({
          fees: { ...(thorQuote().fees as Json), asset: 'BTC.BTC' },
          inbound_address: eth?.address,
          router: eth?.router,
        }),
      }),
    });
    const route = await one({
      sellAsset: assetOf('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
      buyAsset: assetOf('BTC.BTC'),
      sellAmount: '1000',
      destinationAddress: undefined,
    });
    const priced = route.pricesUsd.map(({ asset }) => formatAsset(asset));
    expect(priced).toEqual(expect.arrayContaining(route.fees.map(({ amount }) => formatAsset(amount.asset))));
    expect(priced).toContain('ETH.ETH');
  });

  it('warns of a swap that is large for its pool', async () => {
    const warnings = async (balance_asset: string) =>
      (await (await family('thor', { pools: poolWith('BTC.BTC', { balance_asset }) })).one()).warnings;
    expect((await warnings('1000000')).map(({ code }) => code)).toEqual(['lowLiquidity']);
    expect(await warnings('100000000000')).toEqual([]);
  });
});

describe('a sale larger than the pool', () => {
  it('is told to sell less, not more, where the node says that nothing is left', async () => {
    const { refusal } = await family('maya', {
      quote: () => ({ json: { error: 'failed to simulate swap: not enough asset to pay for fees' } }),
    });
    expect(await refusal({ sellAmount: '20000000' })).toMatchObject({ code: 'insufficientLiquidity' });
    expect(await refusal()).toMatchObject({ code: 'swapAmountTooSmall' });
  });
});

describe('streaming', () => {
  it('is offered only where the amount streams', async () => {
    const { refusal } = await family('thor', {
      quote: () => ({ json: thorQuote({ max_streaming_quantity: 1, memo: `=:e:${ALICE_ETH}:6767753/1/0` }) }),
    });
    const error = await refusal({ providerId: 'THORCHAIN_STREAMING' });
    expect(error.code).toBe('quoteNotFound');
    expect(error.message).toContain('does not stream');
  });

  it('tells its interval and its most sub-swaps', async () => {
    const { one } = await family('thor');
    const route = await one({ providerId: 'THORCHAIN_STREAMING' });
    expect([route.streamingInterval, route.maxStreamingQuantity]).toEqual([1, 3]);
  });

  it('is asked once more with fewer sub-swaps where one of them could not pay the outbound fee', async () => {
    const refused = {
      status: 400,
      json: {
        code: 3,
        message: 'amount less than min swap amount (recommended_min_amount_in: 30000): invalid request',
      },
    };
    const { one, asked } = await family('thor', {
      quote: (query) =>
        query.get('streaming_quantity') === '3'
          ? { json: thorQuote({ max_streaming_quantity: 3, memo: `=:e:${ALICE_ETH}:6767753/1/3` }) }
          : refused,
    });
    await one({ providerId: 'THORCHAIN_STREAMING' });
    expect(asked()).toHaveLength(2);
  });

  it('is not asked again where that cannot help, and names the minimum in the units that are sold', async () => {
    const { refusal, asked } = await family('thor', {
      quote: () => ({
        status: 400,
        json: {
          code: 3,
          message: 'amount less than min swap amount (recommended_min_amount_in: 178950): invalid request',
        },
      }),
    });
    const error = await refusal({ sellAmount: '0.001' });
    expect(error.code).toBe('swapAmountTooSmall');
    expect(error.message).toContain('0.0017895 BTC');
    expect(asked()).toHaveLength(1);
  });

  it('names no minimum to somebody who sells more than it', async () => {
    const message = 'amount less than min swap amount (recommended_min_amount_in: 9258): invalid request';
    const { refusal } = await family('thor', { quote: () => ({ status: 400, json: { code: 3, message } }) });
    const error = await refusal({ sellAmount: '0.1' });
    expect(error.code).toBe('swapAmountTooSmall');
    expect(error.message).not.toContain('or more');
  });
});

describe('local checks', () => {
  it('1: a memo that pays another address is refused', async () => {
    const { refusal } = await family('thor', {
      quote: () => ({ json: thorQuote({ memo: '=:e:0x2222222222222222222222222222222222222222:6767753' }) }),
    });
    expect(await refusal()).toMatchObject({
      code: 'unknownError',
      message: expect.stringContaining('another address'),
    });
  });

  it('1: a memo that buys another asset, or none at all, is refused', async () => {
    for (const memo of [`=:b:${ALICE_ETH}:6767753`, `+:e:${ALICE_ETH}`, undefined]) {
      const { refusal } = await family('thor', answering(thorQuote({ memo })));
      expect((await refusal()).code).toBe('unknownError');
    }
  });

  it('1: a memo without the limit that was asked for, or with a lower one, is refused', async () => {
    for (const limit of ['', ':5000000']) {
      const { refusal } = await family('thor', answering(thorQuote({ memo: `=:e:${ALICE_ETH}${limit}` })));
      expect((await refusal({ slippageBps: 100 })).message).toContain('protects the price less');
    }
  });

  it('1: fees in another asset are a quote for another swap', async () => {
    const fees = { ...(thorQuote().fees as Json), asset: 'LTC.LTC' };
    const { refusal } = await family('thor', answering(thorQuote({ fees })));
    expect((await refusal()).code).toBe('unknownError');
  });

  it('2, pitfall 3: a vault that the network does not list is refused, after the list was read anew', async () => {
    const { refusal, upstream } = await family('thor', { inbound: inboundWith('BTC', { address: BOB_BTC }) });
    expect((await refusal()).message).toContain('list of vaults');
    expect(upstream.calls.filter(({ path }) => path.endsWith('/inbound_addresses'))).toHaveLength(2);
  });

  it('2, pitfall 3: right after a churn the fresh list decides', async () => {
    let churned = false;
    const parts: NodeParts = {
      get inbound() {
        return inboundWith('BTC', churned ? {} : { address: BOB_BTC });
      },
      quote: () => {
        churned = true;
        return { json: thorQuote() };
      },
    };
    const { one } = await family('thor', parts);
    expect((await one({ slippageBps: 200 })).inboundAddress).toBe('bc1qct4mxayrdy96d4py20l4u02mu06r667f42p9fp');
  });

  it('2, pitfall 12: a router that the network does not list is refused', async () => {
    const { refusal } = await family(
      'maya',
      answering(mayaQuote({ memo: `=:b:${BOB_BTC}:5247739`, router: '0x0000000000000000000000000000000000000bad' })),
    );
    expect((await refusal()).message).toContain('list of routers');
  });

  it.each([
    ['BTC', { halted: true }],
    ['BTC', { global_trading_paused: true }],
    ['BTC', { chain_trading_paused: true }],
    ['ETH', { halted: true }],
    ['ETH', { chain_trading_paused: true }],
  ])(
    '2, pitfall 11: %s with %o halts the pair on either side, before any amount is looked at',
    async (chain, flags) => {
      const { refusal, asked } = await family('thor', { inbound: inboundWith(chain, flags) });
      expect((await refusal({ sellAmount: '0.00000001' })).code).toBe('tradingHalted');
      expect(asked()).toEqual([]);
    },
  );

  it('2, pitfall 11: switches of the network count as well, from the height that they name', async () => {
    const halted = async (mimir: Json) =>
      (await family('thor', { mimir })).quote().then(
        () => false,
        (error) => error.code === 'tradingHalted',
      );
    expect(await halted({ HALTTRADING: 1 })).toBe(true);
    expect(await halted({ HALTETHTRADING: 28_135_000 })).toBe(true);
    expect(await halted({ HALTETHTRADING: 99_135_243 })).toBe(false);
  });

  it('2: pause flags that Maya leaves out are false', async () => {
    const inbound = listFixture('maya-inbound-addresses').map(
      ({ halted: _h, global_trading_paused: _g, chain_trading_paused: _c, ...entry }) => entry,
    );
    const { one } = await family('maya', { inbound });
    expect((await one()).providers).toEqual(['MAYACHAIN']);
  });

  it('2: a chain without a vault is not supported now', async () => {
    const { refusal } = await family('thor');
    expect((await refusal({ sellAsset: assetOf('ZEC.ZEC') })).code).toBe('unsupportedChainId');
  });

  it('3: dust is refused with the least amount: it would be lost', async () => {
    const { refusal, asked } = await family('thor');
    const error = await refusal({ sellAmount: '0.00009999' });
    expect(error.code).toBe('swapAmountTooSmall');
    expect(error.message).toContain('0.0001 BTC');
    expect(asked()).toEqual([]);
  });

  it('3: an amount below the recommended minimum is refused with that minimum in sell units', async () => {
    const { refusal } = await family('thor', answering(thorQuote({ recommended_min_amount_in: '100001' })));
    expect(await refusal({ slippageBps: 200 })).toMatchObject({
      code: 'swapAmountTooSmall',
      message: expect.stringContaining('0.00100001 BTC'),
    });
  });

  it('a pool that is staged has too little liquidity, one that does not exist no token', async () => {
    const { refusal } = await family('thor');
    const staged = assetOf('ETH.WSTETH-0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0');
    expect((await refusal({ buyAsset: staged })).code).toBe('insufficientLiquidity');
    expect((await refusal({ buyAsset: assetOf(`ETH.NOPE-0x${'1'.repeat(40)}`) })).code).toBe('tokenNotFound');
    const suspended = await family('thor', { pools: poolWith('ETH.ETH', { status: 'Suspended' }) });
    expect((await suspended.refusal()).code).toBe('tradingHalted');
    const halted = await family('thor', { pools: poolWith('ETH.ETH', { trading_halted: true }) });
    expect((await halted.refusal()).code).toBe('tradingHalted');
  });

  it('an expired quote is refused', async () => {
    const { refusal } = await family('thor', answering(thorQuote({ expiry: NOW_MS / 1000 - 1 })));
    expect((await refusal({ slippageBps: 200 })).message).toContain('expired');
  });

  it('MAYANode refusing with HTTP 200 is a refusal, not a quote', async () => {
    const { refusal } = await family('maya', answering({ error: 'amount less than dust threshold' }));
    expect((await refusal()).code).toBe('swapAmountTooSmall');
  });

  it('THORNode refusing with HTTP 500 is its own word and is not asked again', async () => {
    const body = listFixture('thor-errors')[1]?.body as Json;
    const { refusal, asked } = await family('thor', answering(body, 500));
    expect((await refusal()).message).toContain('another chain');
    expect(asked()).toHaveLength(1);
  });

  it('a lagging node is left for the next one, and is httpError where there is none', async () => {
    const { refusal } = await family(
      'thor',
      answering({ code: 3, message: 'refusing quote on node with stale state: invalid request' }, 400),
    );
    expect((await refusal()).code).toBe('httpError');
  });
});

describe('affiliates (pitfalls 2 and 8)', () => {
  const affiliate = (feeBps: number, payout?: Record<string, string>) => ({
    affiliate: { name: 'ptg', feeBps, ...(payout ? { payout } : {}) },
  });

  it('go into the quote by their payout name, and the route says what is paid', async () => {
    const { one, asked } = await family('thor');
    const route = await one({ ...affiliate(10, { thorname: 'odin' }) });
    expect(asked()[0]?.query.get('affiliate')).toBe('odin');
    expect(asked()[0]?.query.get('affiliate_bps')).toBe('10');
    expect(route.affiliate).toEqual({ name: 'ptg', feeBps: 10 });
    expect(route.fees.some(({ type }) => type === 'affiliate')).toBe(true);
  });

  it('are looked up once', async () => {
    const { one, upstream } = await family('thor');
    await one({ ...affiliate(10, { thorname: 'odin' }) });
    await one({ ...affiliate(10, { thorname: 'odin' }) });
    expect(upstream.calls.filter(({ path }) => path.includes('/thorname/'))).toHaveLength(1);
  });

  it.each([
    ['no payout name', affiliate(10), 'no thorname'],
    ['more than the network pays', affiliate(1001, { thorname: 'odin' }), '1000 basis points'],
  ])('are never dropped quietly: %s is an error', async (_why, changes, words) => {
    const { refusal, asked } = await family('thor');
    const error = await refusal(changes);
    expect(error.code).toBe('unknownError');
    expect(error.message).toContain(words);
    expect(asked()).toEqual([]);
  });

  it('have other limits on Maya', async () => {
    const { refusal } = await family('maya');
    expect((await refusal(affiliate(501, { mayaname: 'ptg' }))).message).toContain('500 basis points');
  });

  it('4: a name that nobody owns would be paid nothing, so it is an error', async () => {
    const unowned = { status: 500, json: { code: 2, message: 'fail to fetch THORName', details: [] } };
    const { refusal, asked } = await family('thor', { name: unowned });
    expect((await refusal(affiliate(10, { thorname: 'nobody' }))).message).toContain('Nobody owns');
    expect(asked()).toEqual([]);
    const maya = await family('maya', { name: { status: 404, json: { error: "mayaname doesn't exist: nobody" } } });
    expect((await maya.refusal(affiliate(10, { mayaname: 'nobody' }))).message).toContain('Nobody owns');
  });

  it('4: an expired name is an error', async () => {
    const { refusal } = await family('thor', {
      name: { json: { ...objectFixture('thor-thorname'), expire_block_height: 5 } },
    });
    expect((await refusal(affiliate(10, { thorname: 'odin' }))).message).toContain('expired');
  });

  it('a fee that the network would skip at this amount is an error, never a route without it', async () => {
    const { refusal } = await family('thor', answering(thorQuote({ memo: `=:e:${ALICE_ETH}:6767753:odin:10` })));
    expect((await refusal({ ...affiliate(10, { thorname: 'odin' }) })).code).toBe('swapAmountTooSmall');
  });

  it('a memo that does not pay the affiliate is refused', async () => {
    const fees = { ...(thorQuote().fees as Json), affiliate: '10' };
    const { refusal } = await family('thor', answering(thorQuote({ fees, memo: `=:e:${ALICE_ETH}:6767753` })));
    expect((await refusal({ ...affiliate(10, { thorname: 'odin' }) })).message).toContain('affiliate');
  });
});

describe('a refund address', () => {
  const BACK = '0x4444444444444444444444444444444444444444';
  const withRefund = (refund: string) => answering(mayaQuote({ memo: `=:b:${BOB_BTC}${refund}:5247739` }));

  it('is asked of the node and stands in the memo', async () => {
    const { one, asked: calls } = await family('maya', withRefund(`/${BACK}`));
    const route = await one({ refundAddress: BACK });
    expect(calls()[0]?.query.get('refund_address')).toBe(BACK);
    expect(route.refundAddress).toBe(BACK);
    expect(route.memo).toContain(`/${BACK}:`);
  });

  it('that is the payer’s own needs no place in the memo', async () => {
    const { one, asked: calls } = await family('maya', withRefund(''));
    expect((await one({ refundAddress: ALICE_ETH })).refundAddress).toBe(ALICE_ETH);
    expect(calls()[0]?.query.has('refund_address')).toBe(false);
  });

  it.each([
    ['is left out', '', { refundAddress: BACK }],
    ['is another', `/${ALICE_ETH}`, { refundAddress: BACK }],
    ['was not asked for', `/${BACK}`, {}],
  ])('that %s in the memo is an error, never a route', async (_what, refund, changes) => {
    const { refusal } = await family('maya', withRefund(refund));
    expect((await refusal(changes)).message).toMatch(/refunds to another address/);
  });

  it('that makes the memo too long is an error that says so', async () => {
    const text = 'generated memo too long for source chain: invalid request';
    const { refusal } = await family('thor', answering({ code: 3, message: text, details: [] }, 400));
    expect((await refusal({ refundAddress: BOB_BTC, slippageBps: 10_000 })).message).toMatch(
      /refund address stands in the memo.*80 bytes/,
    );
  });
});

describe('pitfall 2: memos that are too long', () => {
  const TOO_LONG = {
    status: 400,
    json: { code: 3, message: 'generated memo too long for source chain: invalid request', details: [] },
  };
  const usdc = assetOf('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
  const withMemo = (memo: string) =>
    thorQuote({
      expected_amount_out: '6768430123',
      memo,
      fees: {
        asset: usdcNode,
        outbound: '15820',
        liquidity: '13590',
        affiliate: '68000',
        slippage_bps: 19,
        total_bps: 43,
      },
    });
  const usdcNode = 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48';
  const sell = { buyAsset: usdc, affiliate: { name: 'ptg', feeBps: 10, payout: { thorname: 'longishname' } } };

  it('get a limit in fewer digits, never a looser one, and nothing of them is cut', async () => {
    const { one, asked } = await family('thor', {
      quote: (query) =>
        query.has('liquidity_tolerance_bps') ? TOO_LONG : { json: withMemo(`=:ETH.USDC:${ALICE_ETH}::longishname:10`) },
    });
    const route = await one(sell);
    expect(route.memo).toBe(`=:ETH.USDC:${ALICE_ETH}:6700745821:longishname:10`);
    expect(asked()).toHaveLength(2);
    const longer = await family('thor', {
      quote: (query) =>
        query.has('liquidity_tolerance_bps')
          ? TOO_LONG
          : { json: withMemo(`=:ETH.USDC-6EB48:${ALICE_ETH}:0/1/0:longis:10`) },
    });
    const shortened = await longer.one({
      ...sell,
      affiliate: { name: 'ptg', feeBps: 10, payout: { thorname: 'longis' } },
    });
    expect(shortened.memo).toBe(`=:ETH.USDC-6EB48:${ALICE_ETH}:6701e6/1/0:longis:10`);
    expect(shortened.guaranteedBuy.baseUnits).toBe(67_010_000n);
  });

  it('are an error where even that does not fit', async () => {
    const { refusal } = await family('thor', {
      quote: (query) =>
        query.has('liquidity_tolerance_bps')
          ? TOO_LONG
          : { json: withMemo(`=:ETH.USDC:${ALICE_ETH}::averyveryverylongname:10`) },
    });
    const error = await refusal({
      ...sell,
      affiliate: { name: 'ptg', feeBps: 10, payout: { thorname: 'averyveryverylongname' } },
    });
    expect(error.message).toContain('longer than the source chain can carry');
  });

  it('are refused though the node gave them: BTC carries 80 bytes', async () => {
    const memo = `=:e:${ALICE_ETH}:6767753/0001/0000000000000000000000000000000000000000`;
    const { refusal } = await family('thor', answering(thorQuote({ memo })));
    expect((await refusal()).message).toContain('80');
  });
});

describe('what the family does not do', () => {
  it.each([
    ['THOR.BTC/BTC', 'crossChainNotSupported'],
    ['DOT.DOT', 'unsupportedChainId'],
    ['DASH.DASH', 'unsupportedChainId'],
    ['MATIC.MATIC', 'unsupportedChainId'],
  ])('%s is refused locally', async (asset, code) => {
    const { provider, refusal } = await family('thor');
    const pair = { sellAsset: assetOf(asset), buyAsset: assetOf('ETH.ETH') };
    expect(provider.refuse(pair, 'THORCHAIN')?.code).toBe(code);
    expect((await refusal(pair)).code).toBe(code);
  });

  it('an asset is not swapped into itself', async () => {
    const { provider } = await family('thor');
    expect(provider.refuse({ sellAsset: assetOf('BTC.BTC'), buyAsset: assetOf('btc.btc') }, 'THORCHAIN')?.code).toBe(
      'quoteNotFound',
    );
  });
});

describe('tokens', () => {
  it('come from the pools, with true addresses, and say why one cannot be swapped now', async () => {
    const { provider } = await family('thor', { inbound: inboundWith('LTC', { halted: true }) });
    const tokens = await provider.tokens({ signal: new AbortController().signal });
    const of = (symbol: string, chain = 'ETH') =>
      tokens.find(({ asset }) => asset.symbol === symbol && asset.chain === chain);
    expect(of('USDC')).toMatchObject({ asset: { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }, decimals: 6 });
    expect(of('DAI')?.decimals).toBe(18);
    expect(of('RUNE', 'THOR')).toMatchObject({
      decimals: 8,
      name: 'Rune',
      providers: ['THORCHAIN', 'THORCHAIN_STREAMING'],
    });
    expect(of('LTC', 'LTC')?.unavailable).toContain('halted');
    expect(of('WSTETH')?.unavailable).toContain('not open');
    expect(of('BTC', 'BTC')?.unavailable).toBeUndefined();
  });

  it('leave out chains that Portage does not have', async () => {
    const { provider } = await family('thor');
    const tokens = await provider.tokens({ signal: new AbortController().signal });
    expect(tokens.some(({ asset }) => asset.symbol === 'BNB' && asset.chain !== 'BSC')).toBe(false);
  });

  it('read the decimals of a token on its chain once, and never guess where they can be read', async () => {
    let reads = 0;
    const call = async (to: string) => {
      if (to.toLowerCase() === '0x6b175474e89094c44da98b954eedeac495271d0f') reads += 1;
      return `0x${'7'.padStart(64, '0')}`;
    };
    const { provider } = await family('thor', {}, clientsWith({ evm: { call } }));
    const dai = async () =>
      (await provider.tokens({ signal: new AbortController().signal })).find(({ asset }) => asset.symbol === 'DAI');
    expect((await dai())?.decimals).toBe(7);
    await dai();
    expect(reads).toBe(1);
  });

  it('count CACAO with ten decimals', async () => {
    const { provider } = await family('maya');
    const tokens = await provider.tokens({ signal: new AbortController().signal });
    expect(tokens.find(({ asset }) => asset.symbol === 'CACAO')?.decimals).toBe(10);
    expect(tokens.find(({ asset }) => asset.symbol === 'DASH')?.priceUsd).toBeCloseTo(25.7, 0);
  });
});

describe('addresses', () => {
  it('the payer’s is told back', async () => {
    const { one } = await family('thor');
    expect((await one()).sourceAddress).toBe(ALICE_BTC);
  });
});
