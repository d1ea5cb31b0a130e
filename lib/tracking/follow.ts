/** Sends the changed states of a swap to all its listeners, with one loop of questions for all of them. */
import { essenceOf } from '../api/client-watch.ts';
import type { DecodedTrackRequest } from '../api/decode-track-request.ts';
import { isFinalStatus } from '../domain/swap-status.ts';
import { pause } from '../domain/waiting.ts';
import type { TrackingAnswer } from './tracking-answer.ts';

export type Follow = (
  request: DecodedTrackRequest,
  first: TrackingAnswer,
  send: (answer: TrackingAnswer) => void,
  signal: AbortSignal,
) => Promise<void>;

type Listener = (answer: TrackingAnswer, changed: boolean) => void;
type Watch = { listeners: Set<Listener>; last: TrackingAnswer; stop: AbortController };

/** Equal for two states that a client need not distinguish. */
export const essence = ({ body }: TrackingAnswer): string => essenceOf(body);

/** Whether no answer can follow this one. */
export const isLast = ({ body }: TrackingAnswer): boolean =>
  isFinalStatus(body.trackingStatus) || body.data.mismatch !== undefined;

/** Resolves when the listener has received the last answer or its signal aborts. */
function listen(watch: Watch, send: (answer: TrackingAnswer) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const leave = () => {
      watch.listeners.delete(listener);
      signal.removeEventListener('abort', leave);
      if (watch.listeners.size === 0) watch.stop.abort();
      resolve();
    };
    const listener: Listener = (answer, changed) => {
      if (changed) send(answer);
      if (isLast(answer)) leave();
    };
    watch.listeners.add(listener);
    signal.addEventListener('abort', leave, { once: true });
  });
}

/** `track` is asked at the pace that its own answers suggest, once per watched swap. */
export function createFollowers(track: (request: DecodedTrackRequest) => Promise<TrackingAnswer>): Follow {
  const watches = new Map<string, Watch>();

  async function run(request: DecodedTrackRequest, watch: Watch): Promise<void> {
    const { signal } = watch.stop;
    while (!signal.aborted) {
      await pause((watch.last.retryAfterSeconds ?? 1) * 1000, signal);
      if (signal.aborted) return;
      // The store may be unavailable for a moment: the connection stays open and the next round asks again.
      const answer = await track(request).catch(() => watch.last);
      const changed = essence(answer) !== essence(watch.last);
      watch.last = answer;
      for (const listener of [...watch.listeners]) listener(answer, changed);
    }
  }

  function start(key: string, request: DecodedTrackRequest, last: TrackingAnswer): Watch {
    const watch: Watch = { listeners: new Set(), last, stop: new AbortController() };
    watches.set(key, watch);
    watch.stop.signal.addEventListener('abort', () => {
      if (watches.get(key) === watch) watches.delete(key);
    });
    void run(request, watch);
    return watch;
  }

  return async (request, first, send, signal) => {
    send(first);
    if (isLast(first) || signal.aborted) return;
    const key = JSON.stringify([request.quoteId, request.routeIndex, request.hash, request.chainId, request.channel]);
    const watch = watches.get(key) ?? start(key, request, first);
    await listen(watch, send, signal);
  };
}
