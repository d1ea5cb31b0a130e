/**
 * Replaces this process's clock, timers and randomness, so that a seed decides everything: time passes only when nothing
 * is left to do, and then at once.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { createRandom } from './random.ts';

type Timer = { at: number; order: number; run: () => void; everyMs: number | undefined };

const BEGINS_AT = Date.UTC(2026, 0, 1);
const real = { setImmediate, Date };

/** Binary heap by time, then by the order in which timers were set. */
class Timers {
  readonly #heap: Timer[] = [];
  readonly #ended = new WeakSet<Timer>();

  #before(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    if (!one || !other) return one !== undefined;
    return one.at < other.at || (one.at === other.at && one.order < other.order);
  }
  #swap(a: number, b: number): void {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    if (one && other) [this.#heap[a], this.#heap[b]] = [other, one];
  }
  add(timer: Timer): void {
    this.#ended.delete(timer);
    let at = this.#heap.push(timer) - 1;
    for (let parent = (at - 1) >> 1; at > 0 && this.#before(at, parent); parent = (at - 1) >> 1) {
      this.#swap(at, parent);
      at = parent;
    }
  }
  end(timer: Timer): void {
    this.#ended.add(timer);
  }
  /** The next timer that has not been cleared. */
  first(): Timer | undefined {
    while (this.#heap[0] && this.#ended.has(this.#heap[0])) this.take();
    return this.#heap[0];
  }
  take(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const least = this.#before(right, left) ? right : left;
      if (!this.#before(least, at)) return;
      this.#swap(at, least);
      at = least;
    }
  }
}

const timers = new Timers();
let nowMs = BEGINS_AT;
/** Moves the wall clock alone, as an operator or a time server does. */
let jumpedMs = 0;
let orders = 0;
let busy = 0;

class Handle {
  readonly timer: Timer;
  constructor(timer: Timer) {
    this.timer = timer;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  refresh(): this {
    return this;
  }
}

function start(run: () => void, ms: number | undefined, everyMs?: number): Handle {
  orders += 1;
  const timer = { at: nowMs + Math.max(1, Math.trunc(Number(ms) || 0)), order: orders, run, everyMs };
  timers.add(timer);
  return new Handle(timer);
}

const end = (handle: unknown): void => {
  if (handle instanceof Handle) timers.end(handle.timer);
};

/** As `setTimeout` of `node:timers/promises`. */
const waited: typeof timersPromises.setTimeout = (ms, value, { signal } = {}) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const handle = start(() => resolve(value as never), ms);
    signal?.addEventListener('abort', () => {
      end(handle);
      reject(signal.reason);
    });
  });

class VirtualDate extends real.Date {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [nowMs + jumpedMs] : given) as [number]));
  }
  static override now(): number {
    return nowMs + jumpedMs;
  }
}

/** Takes over this process for good; `seed` decides what is random from then on. */
export function takeOver(seed: number): void {
  const random = createRandom(seed);
  const fill = <T extends ArrayBufferView | null>(view: T): T => {
    if (view === null) return view;
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = random.below(256);
    return view;
  };
  const uuid = () => {
    const hex = Buffer.from(fill(new Uint8Array(16))).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}` as const;
  };
  Object.assign(globalThis, {
    Date: VirtualDate,
    setTimeout: (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
      start(() => run(...given), ms),
    setInterval: (run: () => void, ms?: number) => start(run, ms, Math.max(1, ms ?? 0)),
    clearTimeout: end,
    clearInterval: end,
  });
  timersPromises.setTimeout = waited;
  performance.now = () => nowMs - BEGINS_AT;
  Math.random = () => random.below(2 ** 32) / 2 ** 32;
  // The platform does it on threads of its own, such as the digest of a Solana address.
  const { subtle } = globalThis.crypto;
  const digest = subtle.digest.bind(subtle);
  subtle.digest = (...given) => during(digest(...given));
  globalThis.crypto.getRandomValues = fill;
  globalThis.crypto.randomUUID = uuid;
  Object.assign(crypto, {
    randomUUID: uuid,
    randomBytes: (length: number) => Buffer.from(fill(new Uint8Array(length))),
  });
  syncBuiltinESMExports();
}

export const now = (): number => nowMs;
export const jump = (ms: number): void => {
  jumpedMs += ms;
};
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => void start(resolve, ms));

/** Counts work that is not done on timers, so that time waits for it. */
export async function during<T>(work: Promise<T>): Promise<T> {
  busy += 1;
  try {
    return await work;
  } finally {
    busy -= 1;
  }
}

const turn = (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve));

/** Lets time pass until the promise settles. @throws {Error} where nothing is left that could settle it. */
export async function passUntil<T>(wanted: Promise<T>): Promise<T> {
  let settled = false;
  const done = () => {
    settled = true;
  };
  wanted.then(done, done);
  for (;;) {
    await turn();
    while (busy > 0) await turn();
    if (settled) return wanted;
    const next = timers.first();
    if (next === undefined) throw new Error('nothing is left to do, and nothing has been decided');
    timers.take();
    nowMs = Math.max(nowMs, next.at);
    if (next.everyMs !== undefined) {
      next.at = nowMs + next.everyMs;
      timers.add(next);
    }
    next.run();
  }
}
