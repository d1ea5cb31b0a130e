/** If these fail, quotes and payouts of the sandbox differ from what the real chain would take and give. */

import { describe, expect, it } from 'vitest';
import { fc, property } from '../../domain/test-property.ts';
import { ASSETS, INTERNAL_ASSETS, type InternalAsset } from './assets.ts';
import { egressFee, ingressFee } from './gas-fees.ts';
import { type MarketState, movePrice, oraclePrice, PRICE_SCALE, seedMarket, settleMarket } from './market.ts';
import {
  type ChunkInput,
  executeChunk,
  feeOf,
  NEW_TRACKER,
  refundFee,
  type SimulationInput,
  simulateSwap,
  swapLeg,
} from './swap-math.ts';

const { Btc, Eth, Usdc, Usdt, Sol, Flip, ArbUsdc, Wbtc } = ASSETS;

const simulate = (input: Partial<SimulationInput>, market = seedMarket()) =>
  simulateSwap(market, {
    src: Btc,
    dst: Eth,
    deposit: 10_000_000n,
    ingress: 'channel',
    chunks: 1,
    brokerBps: 0,
    liquidity: 'with-jit',
    ...input,
  });

const made = (input: Partial<SimulationInput>, market?: MarketState) => {
  const result = simulate(input, market);
  if (!result.ok) throw new Error(result.reason);
  return result;
};

const chunk = (input: Partial<ChunkInput>): ChunkInput => ({
  src: Btc,
  dst: Eth,
  input: 10_000_000n,
  brokerBps: 0,
  tracker: NEW_TRACKER,
  minPriceX128: 0n,
  maxOracleSlippageBps: 10_000,
  ...input,
});

/** A market in which a leg yields exactly the given amount: no spread, negligible impact, and a suitable price. */
function exactMarket(id: InternalAsset, amount: bigint, usd: bigint): MarketState {
  const market = seedMarket();
  const unit = 10n ** BigInt(ASSETS[id].decimals);
  const mid = (usd * PRICE_SCALE * unit + amount * 1_000_000n - 1n) / (amount * 1_000_000n);
  market.pools[id] = { mid, reference: mid, halfSpreadPpm: 0, depthUsd: 1e15, jitUsd: 0 };
  return market;
}

describe('fees of recorded mainnet quotes', () => {
  it.each([
    // Recorded by gemwallet/core, crates/swapper/src/chainflip: BTC to ETH, boosted and not.
    [965_725_632n, 965_726n],
    [965_242_442n, 965_242n],
    [10_431_870_158n, 10_431_870n],
    [10_426_653_614n, 10_426_654n],
  ])('of %s USDC units the network takes %s', (usd, fee) => {
    expect(feeOf(seedMarket(), Btc, Eth, usd)).toBe(fee);
  });
  it('gives the intermediate amount of 0.01 BTC to ETH to the unit', () => {
    const market = exactMarket('Btc', 999_825n, 965_725_632n);
    market.chains.Bitcoin.gasPrice = 2250n;
    expect(made({ deposit: 1_000_000n }, market)).toMatchObject({
      ingressFee: 175n,
      networkFee: 965_726n,
      intermediary: 964_759_906n,
    });
  });
  it('takes the boost before the ingress fee: the intermediate of the boosted quote to the unit', () => {
    const market = exactMarket('Btc', 999_325n, 965_242_442n);
    market.chains.Bitcoin.gasPrice = 2250n;
    expect(made({ deposit: 1_000_000n, boostBps: 5 }, market)).toMatchObject({
      boostFee: 500n,
      ingressFee: 175n,
      networkFee: 965_242n,
      intermediary: 964_277_200n,
    });
  });
  it('gives 0.01 ETH to USDC with its least network fee and 15 bps of a broker to the unit', () => {
    const market = exactMarket('Eth', 10n ** 16n, 21_097_042n);
    market.chains.Ethereum.gasPrice = 0n;
    expect(made({ src: Eth, dst: Usdc, deposit: 10n ** 16n, brokerBps: 15 }, market)).toMatchObject({
      intermediary: null,
      networkFee: 500_000n,
      brokerFee: 30_896n,
      egress: 20_566_146n,
    });
  });
});

