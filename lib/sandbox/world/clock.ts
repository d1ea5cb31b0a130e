/**
 * Keeps the world's one clock. Chain time runs `speed` times as fast as wall time and can be held and stepped; every
 * timestamp is wall time plus all steps.
 */
import type { Clock } from '../ledger.ts';

export type ClockState = { chainMs: number; offsetMs: number; speed: number; held: boolean };

export type WorldClock = Clock & {
  /** Chain milliseconds since the world began. */
  chainMs(): number;
  /** Milliseconds by which steps have moved timestamps ahead of wall time. */
  offsetMs(): number;
  /**
   * Calls `listener` after each step, before `step` resolves: for work that follows timestamps rather than the passing
   * of chain time.
   */
  afterStep(listener: () => Promise<void> | void): void;
  dump(): ClockState;
  load(state: ClockState): void;
  /** Waits for running ticks; none starts afterwards. */
  stop(): Promise<void>;
};

/** The source of time, in milliseconds; `monotonic` never jumps. */
export type TimeSource = { wall(): number; monotonic(): number };

const realTime: TimeSource = { wall: () => Date.now(), monotonic: () => performance.now() };

type Job = {
  name: string;
  intervalMs: number;
  dueMs: number;
  tick: () => Promise<void> | void;
  running?: Promise<void>;
};

/** A tick that is late by more than so many of its intervals is not made up for: the machine slept or is too slow. */
const LATE_INTERVALS = 20;
/** The timer's longest sleep: Node fires at once for delays above 2^31 ms. */
const LONGEST_SLEEP_MS = 60_000;

/**
 * Chain time is counted in fractions of a millisecond that floats add exactly; otherwise a step could end just before
 * what is due at its end.
 */
const FRACTIONS = 1024;
const exact = (ms: number): number => Math.floor(ms * FRACTIONS) / FRACTIONS;

export const DEFAULT_SPEED = 60;
export const FASTEST = 10_000;

class RunningClock implements WorldClock {
  readonly #time: TimeSource;
  readonly #onError: (name: string, error: unknown) => void;
  readonly #jobs: Job[] = [];
  readonly #stepped: (() => Promise<void> | void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #speed = DEFAULT_SPEED;
  #held = false;
  #stopped = false;
  #stepping: Promise<void> = Promise.resolve();
  #steps = 0;
  /** Chain time at the moment `#since` of the monotonic clock. */
  #chainMs = 0;
  #since: number;
  #offsetMs = 0;

  constructor(time: TimeSource, onError: (name: string, error: unknown) => void) {
    this.#time = time;
    this.#onError = onError;
    this.#since = time.monotonic();
  }

  get speed(): number {
    return this.#speed;
  }
  set speed(value: number) {
    if (!(value > 0 && value <= FASTEST))
      throw new RangeError(`speed must be above 0 and at most ${FASTEST} chain seconds per second`);
    this.#settle();
    this.#speed = value;
    this.#arm();
  }
  get held(): boolean {
    return this.#held;
  }
  set held(value: boolean) {
    this.#settle();
    this.#held = value;
    this.#arm();
  }

