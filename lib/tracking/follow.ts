/** Sends the changed states of a swap to all its listeners, with one loop of questions for all of them. */
import { essenceOf } from '../api/client-watch.ts';
import type { DecodedTrackRequest } from '../api/decode-track-request.ts';
import { isWithin } from '../domain/is-within.ts';
import { isFinalStatus } from '../domain/swap-status.ts';
import { pause } from '../domain/waiting.ts';
import { SHORTEST_INTERVAL_MS } from './schedule.ts';
import type { TrackingAnswer } from './tracking-answer.ts';

export type Follow = (
  request: DecodedTrackRequest,
  first: TrackingAnswer,
  send: (answer: TrackingAnswer) => void,
  signal: AbortSignal,
) => Promise<void>;

export type Followers = {
  follow: Follow;
  /** What is followed here already, if it was answered just now, so that a further stream costs no question. */
  recentAnswer(request: DecodedTrackRequest): TrackingAnswer | undefined;
};

type Listener = (answer: TrackingAnswer, essence: string) => void;
/** `answeredAt` in Unix ms. */
type Watch = { listeners: Set<Listener>; last: TrackingAnswer; answeredAt: number; stop: AbortController };

/** Equal for two states that a client need not distinguish. */
export const essence = ({ body }: TrackingAnswer): string => essenceOf(body);

/** Whether no answer can follow this one. */
export const isLast = ({ body }: TrackingAnswer): boolean =>
  isFinalStatus(body.trackingStatus) || body.data.mismatch !== undefined;

/** Resolves when the listener, who has `first`, has received the last answer or its signal aborts. */
function listen(
  watch: Watch,
  first: TrackingAnswer,
  send: (answer: TrackingAnswer) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    // Compared with what this listener has: the loop may have found a change between its first answer and now.
    let sent = essence(first);
    const leave = () => {
      watch.listeners.delete(listener);
      signal.removeEventListener('abort', leave);
      if (watch.listeners.size === 0) watch.stop.abort();
      resolve();
    };
    const listener: Listener = (answer, now) => {
      if (now !== sent) send(answer);
      sent = now;
      if (isLast(answer)) leave();
    };
    watch.listeners.add(listener);
    signal.addEventListener('abort', leave, { once: true });
  });
}

/** Equal for requests that are about the same payment. */
export const keyOf = ({ quoteId, routeIndex, hash, chainId, channel }: DecodedTrackRequest): string =>
  JSON.stringify([quoteId, routeIndex, hash, chainId, channel]);

/** `track` is asked at the pace that its own answers suggest, once per watched swap. @param now in Unix ms. */
export function createFollowers(
  track: (request: DecodedTrackRequest) => Promise<TrackingAnswer>,
  now: () => number,
): Followers {
  const watches = new Map<string, Watch>();

  async function run(request: DecodedTrackRequest, watch: Watch): Promise<void> {
    const { signal } = watch.stop;
    while (!signal.aborted) {
      await pause((watch.last.retryAfterSeconds ?? 1) * 1000, signal);
      if (signal.aborted) return;
      // The store may be unavailable for a moment: the connection stays open and the next round asks again.
      const answer = await track(request).catch(() => undefined);
      if (!answer) continue;
      Object.assign(watch, { last: answer, answeredAt: now() });
      const told = essence(answer);
      for (const listener of [...watch.listeners]) listener(answer, told);
    }
  }

  function start(key: string, request: DecodedTrackRequest, last: TrackingAnswer): Watch {
    const watch: Watch = { listeners: new Set(), last, answeredAt: now(), stop: new AbortController() };
    watches.set(key, watch);
    watch.stop.signal.addEventListener('abort', () => {
      if (watches.get(key) === watch) watches.delete(key);
    });
    void run(request, watch);
    return watch;
  }

  return {
    async follow(request, first, send, signal) {
      send(first);
      if (isLast(first) || signal.aborted) return;
      const key = keyOf(request);
      await listen(watches.get(key) ?? start(key, request, first), first, send, signal);
    },
    recentAnswer(request) {
      const watch = watches.get(keyOf(request));
      return watch && isWithin(SHORTEST_INTERVAL_MS, watch.answeredAt, now()) ? watch.last : undefined;
    },
  };
}
