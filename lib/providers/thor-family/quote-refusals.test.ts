/** Payments that the network would lose, refuse or not answer are refused before they are made. */
import { describe, expect, it } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { assetOf } from '../../domain/asset.ts';
import { withBudget } from '../helper-time.ts';
import type { Reply } from '../test-upstream.ts';
import { answering, family, inboundWith, type Json, MAYA_PAIR, poolWith } from './testing/family.ts';
import {
  ALICE_ETH,
  BOB_BTC,
  listFixture,
  mayaQuote,
  NOW_MS,
  type NodeAnswers,
  nodeDouble,
  request,
  thorQuote,
} from './testing/node-double.ts';

const HOUR_MS = 3_600_000;

describe('a network that has stopped', () => {
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

  it('trades while its last block is less than a minute old', async () => {
    const { quote } = await family('maya', { blockAt: NOW_MS - 50_000 });
    expect(await quote()).toHaveLength(1);
  });

  it('and stops between two quotes: the next one is refused, none is prepared from the known state', async () => {
    const clock = { now: NOW_MS };
    const { quote, refusal } = await family('maya', {}, clientsWith(), { clock });
    expect(await quote()).toHaveLength(1);
    clock.now += 100_000;
    expect((await refusal({ includeTx: true })).code).toBe('tradingHalted');
  });

  it('is recognised by its height when the node gives no time of its blocks', async () => {
    const clock = { now: NOW_MS };
    const { quote, refusal } = await family('maya', { blockAt: null }, clientsWith(), { clock });
    expect(await quote()).toHaveLength(1);
    clock.now += HOUR_MS;
    expect((await refusal()).code).toBe('tradingHalted');
  });

  it('costs no route when only the request for a node’s latest block hangs', async () => {
    const { upstream, provider } = await family('maya');
    upstream.answer((call) => (call.path.endsWith('/block') ? { hang: true } : nodeDouble('maya')(call)));
    const asked = request(MAYA_PAIR);
    expect(await provider.quote(asked, withBudget(new AbortController().signal, 8000))).toHaveLength(1);
  });

  it('is distinguished from one node that lags: another base URL quotes', async () => {
    const { quote, asked } = await family('maya', { blockAt: NOW_MS - HOUR_MS }, clientsWith(), { second: {} });
    expect(await quote()).toHaveLength(1);
    expect(asked()).toEqual([]);
  });

  it('and a lagging MAYANode is skipped by the header of its quote alone', async () => {
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

  it('costs the transaction, with a true sentence, and never the route', async () => {
    const { provider } = await family('maya', {}, clientsWith({ evm }));
    const asked = request({ ...MAYA_PAIR, includeTx: true });
    const [route] = await provider.quote(asked, withBudget(new AbortController().signal, 1200));
    expect(route?.tx).toBeUndefined();
    expect(route?.txUnavailable).toBe('Ethereum could not be asked for what a transaction needs.');
  });
});

describe('many callers at once', () => {
  it('share an answer when every parameter is equal, and none when one differs', async () => {
    const { quote, asked } = await family('maya');
    await Promise.all([quote(), quote(), quote()]);
    expect(asked()).toHaveLength(1);
    await Promise.all([quote(), quote({ slippageBps: 7 }), quote({ sellAmount: '0.02' })]);
    expect(asked()).toHaveLength(4);
  });
});

describe('the refusing side', () => {
  it.each<[string, Reply]>([
    ['THORNode', { status: 400, json: { code: 3, message: 'some new refusal: invalid request', details: [] } }],
    ['MAYANode', { json: { error: 'some new refusal' }, headers: { 'x-mayachain-height': '1' } }],
  ])('is %s itself: no other base URL is asked', async (name, reply) => {
    const variant = name === 'THORNode' ? 'thor' : 'maya';
    const { refusal } = await family(variant, { quote: () => reply }, clientsWith(), { second: {} });
    expect((await refusal()).message).toContain('some new refusal');
  });

  it.each<[string, Reply]>([
    ['200 and an error', { json: { error: 'Too many hops' } }],
    ['403', { status: 403, json: { error: 'forbidden' } }],
  ])('is a gateway with %s: the next base URL quotes', async (_kind, reply) => {
    const { quote } = await family('maya', { quote: () => reply }, clientsWith(), { second: {} });
    expect(await quote()).toHaveLength(1);
  });

  it('is a gateway that blocks everyone: a failure and not a refusal of the swap', async () => {
    const { refusal } = await family('thor', { quote: () => ({ status: 403, json: { error: 'forbidden' } }) });
    expect(await refusal()).toMatchObject({ code: 'httpError', message: expect.stringMatching(/^THORChain’s node/) });
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

  it('1: a memo that buys another asset, or names none, is refused', async () => {
    for (const memo of [`=:b:${ALICE_ETH}:6767753`, `+:e:${ALICE_ETH}`, undefined]) {
      const { refusal } = await family('thor', answering(thorQuote({ memo })));
      expect((await refusal()).code).toBe('unknownError');
    }
  });

  it('1: a memo without the requested limit, or with a lower one, is refused', async () => {
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

  it('2, pitfall 3: a vault that the network does not list is refused, after the list was read again', async () => {
    const { refusal, upstream } = await family('thor', { inbound: inboundWith('BTC', { address: BOB_BTC }) });
    expect((await refusal()).message).toContain('list of vaults');
    expect(upstream.calls.filter(({ path }) => path.endsWith('/inbound_addresses'))).toHaveLength(2);
  });

  it('2, pitfall 3: right after a churn the fresh list decides', async () => {
    let churned = false;
    const answers: NodeAnswers = {
      get inbound() {
        return inboundWith('BTC', churned ? {} : { address: BOB_BTC });
      },
      quote: () => {
        churned = true;
        return { json: thorQuote() };
      },
    };
    const { one } = await family('thor', answers);
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
  ])('2, pitfall 11: %s with %o halts the pair on either side, before any amount is checked', async (chain, flags) => {
    const { refusal, asked } = await family('thor', { inbound: inboundWith(chain, flags) });
    expect((await refusal({ sellAmount: '0.00000001' })).code).toBe('tradingHalted');
    expect(asked()).toEqual([]);
  });

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

  it('3: dust is refused with the minimum amount: it would be lost', async () => {
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

  it('a staged pool has too little liquidity, a missing one means an unknown token', async () => {
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

  it('THORNode refusing with HTTP 500 is its own refusal and is not asked again', async () => {
    const body = listFixture('thor-errors')[1]?.body as Json;
    const { refusal, asked } = await family('thor', answering(body, 500));
    expect((await refusal()).message).toContain('another chain');
    expect(asked()).toHaveLength(1);
  });

  it('a lagging node is skipped, and is httpError when there is no other', async () => {
    const { refusal } = await family(
      'thor',
      answering({ code: 3, message: 'refusing quote on node with stale state: invalid request' }, 400),
    );
    expect((await refusal()).code).toBe('httpError');
  });
});

describe('swaps that the family does not make', () => {
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
