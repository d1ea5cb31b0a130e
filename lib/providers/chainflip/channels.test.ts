/** A channel takes money for a day: it is opened once, as requested, or the answer says what happened. */
import { describe, expect, it } from 'vitest';
import { assetOf } from '../../domain/asset.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { termsOf } from './terms.ts';
import { bench } from './testing/bench.ts';
import {
  AFFILIATE_ID,
  ALICE_BTC,
  ALICE_ETH,
  ALICE_SOL,
  type ChainflipAnswers,
  clientsWith,
  DEPOSIT_BTC,
  environment,
  type Json,
  NOW_MS,
  openedAs,
} from './testing/chainflip-double.ts';
import { live, opening } from './testing/opening.ts';

const DAY_MS = 86_400_000;
const hexPrice = (route: RouteDraft) => `0x${BigInt(termsOf(route)?.minPriceX128 ?? 0).toString(16)}`;

describe('by the deployment’s own broker', () => {
  it('asks once, for what was quoted, and answers the channel in full form', async () => {
    const { open, sent, route } = await opening();
    expect(await open()).toEqual({
      depositAddress: DEPOSIT_BTC,
      channelId: '6726421-Bitcoin-34009',
      issuedBlock: 6_726_421,
      sourceChainExpiryBlock: 900_144,
      expiresAt: NOW_MS + DAY_MS,
      witnessed: true,
    });
    expect(sent()).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'broker_request_swap_deposit_address',
        params: [
          { chain: 'Bitcoin', asset: 'BTC' },
          { chain: 'Ethereum', asset: 'ETH' },
          ALICE_ETH,
          0,
          null,
          0,
          [],
          {
            retry_duration: 300,
            refund_address: ALICE_BTC,
            min_price: hexPrice(route),
            refund_ccm_metadata: null,
            max_oracle_price_slippage: null,
          },
          null,
        ],
      },
    ]);
  });

  it('passes on parts, boost and affiliate', async () => {
    const bed = await bench();
    const [, boosted] = await bed.quote({ providerId: 'CHAINFLIP_STREAMING', maxBoostFeeBps: 20 });
    const affiliate = { name: 'ptg', feeBps: 30, payout: { chainflip: AFFILIATE_ID } };
    const { open, sent } = await opening({}, {}, { ...(boosted ? { route: boosted } : {}), affiliate });
    await open();
    const [call] = sent();
    expect(call?.params.slice(3, 7)).toEqual([0, null, 20, [{ account: AFFILIATE_ID, bps: 30 }]]);
    expect(call?.params[8]).toEqual({ number_of_chunks: 3, chunk_interval: 2 });
  });

  it.each([
    [undefined, 20],
    [0, 0],
    [7, 7],
  ])('a boost limit of %s beside a route quoted with 20 is sent as %i', async (maxBoostFeeBps, boost) => {
    const bed = await bench();
    const [, boosted] = await bed.quote({ maxBoostFeeBps: 20 });
    const changes = {
      ...(boosted ? { route: boosted } : {}),
      ...(maxBoostFeeBps === undefined ? {} : { maxBoostFeeBps }),
    };
    const { open, sent } = await opening({}, {}, changes);
    await open();
    expect(sent()[0]?.params[5]).toBe(boost);
  });

  it.each([
    ['JSON numbers', { issued_block: 5418, channel_id: 6, source_chain_expiry_block: 2954 }],
    ['hex', { issued_block: '0x152a', channel_id: '0x6', source_chain_expiry_block: '0xb8a' }],
    ['digits', { issued_block: '5418', channel_id: '6', source_chain_expiry_block: '2954' }],
    [
      'fields that nobody knows',
      { issued_block: 5418, channel_id: 6, source_chain_expiry_block: 2954, broker: { x: 1 } },
    ],
  ])('reads %s', async (_form, changes) => {
    const { open } = await opening({ broker: (params) => openedAs(params, changes) });
    expect(await open()).toMatchObject({
      channelId: '5418-Bitcoin-6',
      issuedBlock: 5418,
      sourceChainExpiryBlock: 2954,
    });
  });

  it('an older broker that does not repeat the refund parameters is accepted', async () => {
    const { open } = await opening({ broker: (params) => openedAs(params, { refund_parameters: undefined }) });
    expect((await open()).depositAddress).toBe(DEPOSIT_BTC);
  });
});

