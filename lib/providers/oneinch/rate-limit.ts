/**
 * One allowance of requests for the whole process: whoever comes too fast waits in line, whoever could only come too
 * late is told at once, and quotes go before lists.
 */

export type Turn = {
  signal: AbortSignal;
  /** Milliseconds after which a turn is of no use any more. */
  budgetMs: number;
  /** Lets every urgent one go first. */
  patient?: boolean;
};

export type RateLimit = {
  /**
   * Resolves when it is this request's turn.
   * @throws {TooBusy} at once where the turn would come after the budget; the signal's reason when that ends.
   */
  turn(turn: Turn): Promise<void>;
  /** The upstream wants to be left alone for so long. */
  rest(ms: number): void;
};

export class TooBusy extends Error {
  override readonly name = 'TooBusy';
  readonly waitMs: number;
  constructor(waitMs: number) {
    super(`no turn within ${Math.round(waitMs)} ms`);
    this.waitMs = waitMs;
  }
}

type Waiter = { go: () => void; patient: boolean };

/** @param perSecond requests a second, above zero; as many may be made at once after a rest. */
export function createRateLimit(perSecond: number, now: () => number): RateLimit {
  const gapMs = 1000 / perSecond;
  const most = Math.max(Math.floor(perSecond), 1);
  const waiting: Waiter[] = [];
  let left = most;
  let countedAt = now();
  let restUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function count(): void {
    const at = now();
    left = Math.min(most, left + Math.max(at - countedAt, 0) / gapMs);
    countedAt = at;
  }

  /** Milliseconds until so many turns more have come. */
  const waitFor = (turns: number): number => Math.max((turns - left) * gapMs, 0) + Math.max(restUntil - now(), 0);

  function arm(ms: number): void {
    if (timer !== undefined || waiting.length === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      left = 0;
      countedAt = now();
      waiting.shift()?.go();
      arm(gapMs);
    }, ms);
  }

  function enqueue(patient: boolean, go: () => void): Waiter {
    const waiter = { go, patient };
    const firstPatient = patient ? -1 : waiting.findIndex((one) => one.patient);
    if (firstPatient < 0) waiting.push(waiter);
    else waiting.splice(firstPatient, 0, waiter);
    return waiter;
  }

  return {
    async turn({ signal, budgetMs, patient = false }) {
      signal.throwIfAborted();
      count();
      const ahead = patient ? waiting.length : waiting.filter((one) => !one.patient).length;
      const waitMs = waitFor(ahead + 1);
      if (waitMs > budgetMs) throw new TooBusy(waitMs);
      if (waitMs === 0 && waiting.length === 0) {
        left -= 1;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          const place = waiting.indexOf(waiter);
          if (place >= 0) waiting.splice(place, 1);
          reject(signal.reason);
        };
        const waiter = enqueue(patient, () => {
          signal.removeEventListener('abort', leave);
          resolve();
        });
        signal.addEventListener('abort', leave, { once: true });
        arm(waitFor(1));
      });
    },
    rest(ms) {
      restUntil = Math.max(restUntil, now() + ms);
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      arm(waitFor(1));
    },
  };
}

/** The same allowance for everybody in this process who asks the same upstream with the same key. */
export function sharedRateLimit(name: string, perSecond: number, now: () => number): RateLimit {
  const holder = globalThis as { portageOneinchLimits?: Map<string, RateLimit> };
  holder.portageOneinchLimits ??= new Map();
  const known = holder.portageOneinchLimits.get(name);
  if (known) return known;
  const made = createRateLimit(perSecond, now);
  holder.portageOneinchLimits.set(name, made);
  return made;
}
