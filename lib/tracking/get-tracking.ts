/** Tracking from request to answer, a line a step: load, match, observe, derive, encode. */

import { encodeTracking } from '../api/encode-tracking.ts';
import type { NetworkName } from '../chains/chain.ts';
import type { StoredSwap } from '../db/store.ts';
import { deriveSwap } from '../domain/derive-swap.ts';
import { isWithin } from '../domain/is-within.ts';
import { remember } from '../domain/remember.ts';
import { isFinalStatus, type Observation } from '../domain/swap-status.ts';
import { within } from '../domain/waiting.ts';
import { createFollowers, type Follow, keyOf } from './follow.ts';
import { derive, type KnownSwap, knownSwap } from './known-swap.ts';
import { type LocatedSwap, locateSwap, type TrackedRoute, type TrackRequest } from './locate-swap.ts';
import type { ObserveDeps } from './look.ts';
import { unconfirmedPayout } from './look-at-payout.ts';
import { observeSwap } from './observe-swap.ts';
import { type Observer, type ObserverDeps, startObserver } from './observer.ts';
import { type ResumeDeps, resumeRoute } from './resume-route.ts';
import { observeIntervalMs } from './schedule.ts';
import { trackingBody } from './swap-events.ts';
import type { TrackingAnswer } from './tracking-answer.ts';

export type TrackingDeps = ObserveDeps &
  Pick<ObserverDeps, 'everyMs'> &
  Pick<ResumeDeps, 'verify'> & {
    network: NetworkName;
    /** How long an answer waits for a look under way; after that it gives the last known state. Default 5000. */
    answerWithinMs?: number;
  };

export type Tracking = {
  /** @throws {Problem} 400 and 404; never for an upstream's failure. */
  track(request: TrackRequest): Promise<TrackingAnswer>;
  /** What a stream begins with: as `track`, without a question where the swap is followed here already. */
  first(request: TrackRequest): Promise<TrackingAnswer>;
  /** `first` and then each changed answer, until nothing can change or the signal ends it. */
  follow: Follow;
  /** Keeps observing open swaps without any client. */
  start(): Observer;
};

const ANSWER_WITHIN_MS = 5000;
const MAX_REMEMBERED = 1000;
const NO_PAYMENT_RETRY_SECONDS = 5;

/**
 * The facts that are stored after the look; or why there was none: `notDue`, the stored state is recent enough;
 * `elsewhere`, another instance looks; `late`, the observation continues, but the answer must not wait for it;
 * `failed`, nothing was learned.
 */
type LookResult = Observation[] | 'notDue' | 'elsewhere' | 'late' | 'failed';
type Look = (swap: StoredSwap, route: TrackedRoute) => Promise<LookResult>;

/**
 * One look per swap and interval in all instances. In this instance, callers who ask meanwhile wait for the same
 * look.
 */
function createLook(deps: TrackingDeps): Look {
  const underWay = new Map<string, Promise<LookResult>>();
  return async (swap, route) => {
    const running = underWay.get(swap.id);
    if (running) return settledWithin(running, deps.answerWithinMs ?? ANSWER_WITHIN_MS);
    const now = deps.now();
    const intervalMs = observeIntervalMs(swap, now);
    // The interval has passed, or the instance that claimed the last look never finished it.
    const isDue =
      swap.lastObservedAt === null ||
      !isWithin(intervalMs, swap.lastObservedAt, now) ||
      (swap.dueAt !== null && swap.dueAt <= now);
    if (!isDue) return 'notDue';
    const claimed = (async (): Promise<LookResult> => {
      if (!(await deps.store.claimObservation(swap.id, intervalMs, now))) return 'elsewhere';
      const facts = await observeSwap(deps, await knownSwap(deps.store, route, swap));
      await deps.store.endObservation(swap.id, intervalMs, now);
      return facts;
    })();
    const tracked = claimed
      .catch((error: unknown): LookResult => {
        deps.log({ event: 'unexpected', error: String(error) });
        return 'failed';
      })
      .finally(() => underWay.delete(swap.id));
    underWay.set(swap.id, tracked);
    return settledWithin(tracked, deps.answerWithinMs ?? ANSWER_WITHIN_MS);
  };
}

const settledWithin = (work: Promise<LookResult>, ms: number): Promise<LookResult> => within(work, ms, () => 'late');

function answerWithoutPayment({ route, quoteId, routeIndex, chain }: TrackedRoute, now: number): TrackingAnswer {
  const swap = deriveSwap([], { now, legs: Math.max(route.legs.length, 1) });
  const body = encodeTracking({ quoteId, routeIndex, route, chain, swap, now });
  return { body, retryAfterSeconds: NO_PAYMENT_RETRY_SECONDS };
}

