import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

const page = { readyState: 'complete' };
let deed: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
  vi.useFakeTimers();
  page.readyState = 'complete';
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  deed = vi.fn<() => void>();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const happens = (name: string) => window.dispatchEvent(new Event(name));

test('nothing is done while somebody types or presses, and once after a pause', () => {
  whenIdle(deed);
  for (const name of ['keydown', 'pointerdown', 'keydown', 'keydown']) {
    vi.advanceTimersByTime(900);
    happens(name);
  }
  vi.advanceTimersByTime(900);
  expect(deed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(deed).toHaveBeenCalledOnce();
  happens('keydown');
  vi.advanceTimersByTime(10_000);
  expect(deed).toHaveBeenCalledOnce();
});

test('a page that still loads is waited for', () => {
  page.readyState = 'loading';
  whenIdle(deed);
  vi.advanceTimersByTime(10_000);
  expect(deed).not.toHaveBeenCalled();
  happens('load');
  vi.advanceTimersByTime(1000);
  expect(deed).toHaveBeenCalledOnce();
});

test.each(['loading', 'complete'])('what is cancelled is never done: %s', (readyState) => {
  page.readyState = readyState;
  const cancel = whenIdle(deed);
  cancel();
  happens('load');
  happens('keydown');
  vi.advanceTimersByTime(10_000);
  expect(deed).not.toHaveBeenCalled();
});

test('a browser that tells when it is idle is asked, and asked anew after a key', () => {
  const asked = new Map<number, () => void>();
  let next = 0;
  const ask = (run: () => void): number => {
    next += 1;
    asked.set(next, run);
    return next;
  };
  Object.assign(window, { requestIdleCallback: ask, cancelIdleCallback: (handle: number) => asked.delete(handle) });
  whenIdle(deed);
  vi.advanceTimersByTime(1000);
  happens('keydown');
  expect(asked.size).toBe(0);
  vi.advanceTimersByTime(1000);
  for (const run of asked.values()) run();
  expect(deed).toHaveBeenCalledOnce();
});
