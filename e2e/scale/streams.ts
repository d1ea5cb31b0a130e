/** Clients that watch swaps by event streams, as the typed client does, and measure how soon they are connected again. */
import { setMaxListeners } from 'node:events';
import { createPortageClient } from '../../lib/api/client.ts';
import type { TrackRequest, TrackResponse } from '../../lib/api/schemas/track.ts';

export type Streams = {
  /** Resolves when each has a connection. */
  connected: Promise<void>;
  /** Milliseconds from the end of a connection to the next one, of all since the last call. */
  takeResumed(): number[];
  /** The last state of each stream; undefined where it never reached an end. */
  ends(): Promise<(TrackResponse | undefined)[]>;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** @param swaps each watched by several streams. */
export function openStreams(url: string, swaps: readonly TrackRequest[], number: number, signal: AbortSignal): Streams {
  setMaxListeners(number, signal);
  let resumed: number[] = [];
  const watched = Array.from({ length: number }, (_, one) => {
    // Its own, since the time that a listener takes to add grows with those that a signal has.
    const own = new AbortController();
    signal.addEventListener('abort', () => own.abort());
    let brokenAt: number | undefined;
    let connected: () => void = () => undefined;
    const first = new Promise<void>((resolve) => {
      connected = resolve;
    });
    const client = createPortageClient({
      baseUrl: url,
      async fetch(input, init) {
        const answer = await fetch(input, init);
        if (answer.ok) {
          connected();
          if (brokenAt !== undefined) resumed.push(performance.now() - brokenAt);
          brokenAt = undefined;
        }
        return answer;
      },
      // A watch waits where a connection has ended before its swap.
      wait: (ms) => {
        brokenAt ??= performance.now();
        return pause(ms);
      },
    });
    const watch = async (): Promise<TrackResponse | undefined> => {
      let last: TrackResponse | undefined;
      try {
        for await (const state of client.watch(swaps[one % swaps.length] ?? {}, { signal: own.signal })) last = state;
        return last;
      } catch {
        return undefined;
      }
    };
    return { first, end: watch() };
  });
  return {
    connected: Promise.all(watched.map(({ first }) => first)).then(() => undefined),
    takeResumed() {
      const taken = resumed;
      resumed = [];
      return taken;
    },
    ends: () => Promise.all(watched.map(({ end }) => end)),
  };
}
