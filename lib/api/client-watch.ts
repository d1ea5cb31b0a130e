/** Watches a swap to its end over connections that break: by events where they come through, else by asking again. */
import { ApiProblem } from './api-problem.ts';
import { backoffMs, type CallOptions, jsonOf, postOf, type Send } from './client-send.ts';
import { type ReceivedEvent, readEvents } from './event-reader.ts';
import type { TrackRequest, TrackResponse } from './schemas/track.ts';

export type WatchParts = {
  send: Send;
  read: (value: unknown) => TrackResponse;
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
};

const TRACK_PATH = '/v1/track';
const EVENTS = 'text/event-stream';
/** The server shows every 15 s that it is there; what is silent for three times as long is held back by somebody between. */
const SILENT_AFTER_MS = 45_000;
/** So many streams in a row without a single event, and it is asked by polling from then on. */
const FRUITLESS_STREAMS = 2;
const USUAL_PAUSE_SECONDS = 5;
/** What asking again does not mend. */
const isLasting = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || (error.status >= 400 && error.status < 500 && error.status !== 429);

const isLast = ({ trackingStatus }: TrackResponse): boolean =>
  ['completed', 'refunded', 'failed'].includes(trackingStatus);

/** The payment is not the quote's: the swap has not ended, and nothing of it will be told by asking again. */
export class PaymentMismatch extends Error {
  readonly state: TrackResponse;
  constructor(state: TrackResponse) {
    super(state.error ?? 'This transaction does not belong to the quote.');
    this.name = 'PaymentMismatch';
    this.state = state;
  }
}

/** What two equal states have in common: without what counts down by itself. */
export function essenceOf(state: TrackResponse): string {
  const { updatedAt: _updatedAt, remainingSeconds: _remainingSeconds, ...data } = state.data;
  return JSON.stringify({ ...state, data });
}

const brokenStream = (data: unknown): ApiProblem => {
  const body = typeof data === 'object' && data !== null ? { ...data } : {};
  return new ApiProblem('status' in body && typeof body.status === 'number' ? body.status : 0, body);
};

type Heard = { state: TrackResponse; id?: string; pauseSeconds?: number };

/** The states of one stream; one state only where the answer is plain JSON, as from a server without events. */
async function* fromStream(parts: WatchParts, request: TrackRequest, lastId: string | undefined, call: CallOptions) {
  const more: Record<string, string> = lastId === undefined ? {} : { 'last-event-id': lastId };
  const response = await parts.send(TRACK_PATH, postOf(request, EVENTS, call, more), false);
  if (!(response.headers.get('content-type') ?? '').startsWith(EVENTS)) {
    yield await fromPoll(parts, response);
    return;
  }
  for await (const event of guarded(readEvents(response, SILENT_AFTER_MS), call)) {
    if (event.event === 'error') throw brokenStream(event.data);
    const heard: Heard = { state: parts.read(event.data), ...(event.id === undefined ? {} : { id: event.id }) };
    yield heard;
  }
}

/** What a connection throws while it is read is no answer. */
async function* guarded(events: AsyncGenerator<ReceivedEvent, void>, { signal }: CallOptions) {
  try {
    yield* events;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiProblem(0, { title: 'No Answer', detail: 'The connection broke.' }, { cause });
  }
}

async function fromPoll({ read }: WatchParts, response: Response): Promise<Heard> {
  const seconds = response.headers.get('retry-after') ?? '';
  const state = read(await jsonOf(response));
  return { state, pauseSeconds: /^\d+$/.test(seconds) ? Number(seconds) : USUAL_PAUSE_SECONDS };
}

async function* fromAsking(parts: WatchParts, request: TrackRequest, call: CallOptions) {
  const response = await parts.send(TRACK_PATH, postOf(request, 'application/json', call), false);
  yield await fromPoll(parts, response);
}

/**
 * The state now and whenever it changes; ends after an end of the swap, and after nothing else. Outages are waited out,
 * however long they take: end it by `signal`. @throws {ApiProblem} what asking again does not mend (400, 401, 404),
 * {PaymentMismatch} after the state that tells it, and the signal's reason.
 */
export async function* watchSwap(
  parts: WatchParts,
  request: TrackRequest,
  call: CallOptions = {},
): AsyncGenerator<TrackResponse, void> {
  let lastId: string | undefined;
  let told: string | undefined;
  let fruitless = 0;
  for (let failures = 0; ; ) {
    call.signal?.throwIfAborted();
    const asks = fruitless >= FRUITLESS_STREAMS;
    let pauseMs: number | undefined;
    fruitless += 1;
    try {
      for await (const heard of asks ? fromAsking(parts, request, call) : fromStream(parts, request, lastId, call)) {
        failures = 0;
        if (!asks) fruitless = 0;
        lastId = heard.id ?? lastId;
        if (heard.pauseSeconds !== undefined) pauseMs = heard.pauseSeconds * 1000;
        if (essenceOf(heard.state) !== told) yield heard.state;
        told = essenceOf(heard.state);
        if (heard.state.data.mismatch) throw new PaymentMismatch(heard.state);
        if (isLast(heard.state)) return;
      }
    } catch (error) {
      if (call.signal?.aborted || isLasting(error)) throw error;
      if (error instanceof ApiProblem && error.retryAfterSeconds !== undefined)
        pauseMs = error.retryAfterSeconds * 1000;
      failures += 1;
    }
    await parts.wait(pauseMs ?? backoffMs(failures), call.signal);
  }
}
