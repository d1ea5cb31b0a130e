/** Asks the page's own server about a swap. Small: the page and its server are of one build, so only the shape's heart is checked. */
import { readEvents } from '../../lib/api/event-reader.ts';
import type { TrackRequest, TrackResponse } from '../../lib/api/schemas/track.ts';
import { TRACKING_STATUSES } from '../../lib/domain/swap-status.ts';

/** `status` 0 where no answer came or it could not be read; `message` is the server's sentence, in English. */
export class TrackProblem extends Error {
  override readonly name = 'TrackProblem';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isTrackResponse = (value: unknown): value is TrackResponse =>
  isObject(value) &&
  typeof value.success === 'boolean' &&
  TRACKING_STATUSES.some((status) => status === value.trackingStatus) &&
  isObject(value.data);

function checked(value: unknown): TrackResponse {
  if (isTrackResponse(value)) return value;
  throw new TrackProblem(0, 'The answer is not what the interface promises.');
}

async function ask(request: TrackRequest, accept: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch('/v1/track', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(request),
    cache: 'no-store',
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new TrackProblem(0, 'The service cannot be reached.');
  });
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => undefined);
  const detail = isObject(body) && typeof body.detail === 'string' ? body.detail : `The answer was ${response.status}.`;
  throw new TrackProblem(response.status, detail);
}

/** The state now. @throws {TrackProblem} and what `signal` aborts with. */
export async function track(request: TrackRequest, signal?: AbortSignal): Promise<TrackResponse> {
  const response = await ask(request, 'application/json', signal);
  return checked(await response.json().catch(() => undefined));
}

/** The state now, then again whenever it changes; ends when it is final. @throws as `track`. */
export async function* trackStream(request: TrackRequest, signal?: AbortSignal): AsyncGenerator<TrackResponse, void> {
  const response = await ask(request, 'text/event-stream', signal);
  for await (const { event, data } of readEvents(response)) {
    if (event === 'error') throw problemOf(data);
    yield checked(data);
  }
}

const problemOf = (data: unknown): TrackProblem =>
  new TrackProblem(
    isObject(data) && typeof data.status === 'number' ? data.status : 0,
    isObject(data) && typeof data.detail === 'string' ? data.detail : 'The stream broke off.',
  );
