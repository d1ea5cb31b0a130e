/** An outdated price is never signed, and a valid one is not asked about twice. */
import { describe, expect, test } from 'vitest';
import { accept, isPriceDue, priceAnswered, priceUnanswered, servesPress, startWatch } from './price-watch.ts';

const T = 1_800_000_000_000;
const price = (expected: string, guaranteed: string) => ({ expected, guaranteed });
const AGREED = price('100', '98');
const watch = startWatch(AGREED, AGREED, undefined, T);
const SEEN = { hidden: false, online: true, paying: false, lapsed: false };

describe('a price under review', () => {
  test('that falls needs a consent that names both prices, and allows no press', () => {
    const fallen = priceAnswered(watch, price('90', '88.2'), T + 30_000);
    expect(fallen.moved).toEqual({ before: AGREED, now: price('90', '88.2') });
    expect(servesPress(fallen, T + 30_001)).toBe(false);
  });
  test('that rises, or falls by 0.1 %, needs none: what is signed keeps its guarantee', () => {
    expect(priceAnswered(watch, price('110', '107.8'), T + 30_000).moved).toBeUndefined();
    expect(priceAnswered(watch, price('99.9', '97.902'), T + 30_000).moved).toBeUndefined();
  });
  test('that creeps down is compared with what was agreed to, not with the last answer', () => {
    const first = priceAnswered(watch, price('99.95', '97.951'), T + 30_000);
    const second = priceAnswered(first, price('99.89', '97.8922'), T + 60_000);
    expect(second.moved).toEqual({ before: AGREED, now: price('99.89', '97.8922') });
  });
  test('that recovers needs no consent any more', () => {
    const fallen = priceAnswered(watch, price('90', '88.2'), T + 30_000);
    const back = priceAnswered(fallen, AGREED, T + 60_000);
    expect(back.moved).toBeUndefined();
    expect(servesPress(back, T + 60_000)).toBe(true);
  });
  test('is compared with plain quotes alone: a payment that gives more than those is no fall', () => {
    const paidAtOnce = startWatch(price('100', '98'), price('99', '97.02'), undefined, T);
    expect(priceAnswered(paidAtOnce, price('99', '97.02'), T + 30_000).moved).toBeUndefined();
    expect(priceAnswered(paidAtOnce, price('98', '96.04'), T + 30_000).moved?.before).toEqual(price('100', '98'));
  });
});

describe('a consent', () => {
  const accepted = price('90', '88.2');
  test('that was given covers the price that it named, and none below', () => {
    const again = startWatch(accepted, accepted, accepted, T);
    expect(priceAnswered(again, accepted, T + 30_000).moved).toBeUndefined();
    expect(priceAnswered(again, price('89', '87.22'), T + 30_000).moved).toEqual({
      before: accepted,
      now: price('89', '87.22'),
    });
  });
  test('prepares the payment once, however often it is pressed, and no price is requested meanwhile', () => {
    expect(accept(watch)).toBeUndefined();
    const over = accept(priceAnswered(watch, accepted, T));
    if (!over) throw new Error('nothing to accept');
    expect(accept(over)).toBeUndefined();
    expect(isPriceDue(over, SEEN, T + 60_000)).toBe(false);
  });
  test('is not asked for twice where the prepared payment gives more: a live order keeps its own price', () => {
    const order = startWatch(AGREED, AGREED, accepted, T);
    expect(priceAnswered(order, accepted, T + 30_000).moved).toBeUndefined();
    expect(priceAnswered(order, price('80', '78.4'), T + 30_000).moved).toBeDefined();
  });
});

describe('a press', () => {
  test('is allowed by an answer younger than ten seconds, and by none that is older', () => {
    expect(servesPress(watch, T + 9999)).toBe(true);
    expect(servesPress(watch, T + 10_000)).toBe(false);
    expect(servesPress(priceAnswered(watch, AGREED, T + 12_000), T + 13_000)).toBe(true);
  });
  test('is not allowed after a request without an answer', () => {
    expect(servesPress(priceUnanswered(watch, T + 12_000), T + 12_000)).toBe(false);
  });
});

describe('the price is requested again', () => {
  test('every 30 seconds, counted from the last attempt', () => {
    expect(isPriceDue(watch, SEEN, T + 29_999)).toBe(false);
    expect(isPriceDue(watch, SEEN, T + 30_000)).toBe(true);
    const failed = priceUnanswered(watch, T + 30_000);
    expect(isPriceDue(failed, SEEN, T + 59_999)).toBe(false);
    expect(isPriceDue(failed, SEEN, T + 60_000)).toBe(true);
  });
  test.each([
    ['out of sight', { hidden: true }],
    ['offline', { online: false }],
    ['while a wallet is open', { paying: true }],
    ['once nothing of it can be signed any more', { lapsed: true }],
  ])('not %s, and at once after that', (_name, change) => {
    expect(isPriceDue(watch, { ...SEEN, ...change }, T + 300_000)).toBe(false);
    expect(isPriceDue(watch, SEEN, T + 300_000)).toBe(true);
  });
});
