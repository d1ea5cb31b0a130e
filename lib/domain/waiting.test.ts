import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noAnswerInTime, orAborted, pause, within } from './waiting.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('returns whether it paused the whole time, and leaves no timer behind when a signal ended it', async () => {
  const whole = pause(1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await whole).toBe(true);
  const stop = new AbortController();
  const ended = pause(1000, stop.signal);
  stop.abort();
  expect([await ended, await pause(1000, stop.signal), vi.getTimerCount()]).toEqual([false, false, 0]);
});

it('takes the result in time, otherwise its replacement', async () => {
  expect(await within(Promise.resolve('in time'), 1000, noAnswerInTime)).toBe('in time');
  await expect(within(Promise.reject(new Error('no')), 1000, () => 'late')).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
  const late = within(new Promise(() => undefined), 1000, () => 'late');
  const refused = expect(within(new Promise(() => undefined), 1000, noAnswerInTime)).rejects.toThrow('in time');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await late).toBe('late');
  await refused;
});

it('stops waiting when the signal ends, with its reason', async () => {
  const stop = new AbortController();
  const waiting = orAborted(new Promise(() => undefined), stop.signal);
  const reason = new Error('gone');
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  expect(await orAborted(Promise.resolve(1), new AbortController().signal)).toBe(1);
});
