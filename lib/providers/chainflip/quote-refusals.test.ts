/** Amounts and pairs that Chainflip would keep or refuse are refused before they are paid. */
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import { bench } from './testing/bench.ts';
import { BROKER_ID, environment, type Json, NOW_MS, switched } from './testing/chainflip-double.ts';

describe('limits', () => {
  it('refuses amounts below the live minimum plus a tenth, and names both in the asset’s unit', async () => {
    const { refusal, asked } = await bench();
    const error = await refusal({ sellAmount: '0.00043999' });
    expect(error.code).toBe('swapAmountTooSmall');
    expect(error.message).toMatch(/below 0\.0004 BTC .* Sell 0\.00044 BTC or more/);
    expect(asked('/v2/quote')).toEqual([]);
  });

  it('tells the channel’s limits with the route', async () => {
    const { one } = await bench({
      rpc: (method) =>
        method === 'cf_environment'
          ? { result: environment({ maximum: { Bitcoin: { BTC: 500_000_000 } } }) }
          : undefined,
    });
    const { channel, recommendedMinimum } = await one();
    expect(channel && formatAmount(channel.minimumDeposit)).toBe('0.00044');
    expect(channel?.maximumDeposit && formatAmount(channel.maximumDeposit)).toBe('5');
    expect(channel?.retrySeconds).toBe(1800);
    expect(recommendedMinimum && formatAmount(recommendedMinimum)).toBe('0.00044');
  });

  it('refuses what is above the maximum, of which the network would keep the excess', async () => {
    const { refusal } = await bench({
      rpc: (method) =>
        method === 'cf_environment'
          ? { result: environment({ maximum: { Bitcoin: { BTC: '0x989680' } } }) }
          : undefined,
    });
    const error = await refusal({ sellAmount: '0.10000001' });
    expect(error.code).toBe('insufficientLiquidity');
    expect(error.message).toMatch(/at most 0\.1 BTC/);
  });

  it('refuses payouts that are too small to be sent', async () => {
    const { refusal } = await bench({
      rpc: (method) =>
        method === 'cf_environment'
          ? { result: environment({ dust: { Ethereum: { ETH: '0x3b9aca0000000000' } } }) }
          : undefined,
    });
    const error = await refusal();
    expect(error.code).toBe('swapAmountTooSmall');
    expect(error.message).toMatch(/less than Chainflip sends/);
  });

  it('reads the minimum again after a minute, and once for all callers', async () => {
    let minimum = '0x9c40';
    const { one, refusal, clock, called } = await bench({
      rpc: (method) =>
        method === 'cf_environment' ? { result: environment({ minimum: { Bitcoin: { BTC: minimum } } }) } : undefined,
    });
    await Promise.all([one(), one({ providerId: 'CHAINFLIP_STREAMING' })]);
    expect(called('cf_environment')).toHaveLength(1);
    minimum = '0x1312d00';
    clock.now = NOW_MS + 61_000;
    expect((await refusal()).code).toBe('swapAmountTooSmall');
  });

  it('uses the known minimum for six hours when the node does not answer, and no longer', async () => {
    let down = false;
    const { one, refusal, clock } = await bench({
      rpc: (method) => (down && method === 'cf_environment' ? { error: { code: -32603, message: 'down' } } : undefined),
    });
    await one();
    down = true;
    clock.now = NOW_MS + 6 * 3_600_000 - 1000;
    expect((await one()).channel).toBeDefined();
    clock.now = NOW_MS + 6 * 3_600_000 + 1000;
    expect((await refusal()).code).toBe('httpError');
  });

  it('accepts a node that needs three seconds, and waits for it only while nothing is known', async () => {
    let delayMs = 3000;
    const { one, clock } = await bench({}, { nodeDelayMs: () => delayMs });
    const took = async () => {
      const began = performance.now();
      expect((await one()).channel).toBeDefined();
      return performance.now() - began;
    };
    expect(await took()).toBeGreaterThan(2900);
    clock.now = NOW_MS + 61_000;
    delayMs = 60_000;
    expect(await took()).toBeLessThan(2500);
  }, 20_000);

  it('quotes without the switches while those are unavailable: the backend refuses by itself', async () => {
    const { one } = await bench({ info: () => ({ status: 500, body: 'down' }) });
    expect((await one()).channel).toBeDefined();
  });

  it('quotes nothing while minimums are unavailable: deposits below them are lost', async () => {
    const { refusal } = await bench({
      rpc: (method) => (method === 'cf_environment' ? { error: { code: -32603, message: 'down' } } : undefined),
    });
    expect((await refusal()).code).toBe('httpError');
  });

  it('refuses digits that the asset does not have', async () => {
    const { refusal } = await bench();
    expect((await refusal({ sellAmount: '0.123456789' })).code).toBe('invalidSellAmount');
  });
});

