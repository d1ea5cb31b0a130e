/**
 * Spaces requests to each host over the whole process: a request that comes too soon waits in line, or is refused when
 * the line is too long.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** The limit of a host. `burst`: requests that may be sent at once before they are spaced; default 1. */
export type Pace = { perSecond: number; burst?: number };

export class TooBusy extends Error {
  override readonly name = 'TooBusy';
  readonly waitMs: number;
  constructor(waitMs: number) {
    super(`no turn within ${Math.round(waitMs)} ms`);
    this.waitMs = waitMs;
  }
}

/** By host, for the whole process: when the last turn that was given is used up. */
const taken = new Map<string, number>();

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** All clients of a host in this process share its turns. @param monotonic a clock in ms that never jumps. */
export function createPace({ perSecond, burst = 1 }: Pace, monotonic: () => number) {
  const gapMs = 1000 / perSecond;
  const waitMs = (url: string): number =>
    Math.max((taken.get(hostOf(url)) ?? 0) - (burst - 1) * gapMs - monotonic(), 0);
  return {
    waitMs,
    /**
     * Waits for a turn. @throws {TooBusy} at once where the turn would come too late; the signal's reason when it is
     * aborted.
     */
    async turn(url: string, patienceMs: number, signal?: AbortSignal): Promise<void> {
      const wait = waitMs(url);
      if (wait > patienceMs) throw new TooBusy(wait);
      taken.set(hostOf(url), Math.max(taken.get(hostOf(url)) ?? 0, monotonic()) + gapMs);
      if (wait > 0) await sleep(wait, undefined, signal ? { signal } : {});
    },
  };
}
