/** The answer of tracking: the body as it is sent, and when to ask again. */
import type { TrackResponse } from '../api/schemas/track.ts';

/** `retryAfterSeconds` is absent once the state is final. */
export type TrackingAnswer = { body: TrackResponse; retryAfterSeconds?: number };