  now(): number {
    return Math.floor(this.#time.wall() + this.#offsetMs);
  }
  offsetMs(): number {
    return this.#offsetMs;
  }
  #still(): boolean {
    return this.#held || this.#steps > 0 || this.#stopped;
  }
  chainMs(): number {
    return this.#still() ? this.#chainMs : exact(this.#chainMs + (this.#time.monotonic() - this.#since) * this.#speed);
  }
  /** Fixes the chain time that has passed, so that the time to come can run at another speed. */
  #settle(): void {
    this.#chainMs = this.chainMs();
    this.#since = this.#time.monotonic();
  }

  every(chainSeconds: number, name: string, tick: () => Promise<void> | void): void {
    const intervalMs = chainSeconds * 1000;
    if (!(intervalMs > 0)) throw new RangeError(`${name}: an interval is above 0 seconds`);
    this.#jobs.push({ name, intervalMs, dueMs: this.chainMs() + intervalMs, tick });
    this.#arm();
  }

  afterStep(listener: () => Promise<void> | void): void {
    this.#stepped.push(listener);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#still()) return;
    const waiting = this.#jobs.filter((job) => job.running === undefined);
    if (waiting.length === 0) return;
    const next = Math.min(...waiting.map((job) => job.dueMs));
    const sleepMs = Math.min(LONGEST_SLEEP_MS, Math.max(0, (next - this.chainMs()) / this.#speed));
    this.#timer = setTimeout(() => this.#wake(), Math.ceil(sleepMs));
  }

  #wake(): void {
    const chainMs = this.chainMs();
    const due = this.#jobs.filter((job) => job.running === undefined && job.dueMs <= chainMs);
    due.sort((a, b) => a.dueMs - b.dueMs);
    for (const job of due) void this.#run(job, chainMs).then(() => this.#arm());
    this.#arm();
  }

  #run(job: Job, chainMs: number): Promise<void> {
    const late = chainMs - job.dueMs > LATE_INTERVALS * job.intervalMs;
    job.dueMs = (late ? chainMs : job.dueMs) + job.intervalMs;
    job.running = Promise.resolve()
      .then(() => job.tick())
      .catch((error: unknown) => this.#onError(job.name, error))
      .finally(() => {
        job.running = undefined;
      });
    return job.running;
  }

  /** Concurrent steps run one after another. */
  step(chainSeconds: number): Promise<void> {
    if (!(chainSeconds >= 0)) return Promise.reject(new RangeError('a step is 0 seconds or more'));
    const made = this.#stepping.then(() => this.#stepNow(chainSeconds * 1000));
    this.#stepping = made.catch(() => undefined);
    return made;
  }

  async #stepNow(stepMs: number): Promise<void> {
    this.#settle();
    this.#steps += 1;
    this.#arm();
    try {
      await Promise.all(this.#jobs.map((job) => job.running));
      const endMs = this.#chainMs + stepMs;
      const offsetMs = this.#offsetMs;
      for (let job = this.#dueBy(endMs); job !== undefined && !this.#stopped; job = this.#dueBy(endMs)) {
        this.#advanceTo(Math.max(this.#chainMs, job.dueMs));
        await this.#run(job, this.#chainMs);
      }
      this.#advanceTo(endMs);
      // The partial steps above may have lost a fraction.
      this.#offsetMs = offsetMs + stepMs;
      for (const listener of this.#stepped) await listener();
    } finally {
      this.#since = this.#time.monotonic();
      this.#steps -= 1;
      this.#arm();
    }
  }

  #dueBy(endMs: number): Job | undefined {
    let first: Job | undefined;
    for (const job of this.#jobs)
      if (job.dueMs <= endMs && (first === undefined || job.dueMs < first.dueMs)) first = job;
    return first;
  }

  #advanceTo(chainMs: number): void {
    this.#offsetMs += chainMs - this.#chainMs;
    this.#chainMs = chainMs;
  }

  dump(): ClockState {
    return { chainMs: this.chainMs(), offsetMs: this.#offsetMs, speed: this.#speed, held: this.#held };
  }
  load(state: ClockState): void {
    const movedMs = state.chainMs - this.chainMs();
    this.#chainMs = state.chainMs;
    this.#since = this.#time.monotonic();
    this.#offsetMs = state.offsetMs;
    this.#speed = state.speed;
    this.#held = state.held;
    for (const job of this.#jobs) job.dueMs += movedMs;
    this.#arm();
  }

  async stop(): Promise<void> {
    this.#settle();
    this.#stopped = true;
    this.#arm();
    await Promise.all(this.#jobs.map((job) => job.running));
  }
}

/** `onError` receives the errors of ticks; a failed tick runs again at its next time. */
export const createClock = (onError: (name: string, error: unknown) => void, time: TimeSource = realTime): WorldClock =>
  new RunningClock(time, onError);