describe('the order of fees', () => {
  it('takes no ingress fee of a vault swap from an EVM chain, but one from Bitcoin and Solana', () => {
    expect(made({ src: Eth, dst: Btc, deposit: 10n ** 18n, ingress: 'vault' }).ingressFee).toBe(0n);
    expect(made({ src: Usdt, dst: Btc, deposit: 10n ** 9n, ingress: 'vault' }).ingressFee).toBe(0n);
    expect(made({ ingress: 'vault' }).ingressFee).toBe(171n);
    expect(made({ src: Sol, deposit: 10n ** 10n, ingress: 'vault' }).ingressFee).toBe(5000n);
  });
  it('charges tokens what their chain costs, in the token', () => {
    const market = seedMarket();
    // 80,000 gas at 3 gwei are 0.00024 ETH, at 3300 dollars 0.792.
    expect(ingressFee(market, Usdc, 'channel')).toBe(792_000n);
    expect(egressFee(market, Eth)).toBe(210_000_000_000_000n);
    expect(egressFee(market, Flip)).toBe(1_782_000_000_000_000_000n);
  });
  it('leaves out what is to be left out', () => {
    const all = new Set(['Ingress', 'Network', 'Egress'] as const);
    expect(made({ exclude: all })).toMatchObject({ ingressFee: 0n, networkFee: 0n, egressFee: 0n });
  });
  it('never takes more network fee than there is', () => {
    expect(made({ src: Usdc, dst: Usdt, deposit: 900_000n }).networkFee).toBe(108_000n);
    expect(made({ src: Usdc, dst: Usdt, deposit: 900_000n }).egress).toBe(0n);
  });
  it('says what the ingress fee was when nothing is left', () => {
    expect(simulate({ deposit: 171n })).toEqual({ ok: false, reason: 'BelowIngressFee', ingressFee: 171n });
  });
});

describe('liquidity', () => {
  it('names the leg that lacks it', () => {
    expect(simulate({ src: Btc, dst: Flip, deposit: 2n * 10n ** 10n })).toEqual({ ok: false, reason: 'InputLeg' });
    expect(simulate({ src: Btc, dst: Flip, deposit: 10n ** 9n })).toEqual({ ok: false, reason: 'OutputLeg' });
    const market = seedMarket();
    delete market.pools.Wbtc;
    expect(simulate({ src: Wbtc }, market)).toEqual({ ok: false, reason: 'NoPool' });
  });
  it('counts what makers add just in time only where they are asked', () => {
    const large = { src: Btc, dst: Usdc, deposit: 8_000_000_000n };
    expect(simulate({ ...large, liquidity: 'resting' })).toEqual({ ok: false, reason: 'InputLeg' });
    expect(simulate(large).ok).toBe(true);
  });
  it('streams large amounts at a better price than it swaps them at once', () => {
    const large = { src: Btc, dst: Usdc, deposit: 2_000_000_000n };
    expect(made({ ...large, chunks: 100 }).egress).toBeGreaterThan(made(large).egress);
  });
});

describe('chunks as they execute', () => {
  it('give what the quote said, for a swap in one go', () => {
    const market = seedMarket();
    const quote = made({ brokerBps: 25 }, market);
    const done = executeChunk(market, chunk({ input: quote.swapInput, brokerBps: 25 }));
    expect(done).toMatchObject({
      ok: true,
      output: quote.output,
      networkFee: quote.networkFee,
      brokerFee: quote.brokerFee,
      intermediate: quote.intermediary,
    });
  });
  property([fc.array(fc.bigInt({ min: 100n, max: 2_000_000_000n }), { minLength: 1, maxLength: 12 })])(
    'take the network fee once for the whole swap, however it is split',
    (inputs) => {
      const market = seedMarket();
      let tracker = NEW_TRACKER;
      let taken = 0n;
      for (const input of inputs) {
        const done = executeChunk(market, chunk({ src: Usdc, dst: Usdt, input, tracker }));
        if (!done.ok) throw new Error(done.reason);
        tracker = done.tracker;
        taken += done.networkFee;
        settleMarket(market);
      }
      const total = inputs.reduce((sum, one) => sum + one, 0n);
      expect(tracker).toEqual({ stable: total, fee: taken });
      expect(taken).toBe(feeOf(market, Usdc, Usdt, total));
    },
  );
  it('are refused below their price and leave the pools where they were', () => {
    const market = seedMarket();
    const before = structuredClone(market);
    const one = chunk({});
    const probe = executeChunk(structuredClone(market), one);
    if (!probe.ok) throw new Error(probe.reason);
    const minPriceX128 = ((probe.output + 1n) << 128n) / one.input + 1n;
    expect(executeChunk(market, { ...one, minPriceX128 })).toEqual({ ok: false, reason: 'MinPriceViolation' });
    expect(market).toEqual(before);
    expect(executeChunk(market, { ...one, minPriceX128: (probe.output << 128n) / one.input }).ok).toBe(true);
    expect(market).not.toEqual(before);
  });
  it('follow the oracles when requested, and by default', () => {
    const market = seedMarket();
    const pool = market.pools.Btc;
    if (pool === undefined) throw new Error('no pool');
    pool.mid = (pool.mid * 97n) / 100n;
    const tight = { ok: false, reason: 'OraclePriceSlippageExceeded' };
    expect(executeChunk(market, chunk({ maxOracleSlippageBps: 250 }))).toEqual(tight);
    expect(executeChunk(market, chunk({ maxOracleSlippageBps: null }))).toEqual(tight);
    expect(executeChunk(market, chunk({ maxOracleSlippageBps: 400 })).ok).toBe(true);
    expect(executeChunk(market, chunk({ dst: Flip, maxOracleSlippageBps: null, input: 100_000n })).ok).toBe(true);
  });
  it('wait for a stale oracle only when requested to follow it', () => {
    const market = seedMarket();
    market.oracles.Btc.status = 'Stale';
    expect(executeChunk(market, chunk({ maxOracleSlippageBps: 250 }))).toEqual({
      ok: false,
      reason: 'OraclePriceStale',
    });
    expect(executeChunk(market, chunk({ maxOracleSlippageBps: null })).ok).toBe(true);
  });
  it('say that a pool is too shallow', () => {
    expect(executeChunk(seedMarket(), chunk({ dst: Flip, input: 10n ** 10n }))).toEqual({
      ok: false,
      reason: 'PriceImpactLimit',
    });
  });
});