/** Whether no look can change the answer. */
function isOver(deps: TrackingDeps, known: KnownSwap): boolean {
  const { swap } = known;
  if (swap.mismatch) return true;
  return isFinalStatus(swap.status) && unconfirmedPayout(deps, derive(known, deps.now())) === undefined;
}

/** @param looked false: the stored state may be older than it should be. */
function answerOf(deps: TrackingDeps, known: KnownSwap, looked: boolean): TrackingAnswer & { over: boolean } {
  const { swap } = known;
  const now = deps.now();
  const over = isOver(deps, known);
  const stale = !over && (swap.stale || !looked);
  const body = trackingBody(known, derive(known, now), swap.lastObservedAt ?? now, stale);
  if (over) return { body, over };
  const intervalMs = observeIntervalMs(swap, now);
  const left = swap.lastObservedAt === null ? intervalMs : swap.lastObservedAt + intervalMs - now;
  return { body, over, retryAfterSeconds: Math.max(1, Math.ceil(Math.min(left, intervalMs) / 1000)) };
}

async function answerFor(deps: TrackingDeps, look: Look, located: LocatedSwap): Promise<Answered> {
  const { swap, ...route } = located;
  if (!swap) return { ...answerWithoutPayment(route, deps.now()), over: false };
  const before = await knownSwap(deps.store, route, swap);
  if (isOver(deps, before)) return answerOf(deps, before, true);
  const looked = await look(swap, route);
  if (looked === 'notDue') return answerOf(deps, before, true);
  const facts = Array.isArray(looked) ? looked : undefined;
  const known = await knownSwap(deps.store, route, (await deps.store.loadSwap(swap.id)) ?? swap, facts);
  return answerOf(deps, known, looked !== 'late' && looked !== 'failed');
}

type Answered = TrackingAnswer & { over: boolean };

/** For a hash that does not belong to this quote: the state of the other quote's swap that it pays, if there is one. */
async function answerOfOther(deps: TrackingDeps, look: Look, { swap }: LocatedSwap): Promise<Answered | undefined> {
  if (!swap?.hash) return undefined;
  const other = await deps.store.findNewestSwapByHash(swap.hash, swap);
  if (!other || other.mismatch || other.isUnseen) return undefined;
  const { quoteId, routeIndex, hash } = other;
  const answer = await answerFor(deps, look, await locateSwap(deps, { quoteId, routeIndex, hash }));
  return answer.body.success && answer.body.trackingStatus !== 'not_started' ? answer : undefined;
}

/** Adds which quote was asked for, when the swap is another quote's. */
function withAskedFor(answer: Answered, { quoteId, routeIndex }: TrackRequest): Answered {
  const paid = answer.body.data.quoteInfo;
  const isAsked = quoteId === undefined || (paid?.quoteId === quoteId && paid.routeIndex === routeIndex);
  if (isAsked) return answer;
  const data = { ...answer.body.data, askedFor: { quoteId, routeIndex } };
  return { ...answer, body: { ...answer.body, data } };
}

export function createTracking(deps: TrackingDeps): Tracking {
  const look = createLook(deps);
  /** Final answers, by the request that names quote, route and hash. */
  const finished = new Map<string, TrackingAnswer>();
  const underWay = new Map<string, Promise<TrackingAnswer>>();

  /** A caller who repeats a request that is being answered receives the same answer, so that it is read once. */
  function track(request: TrackRequest): Promise<TrackingAnswer> {
    const key = JSON.stringify(request);
    const running = underWay.get(key);
    if (running) return running;
    const answer = readAnswer(request).finally(() => underWay.delete(key));
    underWay.set(key, answer);
    return answer;
  }

  async function readAnswer(request: TrackRequest): Promise<TrackingAnswer> {
    const isNamed = request.quoteId !== undefined && request.hash !== undefined;
    const key = isNamed ? keyOf(request) : '';
    const remembered = finished.get(key);
    if (remembered) return remembered;
    await resumeRoute(deps, request);
    const located = await locateSwap(deps, request);
    const own = await answerFor(deps, look, located);
    const isOwn = own.body.success && own.body.trackingStatus !== 'not_started';
    const latest = (isOwn ? undefined : await answerOfOther(deps, look, located)) ?? own;
    const { over, ...answer } = withAskedFor(latest, request);
    if (over && answer.body.success && key !== '') remember(finished, key, answer, MAX_REMEMBERED);
    return answer;
  }

  const { follow, recentAnswer } = createFollowers(track, () => deps.now());
  return {
    track,
    first: async (request) => recentAnswer(request) ?? track(request),
    follow,
    start: () => startObserver({ ...deps, look }),
  };
}
