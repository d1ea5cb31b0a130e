/** If these fail, every quote and every swap of the sandbox is off from what the networks would pay. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assetInNative,
  type Depths,
  emission,
  floorToDecimals,
  mayaMaxQuantity,
  nextSize,
  share,
  slipBps,
  swapLeg,
  thorMaxQuantity,
} from './math.ts';

const pool = (native: bigint, asset: bigint, decimals = 0): Depths => ({ native, asset, decimals });
const thor = (minSlipBps: bigint) => ({ style: 'thor', minSlipBps }) as const;
const maya = (addedBps: bigint) => ({ style: 'maya', addedBps }) as const;

describe('one leg, worked vectors', () => {
  // THORNode x/thorchain/swap_current_test.go
  it('takes the natural slip where it is above the least', () => {
    expect(emission(10_000_000n, 100_000_000n, 100_000_000n, 100n)).toEqual({
      emit: 8_264_462n,
      fee: 826_446n,
      slip: 909n,
    });
  });
  it('takes the least slip where the natural one is below', () => {
    expect(emission(100_000n, 100_000_000n, 100_000_000n, 1000n)).toMatchObject({ emit: 89_910n, fee: 9_990n });
  });
  // THORNode test/regression/suites/api/quotes/swap.yaml, first case
  it('swaps RUNE to BTC as the regression suite does', () => {
    const leg = swapLeg(pool(100_000_350_000n, 100_000_000n, 8), 1_000_000_000n, 'fromNative', thor(0n));
    expect(leg?.emit).toBe(980_292n);
    expect(share(100_000_000n, 100_000_350_000n, leg?.feeNative ?? 0n)).toBe(9_998n);
  });
  // MAYANode test/regression/suites/api/quotes/swap.yaml, first case, and its ZEC twin
  it('swaps CACAO to BTC and to ZEC as the regression suite does', () => {
    const btc = pool(10_000_000_000_000n, 100_000_000n, 8);
    const leg = swapLeg(btc, 100_000_000_000_000n, 'fromNative', maya(0n));
    expect(leg?.emit).toBe(8_264_462n);
    expect(share(btc.asset, btc.native, leg?.feeNative ?? 0n)).toBe(82_644_628n);
    expect(swapLeg(pool(10_000_000_000_000n, 1_000_000_000n, 8), 10_000_000_000n, 'fromNative', maya(0n))?.emit).toBe(
      998_002n,
    );
  });
  it('adds a constant share on Maya', () => {
    const plain = swapLeg(pool(10n ** 13n, 10n ** 9n), 10n ** 8n, 'toNative', maya(0n));
    const added = swapLeg(pool(10n ** 13n, 10n ** 9n), 10n ** 8n, 'toNative', maya(5n));
    const spot = share(10n ** 8n, 10n ** 9n + 10n ** 8n, 10n ** 13n);
    expect((plain?.emit ?? 0n) - (added?.emit ?? 0n)).toBe(share(5n, 10_000n, spot));
    expect((added?.slip ?? 0n) - (plain?.slip ?? 0n)).toBe(5n);
  });
  it('pays multiples of what a token can express', () => {
    expect(floorToDecimals(12_345_678_999n, 6)).toBe(12_345_678_900n);
    expect(swapLeg(pool(10n ** 14n, 10n ** 14n, 6), 1_234_567n, 'fromNative', thor(10n))?.emit).toBe(1_233_300n);
  });
  it('rounds slip half to even', () => {
    expect(slipBps(9_999n, 1n)).toBe(1n);
    expect(slipBps(19_999n, 1n)).toBe(0n);
    expect(slipBps(19_997n, 3n)).toBe(2n);
  });
});

describe('quantities', () => {
  const ask = (amount: bigint, interval: bigint) => ({
    amount,
    interval,
    source: pool(10n ** 15n, 10n ** 12n),
    target: pool(7n * 10n ** 14n, 10n ** 12n),
    bothNative: false,
  });
  it('splits by the shallower pool on THORChain, interval 0 like 1', () => {
    // 10 bps of 7e14 native is 7e11, which is 7e8 of the source.
    expect(thorMaxQuantity(ask(5_000_000_000n, 0n), 10n)).toBe(7n);
    expect(thorMaxQuantity(ask(5_000_000_000n, 1n), 10n)).toBe(7n);
    expect(thorMaxQuantity(ask(1n, 1n), 10n)).toBe(1n);
    expect(thorMaxQuantity(ask(5_000_000_000n, 1n), 0n)).toBe(1n);
  });
  it('never streams longer than a day', () => {
    expect(thorMaxQuantity(ask(10n ** 15n, 100n), 10n)).toBe(144n);
    expect(mayaMaxQuantity(ask(10n ** 15n, 100n), 5n)).toBe(144n);
  });
  it('is 0 without an interval on Maya, and undefined with a least fee of 0', () => {
    expect(mayaMaxQuantity(ask(5_000_000_000n, 0n), 5n)).toBe(0n);
    expect(mayaMaxQuantity(ask(5_000_000_000n, 1n), 0n)).toBeUndefined();
  });
  it('counts Maya streams by the virtual depth', () => {
    // 2·r1·r2/(r1+r2) = 8.235e14; as asset 8.235e11; 2.5 bps of it is 205882353.
    expect(mayaMaxQuantity(ask(5_000_000_000n, 3n), 5n)).toBe(24n);
  });
});

describe('properties', () => {
  const depth = fc.bigInt({ min: 10n ** 9n, max: 10n ** 17n });
  const numerator = fc.bigInt({ min: 1n, max: 10n ** 17n });
  const direction = fc.constantFrom('toNative' as const, 'fromNative' as const);
  const rules = fc.oneof(fc.bigInt({ min: 0n, max: 500n }).map(thor), fc.bigInt({ min: 0n, max: 100n }).map(maya));

  it('never creates value: what a leg pays is below the constant-product price', () => {
    fc.assert(
      fc.property(depth, depth, numerator, direction, rules, (native, asset, x, way, rule) => {
        const leg = swapLeg(pool(native, asset), x, way, rule);
        if (!leg) return;
        const [X, Y] = way === 'toNative' ? [asset, native] : [native, asset];
        expect(leg.emit * (X + x)).toBeLessThanOrEqual(x * Y);
        expect(leg.emit).toBeLessThan(Y);
        const [inSide, outSide] =
          way === 'toNative' ? [leg.pool.asset, leg.pool.native] : [leg.pool.native, leg.pool.asset];
        const thorFee = rule.style === 'thor' ? leg.feeNative : 0n;
        const paidIn = way === 'toNative' ? 0n : thorFee;
        const paidOut = way === 'toNative' ? thorFee : 0n;
        expect(inSide).toBe(X + x - paidIn);
        expect(outSide).toBe(Y - leg.emit - paidOut < 0n ? 0n : Y - leg.emit - paidOut);
      }),
    );
  });
  it('gives no profit for a round trip', () => {
    fc.assert(
      fc.property(depth, depth, numerator, rules, (native, asset, x, rule) => {
        const there = swapLeg(pool(native, asset), x, 'toNative', rule);
        if (!there || there.emit === 0n) return;
        const back = swapLeg(there.pool, there.emit, 'fromNative', rule);
        if (back) expect(back.emit).toBeLessThanOrEqual(x);
      }),
    );
  });
  it('cuts a deposit into sub-swaps that add up to it exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), fc.bigInt({ min: 1n, max: 200n }), (deposit, quantity) => {
        let paid = 0n;
        for (let count = 0n; count < quantity; count += 1n) {
          paid += nextSize({ deposit, quantity, successes: count, in: paid, out: 0n, limit: 0n }).size;
        }
        expect(paid).toBe(deposit);
      }),
    );
  });
  it('values the same through a pool there and back up to one unit', () => {
    fc.assert(
      fc.property(depth, depth, numerator, (native, asset, amount) => {
        const there = assetInNative(pool(native, asset), amount);
        const back = share(asset, native, there);
        const off = back > amount ? back - amount : amount - back;
        expect(off).toBeLessThanOrEqual(asset / native + 1n);
      }),
    );
  });
});
