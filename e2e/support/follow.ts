import type { PortageClient } from '../../lib/api/client.ts';
import type { TrackRequest, TrackResponse } from '../../lib/api/schemas/track.ts';
import { sharedSandbox } from './sandbox.ts';

const FINAL = new Set(['completed', 'refunded', 'failed']);

/** Follows a swap by its event stream until it is final; returns every state, the last one last. */
export async function follow(
  client: PortageClient,
  request: TrackRequest,
  sandbox = sharedSandbox(),
): Promise<TrackResponse[]> {
  const states: TrackResponse[] = [];
  return sandbox.hurried(async () => {
    for await (const state of client.trackStream(request, { signal: AbortSignal.timeout(150_000) })) {
      states.push(state);
      if (FINAL.has(state.trackingStatus)) break;
    }
    return states;
  });
}

export const last = (states: TrackResponse[]): TrackResponse => {
  const state = states.at(-1);
  if (!state) throw new Error('the stream said nothing');
  return state;
};
