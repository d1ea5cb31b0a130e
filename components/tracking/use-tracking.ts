'use client';
import { useEffect, useState } from 'react';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import type { TrackRequest, TrackResponse } from '../../lib/api/schemas/track.ts';
import { isFinalStatus } from '../../lib/domain/swap-status.ts';
import { api } from '../ui/api.ts';

const POLL_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;

export type Tracking = {
  response?: TrackResponse;
  /** When the last answer arrived, Unix milliseconds. */
  receivedAt?: number;
  /** The service knows no swap under this address; its message, in English. */
  unknown?: string;
  /** The connection is lost; the last answer is shown. */
  lost: boolean;
};

/** Waits, but ends early when the device comes online or the page becomes visible. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      window.removeEventListener('online', end);
      document.removeEventListener('visibilitychange', seen);
      resolve();
    };
    const seen = () => {
      if (!document.hidden) end();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    window.addEventListener('online', end);
    document.addEventListener('visibilitychange', seen);
  });

type Listener = { answered(response: TrackResponse): void; lost(): void; unknown(message: string): void };

/** The answers of the stream, followed by a polled one; only a polled one after a stream that broke off at once. */
async function* answers(request: TrackRequest, state: { streams: boolean }, signal: AbortSignal) {
  if (state.streams) {
    let received = false;
    for await (const response of api.trackStream(request, { signal })) {
      received = true;
      yield response;
    }
    state.streams = received;
  }
  yield await api.track(request, { signal });
}

const isUnknown = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && (error.status === 404 || error.status === 400);

/** The same request with the signed route, where the service does not know a swap that was paid here. */
async function withSigned(request: TrackRequest, { status }: ApiProblem): Promise<TrackRequest | undefined> {
  const { quoteId = '', routeIndex = 0 } = request;
  if (status !== 404 || request.route) return undefined;
  const { signedRoute } = await import('../activity/signed-routes.ts');
  const route = signedRoute({ quoteId, routeIndex });
  return route && { ...request, route };
}

/** Follows the stream; when it fails or breaks off, polls, less often the longer it fails. */
async function follow(asked: TrackRequest, listener: Listener, signal: AbortSignal): Promise<void> {
  let request = asked;
  const state = { streams: true };
  let wait = POLL_MS;
  while (!signal.aborted) {
    try {
      for await (const response of answers(request, state, signal)) {
        wait = POLL_MS;
        listener.answered(response);
        if (isFinalStatus(response.trackingStatus)) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isUnknown(error)) {
        const signed = await withSigned(request, error);
        if (signed === undefined) return listener.unknown(error.detail);
        request = signed;
        continue;
      }
      listener.lost();
      wait = Math.min(LONGEST_WAIT_MS, wait * 1.6);
    }
    await pause(wait, signal);
  }
}

/** The state of one swap, live until it is final. */
export function useTracking(quoteId: string, routeIndex: number, hash: string | undefined): Tracking {
  const [tracking, setTracking] = useState<Tracking>({ lost: false });
  useEffect(() => {
    const controller = new AbortController();
    setTracking({ lost: false });
    void follow(
      { quoteId, routeIndex, ...(hash ? { hash } : {}) },
      {
        answered: (response) => setTracking({ response, receivedAt: Date.now(), lost: false }),
        lost: () => setTracking((now) => ({ ...now, lost: true })),
        unknown: (unknown) => setTracking({ unknown, lost: false }),
      },
      controller.signal,
    );
    return () => controller.abort();
  }, [quoteId, routeIndex, hash]);
  return tracking;
}