describe('a channel that differs from the request', () => {
  const openedWith = (changes: Json) => (params: unknown[]) =>
    openedAs(params, { refund_parameters: { ...(params[7] as Json), ...changes } });

  it.each<[string, (params: unknown[]) => ReturnType<typeof openedAs>, RegExp]>([
    [
      'another refund address',
      openedWith({ refund_address: 'bc1q07kx42qz758yhr7jn3pu9ffz2rwy0snlwztwf8' }),
      /refund address/,
    ],
    ['no refund address', openedWith({ refund_address: null }), /refund address/],
    ['a lower minimum price', openedWith({ min_price: '0x1' }), /minimum price/],
    ['no minimum price', openedWith({ min_price: null }), /minimum price/],
    ['another retry duration', openedWith({ retry_duration: 600 }), /retry duration/],
    ['another live price', openedWith({ max_oracle_price_slippage: 500 }), /live price/],
    ['a call with the refund', openedWith({ refund_ccm_metadata: { message: '0x00' } }), /call/],
    ['an address of another chain', (params) => openedAs(params, { address: ALICE_ETH }), /deposit address/],
    [
      'an address of a test network',
      (params) => openedAs(params, { address: 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08' }),
      /deposit address/,
    ],
  ])('%s is refused and reported, and its address is not passed on', async (_what, broker, says) => {
    const { fault, lines } = await opening({ broker });
    const error = await fault();
    expect(error.fault).toBe('refused');
    expect(error.message).toMatch(says);
    expect(error.message).not.toContain(DEPOSIT_BTC);
    expect(lines.filter(({ event }) => event === 'chainflipChannelRefused')).toHaveLength(1);
  });

  it('spellings of EVM addresses that mean the same are equal', async () => {
    const bed = await bench({ quote: () => ({ json: [{ ...ethQuote(), type: 'REGULAR' }] }) });
    const route = await bed.one(ethToBtc);
    const broker = (params: unknown[]) =>
      openedAs(params, {
        address: '0xe720e23f62efc931d465a9d16ca303d72ad6c0bc',
        refund_parameters: { ...(params[7] as Json), refund_address: ALICE_ETH.slice(2) },
      });
    const { open } = await opening({ broker }, {}, { route, destinationAddress: ALICE_BTC, refundAddress: ALICE_ETH });
    expect(await open()).toMatchObject({
      channelId: '6726421-Ethereum-34009',
      depositAddress: '0xE720e23F62eFc931D465A9d16Ca303D72AD6C0Bc',
    });
  });
});

const ethQuote = (): Json => ({
  srcAsset: { chain: 'Ethereum', asset: 'ETH' },
  destAsset: { chain: 'Bitcoin', asset: 'BTC' },
  depositAmount: '1000000000000000000',
  egressAmount: '2440000',
  includedFees: [],
  recommendedLivePriceSlippageTolerancePercent: 1,
});

const ethToBtc = {
  sellAsset: assetOf('ETH.ETH'),
  buyAsset: assetOf('BTC.BTC'),
  sellAmount: '1',
  sourceAddress: ALICE_ETH,
  destinationAddress: ALICE_BTC,
};

describe('the end of a channel', () => {
  const at = async (height: () => Promise<number>) => {
    const { open } = await opening({}, { clients: clientsWith({ utxo: { tipHeight: height } }) });
    return (await open()).expiresAt;
  };

  it.each([
    ['half way', async () => 900_072, 72 * 600_000],
    ['a full day', async () => 900_000, DAY_MS],
    ['more than a day, which no channel lives', async () => 100_000, DAY_MS],
    ['past, which cannot be', async () => 900_145, DAY_MS],
    [
      'unknown',
      async () => {
        throw new Error('down');
      },
      DAY_MS,
    ],
  ])('%s', async (_what, height, ms) => {
    expect(await at(height)).toBe(NOW_MS + ms);
  });
});

describe('never', () => {
  it('for a route of another provider, or one without a minimum price', async () => {
    const { one } = await bench();
    const route = await one();
    const unprotected = { chainflip: { ...termsOf(route), minPriceX128: '0' } };
    for (const tracking of [{}, unprotected]) {
      const { fault, sent } = await opening({}, {}, { route: { ...route, tracking } });
      expect((await fault()).fault).toBe('refused');
      expect(sent()).toEqual([]);
    }
  });

  it('when the caller disconnected before', async () => {
    const { fault, sent } = await opening();
    expect((await fault(AbortSignal.abort())).fault).toBe('refused');
    expect(sent()).toEqual([]);
  });
});

describe('the amount that prices a channel without one', () => {
  const reference = async (sell: string, answers: ChainflipAnswers = {}) => {
    const { provider } = await bench(answers);
    const pair = { sellAsset: assetOf(sell), buyAsset: assetOf('ETH.ETH') };
    return provider.channels?.referenceAmount(pair, { signal: live() });
  };

  it('is worth about 500 USD', async () => {
    expect(await reference('BTC.BTC')).toBe('0.00478927');
    expect(await reference('SOL.SOL')).toBe('3.33333333');
    expect(await reference('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')).toBe('500');
  });

  const limits = (changes: Parameters<typeof environment>[0]): ChainflipAnswers => ({
    rpc: (method) => (method === 'cf_environment' ? { result: environment(changes) } : undefined),
  });

  it('is twice the minimum where that is more, and the maximum where that is less', async () => {
    expect(await reference('BTC.BTC', limits({ minimum: { Bitcoin: { BTC: 1_000_000 } } }))).toBe('0.022');
    expect(await reference('BTC.BTC', limits({ maximum: { Bitcoin: { BTC: 100_000 } } }))).toBe('0.001');
  });

  it('is ten minimums without a known price', async () => {
    expect(
      await reference('BTC.BTC', { rpc: (method) => (method.includes('price') ? { result: [] } : undefined) }),
    ).toBe('0.0044');
  });

  it('is refused for what Chainflip does not know', async () => {
    await expect(reference('LTC.LTC')).rejects.toMatchObject({ code: 'missingChainflipSellChain' });
  });
});

describe('Solana', () => {
  it('counts by slots, in which its channels end', async () => {
    const quote = {
      ...ethQuote(),
      type: 'REGULAR',
      srcAsset: { chain: 'Solana', asset: 'SOL' },
      depositAmount: '1000000000',
    };
    const bed = await bench({ quote: () => ({ json: [quote] }) });
    const route = await bed.one({ ...ethToBtc, sellAsset: assetOf('SOL.SOL'), sourceAddress: ALICE_SOL });
    const rpc = async (method: string) => (method === 'getSlot' ? 899_144 : undefined);
    const { open } = await opening(
      { broker: (params) => openedAs(params, { address: '8RMUMRxniKbs9kMDVb81RtWoLNz2zesz3JQLRZXZc5kh' }) },
      { clients: clientsWith({ solana: { rpc } }) },
      { route, destinationAddress: ALICE_BTC, refundAddress: ALICE_SOL },
    );
    expect((await open()).expiresAt).toBe(NOW_MS + 400_000);
  });
});