describe('the market', () => {
  it('moves with trades and comes back', () => {
    const market = seedMarket();
    const from = market.pools.Btc?.mid ?? 0n;
    executeChunk(market, chunk({ input: 1_000_000_000n }));
    const after = market.pools.Btc?.mid ?? 0n;
    expect(after).toBeLessThan(from);
    expect(after).toBeGreaterThan((from * 99n) / 100n);
    for (let block = 0; block < 400; block += 1) settleMarket(market);
    expect(market.pools.Btc?.mid).toBe(from);
  });
  it('moves every pool of a coin and its oracle when its price is moved, and no other', () => {
    const market = seedMarket();
    const before = seedMarket();
    movePrice(market, 'Btc', -10);
    const moved = ((before.pools.Btc?.mid ?? 0n) * 9n) / 10n;
    for (const id of ['Btc', 'Wbtc', 'Cbbtc'] as const) expect(market.pools[id]?.mid).toBe(moved);
    expect(oraclePrice(market, Btc)).toBe(moved);
    expect(market.pools.Eth).toEqual(before.pools.Eth);
    movePrice(market, 'ArbUsdc', -3);
    expect(market.pools.SolUsdc).toEqual(before.pools.SolUsdc);
    expect(market.pools.ArbUsdc).not.toEqual(before.pools.ArbUsdc);
  });
  it('takes its refund fee in the asset that goes back', () => {
    const market = seedMarket();
    expect(refundFee(market, Usdc)).toBe(500_000n);
    const btc = refundFee(market, Btc);
    expect(btc).toBeGreaterThan(500n);
    expect(btc).toBeLessThan(530n);
  });
  property([fc.constantFrom(...INTERNAL_ASSETS), fc.bigInt({ min: 1n, max: 100_000_000_000n })])(
    'never give back more for a round trip',
    (id, usd) => {
      const market = seedMarket();
      const asset = ASSETS[id];
      const bought = swapLeg(market, { asset, direction: 'from-usdc', amount: usd }, 'with-jit');
      const back =
        bought === undefined ? undefined : swapLeg(market, { asset, direction: 'to-usdc', amount: bought }, 'with-jit');
      expect(back ?? 0n).toBeLessThanOrEqual(usd);
    },
  );
  property([fc.bigInt({ min: 1n, max: 10n ** 13n }), fc.bigInt({ min: 1n, max: 10n ** 13n })])(
    'never gives less for more, as far as its depth goes',
    (a, b) => {
      const [less, more] = a < b ? [a, b] : [b, a];
      const market = seedMarket();
      const leg = (amount: bigint) => swapLeg(market, { asset: ArbUsdc, direction: 'from-usdc', amount }, 'with-jit');
      const [small, large] = [leg(less), leg(more)];
      if (small !== undefined && large !== undefined) expect(large).toBeGreaterThanOrEqual(small);
    },
  );
});
