/** What tracking answers: the body as it goes out, and when to ask again. */
import type { TrackResponse } from '../api/schemas/track.ts';

/** `retryAfterSeconds` is absent once nothing can change any more. */
export type TrackingAnswer = { body: TrackResponse; retryAfterSeconds?: number };
