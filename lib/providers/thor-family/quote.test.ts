/** A route of THORChain or MAYAChain shows what its node quoted, to the unit. */

import { describe, expect, it } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { formatAmount } from '../../domain/amount.ts';
import { assetOf, formatAsset } from '../../domain/asset.ts';
import { fc, property } from '../../domain/test-property.ts';
import { expectSoundRoute } from '../provider-contract.ts';
import { fromNode, toNode } from './assets.ts';
import { FAMILY } from './config.ts';
import { answering, family, inboundWith, type Json, poolWith } from './testing/family.ts';
import {
  ALICE_BTC,
  ALICE_ETH,
  BOB_BTC,
  listFixture,
  mayaQuote,
  NOW_MS,
  request,
  thorQuote,
} from './testing/node-double.ts';

describe('the request', () => {
  it('of THORCHAIN is a rapid swap, of THORCHAIN_STREAMING one sub-swap a block and as many as the node takes', async () => {
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

  it('of MAYACHAIN is one swap, of MAYACHAIN_STREAMING a sub-swap every three blocks', async () => {
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
  ])('with a slippage of %i bps has %s: 0 is the tightest limit, never none', async (slippageBps, sent) => {
    const { quote, asked } = await family('thor');
    await quote({ slippageBps }).catch(() => undefined);
    expect(asked()[0]?.query.get('liquidity_tolerance_bps')).toBe(sent);
    expect(asked()[0]?.query.has('tolerance_bps')).toBe(false);
  });

  it('pitfall 5: has a BCH destination without its prefix', async () => {
    const answers = {
      quote: (query: URLSearchParams) => ({
        json: thorQuote({
          fees: { ...(thorQuote().fees as Json), asset: 'BCH.BCH' },
          memo: `=:c:${query.get('destination')}:6767753`,
        }),
      }),
    };
    const { one, asked } = await family('thor', answers);
    const address = 'bitcoincash:qzlhal4g3edkspvhcf8pt0wfm8uem7zazgm4jk9dz3';
    const route = await one({ buyAsset: assetOf('BCH.BCH'), destinationAddress: address });
    expect(asked()[0]?.query.get('destination')).toBe('qzlhal4g3edkspvhcf8pt0wfm8uem7zazgm4jk9dz3');
    expect(route.destinationAddress).toBe(address);
  });
});

describe('pitfall 1: units are converted once, at the border', () => {
  property([fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.constantFrom(2, 4, 6, 8, 10, 18)])(
    'amounts sent to the node and back never grow, and lose less than one unit of the coarser side',
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

  it('expires although the node names no expiry: the signer sees how much time is left', async () => {
    const { one } = await family('thor', { quote: () => ({ json: thorQuote({ expiry: undefined }) }) });
    expect((await one({ slippageBps: 200 })).expirationSeconds).toBe(Math.floor(NOW_MS / 1000) + 900);
  });

  it('guarantees what the memo enforces, in scientific form too', async () => {
    const memo = `=:e:${ALICE_ETH}:6702e3`;
    const { one } = await family('thor', { quote: () => ({ json: thorQuote({ memo }) }) });
    expect(formatAmount((await one({ slippageBps: 100 })).guaranteedBuy)).toBe('0.06702');
  });

  it('guarantees 0 when the caller sets no limit', async () => {
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

  it('shows its cost against the pools’ price, and the pools’ part of that (a worked vector of the node’s own suite)', async () => {
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

  it('shows dollars as the node does, or from the deepest dollar pool', async () => {
    const { one } = await family('thor');
    expect((await one()).pricesUsd.map(({ priceUsd }) => Math.round(priceUsd))).toEqual([6733, 385]);
    const quoted = await family('thor', { pools: poolWith('BTC.BTC', { asset_tor_price: '6500012345678' }) });
    expect((await quoted.one()).pricesUsd[0]?.priceUsd).toBeCloseTo(65_000.12, 2);
    const maya = await (await family('maya')).one();
    expect(Math.round(maya.pricesUsd[0]?.priceUsd ?? 0)).toBe(2634);
  });

  it('takes no less time than the node’s estimate, and a block on each side more', async () => {
    const { one } = await family('thor');
    expect((await one()).estimatedTime).toEqual({ inbound: 600, swap: 6, outbound: 12, total: 1218 });
  });

  it('prices the sender’s fees on top, so that ranking can subtract them', async () => {
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
  it('must be smaller, not larger, when the node reports that nothing is left', async () => {
    const { refusal } = await family('maya', {
      quote: () => ({ json: { error: 'failed to simulate swap: not enough asset to pay for fees' } }),
    });
    expect(await refusal({ sellAmount: '20000000' })).toMatchObject({ code: 'insufficientLiquidity' });
    expect(await refusal()).toMatchObject({ code: 'swapAmountTooSmall' });
  });
});

describe('a refund address', () => {
  const BACK = '0x4444444444444444444444444444444444444444';
  const withRefund = (refund: string) => answering(mayaQuote({ memo: `=:b:${BOB_BTC}${refund}:5247739` }));

  it('is passed to the node and appears in the memo', async () => {
    const { one, asked: calls } = await family('maya', withRefund(`/${BACK}`));
    const route = await one({ refundAddress: BACK });
    expect(calls()[0]?.query.get('refund_address')).toBe(BACK);
    expect(route.refundAddress).toBe(BACK);
    expect(route.memo).toContain(`/${BACK}:`);
  });

  it('that is the payer’s own takes no room in the memo', async () => {
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
  it('the payer’s is returned', async () => {
    const { one } = await family('thor');
    expect((await one()).sourceAddress).toBe(ALICE_BTC);
  });
});
