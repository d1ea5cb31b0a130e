import { describe, expect, it } from 'vitest';
import { allFeesUsd, middlePrices, routeValue } from './route-value.ts';
import { shortfallBps } from './slippage.ts';

describe('the value of a route', () => {
  const onTop = { type: 'inbound', paid: 4 } as const;
  const value = (buy: number | undefined, fees: Parameters<typeof routeValue<number | undefined>>[0]['fees']) =>
    routeValue({ sell: 110, buy, fees }, (usd) => usd);

  it('subtracts the sender’s fees on top; one without a price counts as zero', () => {
    expect(value(100, [onTop, { type: 'network', paid: undefined }, { type: 'liquidity', paid: 7 }])).toEqual({
      sellUsd: 110,
      buyUsd: 100,
      feesUsd: undefined,
      netUsd: 96,
    });
    expect(value(undefined, [onTop]).netUsd).toBeUndefined();
  });
  it('subtracts no fee twice: an included one is in the expected output already', () => {
    expect(value(100, [{ type: 'inbound', included: true, paid: 3 }, onTop]).netUsd).toBe(96);
  });
  it('never presents a part of the fees as all of them', () => {
    expect(allFeesUsd([{ usd: 4 }, { usd: 7 }])).toBe(11);
    expect(allFeesUsd([{ usd: 4 }, { usd: undefined }])).toBeUndefined();
  });
  it('uses the middle price, so that no provider’s own price favours its own route', () => {
    const prices = [1, 900, 2, 3, 0, Number.NaN].map((price) => ['eth', price] as const);
    expect(middlePrices([...prices, ['btc', 7]])).toEqual(
      new Map([
        ['eth', 2],
        ['btc', 7],
      ]),
    );
  });
});

describe('a guarantee below the expectation', () => {
  it('is counted in whole basis points, so that rounding to a memo’s digits does not count', () => {
    expect(shortfallBps(1_000_000n, 970_000n)).toBe(300);
    expect(shortfallBps(1_000_000n, 969_901n)).toBe(300);
    expect(shortfallBps(1_000_000n, 969_900n)).toBe(301);
    expect(shortfallBps(1n, 0n)).toBe(10_000);
    expect(shortfallBps(0n, 0n)).toBe(0);
  });
});
