/** Watches a swap to its end over connections that break: by event streams where they work, else by polling. */
import { ApiProblem } from './api-problem.ts';
import { backoffMs, type CallOptions, jsonOf, postOf, type Send } from './client-send.ts';
import { type ReceivedEvent, readEvents } from './event-reader.ts';
import type { TrackRequest, TrackResponse } from './schemas/track.ts';

export type WatchDeps = {
  send: Send;
  read: (value: unknown) => TrackResponse;
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
};

const TRACK_PATH = '/v1/track';
const EVENTS = 'text/event-stream';
/**
 * The server sends a heartbeat every 15 s. A stream that is silent three times as long is being held back on its way.
 */
const SILENT_AFTER_MS = 45_000;
/** After this many streams in a row without a byte, the swap is polled. */
const FRUITLESS_STREAMS = 2;
/** What a gateway answers that waits for the end of a stream before it passes anything on. */
const GATEWAY_TIMEOUT = 504;
const USUAL_PAUSE_SECONDS = 5;
/** Whether an error would occur again if the request were repeated. */
const isLasting = ({ status }: ApiProblem): boolean => status >= 400 && status < 500 && status !== 429;

const isLast = ({ trackingStatus }: TrackResponse): boolean =>
  ['completed', 'refunded', 'failed'].includes(trackingStatus);

/**
 * Thrown when the payment does not belong to the quote. The swap has not ended, but polling would bring nothing new.
 */
export class PaymentMismatch extends Error {
  readonly state: TrackResponse;
  constructor(state: TrackResponse) {
    super(state.error ?? 'This transaction does not belong to the quote.');
    this.name = 'PaymentMismatch';
    this.state = state;
  }
}

/** What two equal states have in common: without values that count down by themselves, and without signatures. */
export function essenceOf({ signature: _signature, receipt: _receipt, ...state }: TrackResponse): string {
  const { updatedAt: _updatedAt, remainingSeconds: _remainingSeconds, ...data } = state.data;
  return JSON.stringify({ ...state, data });
}

const brokenStream = (data: unknown): ApiProblem => {
  const body = typeof data === 'object' && data !== null ? { ...data } : {};
  return new ApiProblem('status' in body && typeof body.status === 'number' ? body.status : 0, body);
};

type Update = { state: TrackResponse; id?: string; pauseSeconds?: number };

/** Takes a proxy that holds back even the headers of a stream for a gateway that waits for its end. */
async function openStream({ send }: WatchDeps, request: TrackRequest, { lastId }: Watching, { signal }: CallOptions) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), SILENT_AFTER_MS);
  const call = { signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal };
  const more: Record<string, string> = lastId === undefined ? {} : { 'last-event-id': lastId };
  try {
    return await send(TRACK_PATH, postOf(request, EVENTS, call, more), false);
  } catch (error) {
    if (!late.signal.aborted) throw error;
    throw new ApiProblem(GATEWAY_TIMEOUT, { title: 'No Answer', detail: 'The stream did not begin.' });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Yields the states of one stream; a single state where the server answers plain JSON because it has no event streams.
 */
async function* fromStream(deps: WatchDeps, request: TrackRequest, watching: Watching, call: CallOptions) {
  const response = await openStream(deps, request, watching, call);
  if (!(response.headers.get('content-type') ?? '').startsWith(EVENTS)) {
    yield await fromPoll(deps, response);
    return;
  }
  watching.fruitless += 1;
  const onBytes = () => {
    watching.fruitless = 0;
  };
  for await (const event of guarded(readEvents(response, SILENT_AFTER_MS, onBytes), call)) {
    if (event.event === 'error') throw brokenStream(event.data);
    const update: Update = { state: deps.read(event.data), ...(event.id === undefined ? {} : { id: event.id }) };
    yield update;
  }
}

/** Turns an error of the connection into an `ApiProblem` with status 0: no answer. */
async function* guarded(events: AsyncGenerator<ReceivedEvent, void>, { signal }: CallOptions) {
  try {
    yield* events;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiProblem(0, { title: 'No Answer', detail: 'The connection broke.' }, { cause });
  }
}

async function fromPoll({ read }: WatchDeps, response: Response): Promise<Update> {
  const seconds = response.headers.get('retry-after') ?? '';
  const state = read(await jsonOf(response));
  return { state, pauseSeconds: /^\d+$/.test(seconds) ? Number(seconds) : USUAL_PAUSE_SECONDS };
}

async function* fromAsking(deps: WatchDeps, request: TrackRequest, call: CallOptions) {
  const response = await deps.send(TRACK_PATH, postOf(request, 'application/json', call), false);
  yield await fromPoll(deps, response);
}

/** What a watch remembers from one connection to the next. */
type Watching = {
  lastId?: string;
  lastSent?: string;
  /** Connections that failed since the last answer. */
  failures: number;
  /** Streams since the last one that carried a byte; a resumed one may carry comments alone for long. */
  fruitless: number;
  /** How long to wait before the next connection, where an answer said it. */
  pauseMs: number | undefined;
};

/** Yields the new states of one connection. Returns true when the swap has ended. */
async function* fromOneConnection(
  deps: WatchDeps,
  request: TrackRequest,
  watching: Watching,
  call: CallOptions,
): AsyncGenerator<TrackResponse, boolean> {
  const asks = watching.fruitless >= FRUITLESS_STREAMS;
  watching.pauseMs = undefined;
  const updates = asks ? fromAsking(deps, request, call) : fromStream(deps, request, watching, call);
  for await (const { state, id, pauseSeconds } of updates) {
    watching.failures = 0;
    if (id !== undefined) watching.lastId = id;
    if (pauseSeconds !== undefined) watching.pauseMs = pauseSeconds * 1000;
    if (essenceOf(state) !== watching.lastSent) yield state;
    watching.lastSent = essenceOf(state);
    if (state.data.mismatch) throw new PaymentMismatch(state);
    if (isLast(state)) return true;
  }
  return false;
}

/**
 * Yields the current state and every change. Ends only when the swap ends; outages are waited out, however long they
 * take: end it earlier by `signal`.
 * @throws {ApiProblem} for errors that polling would not change (400, 401, 404), {PaymentMismatch} after the state that
 * reports it, and the signal's reason.
 */
export async function* watchSwap(
  deps: WatchDeps,
  request: TrackRequest,
  call: CallOptions = {},
): AsyncGenerator<TrackResponse, void> {
  const watching: Watching = { failures: 0, fruitless: 0, pauseMs: undefined };
  for (;;) {
    call.signal?.throwIfAborted();
    try {
      if (yield* fromOneConnection(deps, request, watching, call)) return;
    } catch (error) {
      if (call.signal?.aborted || !(error instanceof ApiProblem) || isLasting(error)) throw error;
      if (error.retryAfterSeconds !== undefined) watching.pauseMs = error.retryAfterSeconds * 1000;
      watching.failures += 1;
      if (error.status === GATEWAY_TIMEOUT) watching.fruitless += 1;
    }
    await deps.wait(watching.pauseMs ?? backoffMs(Math.max(0, watching.failures - 1)), call.signal);
  }
}
