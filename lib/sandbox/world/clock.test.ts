import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fc, property } from '../../domain/test-property.ts';
import { createClock, type WorldClock } from './clock.ts';

const START = 1_700_000_000_000;
const failOn = (name: string, error: unknown): void => {
  throw new Error(`${name}: ${String(error)}`);
};

describe('the clock', () => {
  let clock: WorldClock;
  beforeEach(() => {
    vi.useFakeTimers({ now: START, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    clock = createClock(failOn);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('keeps real proportions at any speed: ten minutes are a hundred times six seconds', async () => {
    let [long, short] = [0, 0];
    clock.every(600, 'long', () => {
      long += 1;
    });
    clock.every(6, 'short', () => {
      short += 1;
    });
    await vi.advanceTimersByTimeAsync(10_050);
    expect([long, short]).toEqual([1, 100]);
    clock.speed = 600;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([long, short]).toEqual([11, 1100]);
  });

  it('leaves timestamps at wall time, at any speed', async () => {
    clock.speed = 1000;
    await vi.advanceTimersByTimeAsync(5000);
    expect(clock.now()).toBe(START + 5000);
  });

  it('does nothing while it is held, and continues where it was', async () => {
    let ticks = 0;
    clock.every(60, 'minute', () => {
      ticks += 1;
    });
    await vi.advanceTimersByTimeAsync(900);
    clock.held = true;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(ticks).toBe(0);
    clock.held = false;
    await vi.advanceTimersByTimeAsync(99);
    expect(ticks).toBe(0);
    await vi.advanceTimersByTimeAsync(2);
    expect(ticks).toBe(1);
  });

  it('steps through all that falls due, in order, each at its own time, also while held', async () => {
    const seen: [string, number][] = [];
    clock.held = true;
    const from = clock.now();
    clock.every(10, 'ten', () => void seen.push(['ten', clock.now() - from]));
    clock.every(15, 'fifteen', async () => {
      await Promise.resolve();
      seen.push(['fifteen', clock.now() - from]);
    });
    await clock.step(31);
    expect(seen).toEqual([
      ['ten', 10_000],
      ['fifteen', 15_000],
      ['ten', 20_000],
      ['ten', 30_000],
      ['fifteen', 30_000],
    ]);
    expect(clock.now() - from).toBe(31_000);
    expect(clock.held).toBe(true);
  });

  it('makes steps that are asked for at once one after another', async () => {
    clock.held = true;
    let running = 0;
    clock.every(1, 'tick', async () => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
    });
    await Promise.all([clock.step(5), clock.step(5)]);
    expect(clock.chainMs()).toBe(10_000);
  });

  property([fc.double({ min: 0.001, max: 1e6, noNaN: true }), fc.integer({ min: 1, max: 200 })])(
    'reaches what is due at the very end of a step, whatever fraction it began at',
    async (beganMs, steps) => {
      let monotonic = 0;
      const still = createClock(failOn, { wall: () => START, monotonic: () => monotonic });
      monotonic = beganMs;
      still.held = true;
      let ticks = 0;
      still.every(6, 'block', () => {
        ticks += 1;
      });
      await still.step(6 * steps);
      expect(ticks).toBe(steps);
    },
  );

  it('does not make up for the hours that a machine slept', async () => {
    let [sleptMs, ticks] = [0, 0];
    const slept = createClock(failOn, { wall: () => Date.now(), monotonic: () => performance.now() + sleptMs });
    slept.every(6, 'tick', () => {
      ticks += 1;
    });
    await vi.advanceTimersByTimeAsync(1000);
    sleptMs = 3_600_000;
    await vi.advanceTimersByTimeAsync(1000);
    expect(ticks).toBeGreaterThanOrEqual(20);
    expect(ticks).toBeLessThanOrEqual(22);
    await slept.stop();
  });

  it('never runs a tick beside itself', async () => {
    let [running, most, ticks] = [0, 0, 0];
    clock.every(6, 'slow', async () => {
      running += 1;
      ticks += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 350));
      running -= 1;
    });
    await vi.advanceTimersByTimeAsync(7000);
    expect(most).toBe(1);
    expect(ticks).toBe(20);
  });

  it('continues after a tick that throws, and reports it', async () => {
    const reported: string[] = [];
    const tolerant = createClock((name) => reported.push(name));
    tolerant.every(60, 'bad', () => {
      throw new Error('no');
    });
    await vi.advanceTimersByTimeAsync(3050);
    expect(reported).toEqual(['bad', 'bad', 'bad']);
  });

  it('starts no tick after it was stopped, and waits for those that run', async () => {
    let done = false;
    clock.every(60, 'tick', async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      done = true;
    });
    await vi.advanceTimersByTimeAsync(1001);
    const stopped = clock.stop().then(() => done);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await stopped).toBe(true);
  });

  it('refuses speeds and steps that make no sense', async () => {
    for (const speed of [0, -1, Number.NaN, 1e9]) expect(() => (clock.speed = speed)).toThrow(RangeError);
    await expect(clock.step(-1)).rejects.toThrow(RangeError);
  });
});

property([fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 20 })])(
  'a clock that was saved and loaded continues where it was, however it was stepped',
  async (steps) => {
    const still = { wall: () => START, monotonic: () => 0 };
    const clock = createClock(failOn, still);
    clock.held = true;
    for (const seconds of steps) await clock.step(seconds);
    const next = createClock(failOn, still);
    next.load(clock.dump());
    expect(next.dump()).toEqual(clock.dump());
    expect(next.now()).toBe(START + steps.reduce((sum, seconds) => sum + seconds * 1000, 0));
  },
);