describe('switches', () => {
  const off = (internal: string, changes: Json) => ({ info: () => ({ json: switched(internal, changes) }) });

  it.each([
    ['payouts', 'Eth', { egressEnabled: false }, /payouts \(egress\) of ETH/],
    ['channels', 'Btc', { depositChannelCreationEnabled: false }, /opening of deposit channels for BTC/],
    ['deposits', 'Btc', { depositChannelDepositsEnabled: false }, /deposits into channels for BTC/],
    [
      'everything that comes in',
      'Btc',
      { depositChannelCreationEnabled: false, depositChannelDepositsEnabled: false, vaultSwapDepositsEnabled: false },
      /opening of deposit channels, deposits into channels and vault swaps for BTC/,
    ],
  ])('%s', async (_what, internal, changes, says) => {
    const { refusal, asked } = await bench(off(internal, changes));
    const error = await refusal();
    expect(error.code).toBe('tradingHalted');
    expect(error.message).toMatch(says);
    expect(asked('/v2/quote')).toEqual([]);
  });

  it('a pair that can still be paid by a vault swap stays, without a channel', async () => {
    const { one } = await bench(off('Btc', { depositChannelCreationEnabled: false }), { brokerId: BROKER_ID });
    expect((await one()).channel).toBeUndefined();
  });

  it('switches of other assets, and missing switches, change nothing', async () => {
    const { one } = await bench({
      info: () => ({ json: { assets: [{ asset: 'Btc' }, { asset: { chain: 'Tron', asset: 'TRX' } }] } }),
    });
    expect((await one()).channel).toBeDefined();
  });

  it('takes names in both of their forms', async () => {
    const { refusal } = await bench({
      info: () => ({ json: { assets: [{ asset: { chain: 'Ethereum', asset: 'ETH' }, egressEnabled: false }] } }),
    });
    expect((await refusal()).code).toBe('tradingHalted');
  });
});

describe('what Chainflip does not know', () => {
  it.each([
    ['LTC.LTC', 'ETH.ETH', 'missingChainflipSellChain'],
    ['ETH.DAI-0x6B175474E89094C44Da98b954EedeAC495271d0F', 'BTC.BTC', 'missingChainflipSellAsset'],
    ['BTC.BTC', 'GAIA.ATOM', 'missingChainflipBuyChain'],
    ['BTC.BTC', 'SOL.BONK-DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', 'missingChainflipBuyAsset'],
    ['BTC.BTC', 'THOR.BTC/BTC', 'missingChainflipBuyChain'],
  ] as const)('%s into %s is %s', async (sell, buy, code) => {
    const { provider } = await bench();
    expect(provider.refuse({ sellAsset: assetOf(sell), buyAsset: assetOf(buy) }, 'CHAINFLIP')?.code).toBe(code);
  });

  it('follows the live list: an asset of the table that the network lacks is missing', async () => {
    const { provider, refusal } = await bench();
    const pair = { sellAsset: assetOf('BTC.BTC'), buyAsset: assetOf('BSC.BNB') };
    expect(provider.refuse(pair, 'CHAINFLIP')).toBeUndefined();
    expect((await refusal(pair)).code).toBe('missingChainflipBuyAsset');
    expect(provider.refuse(pair, 'CHAINFLIP')?.code).toBe('missingChainflipBuyAsset');
  });

  it('refuses an asset into itself', async () => {
    const { provider } = await bench();
    const pair = { sellAsset: assetOf('BTC.BTC'), buyAsset: assetOf('BTC.BTC') };
    expect(provider.refuse(pair, 'CHAINFLIP')?.code).toBe('quoteNotFound');
  });
});
