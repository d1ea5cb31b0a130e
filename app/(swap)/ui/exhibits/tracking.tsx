'use client';
import { TrackView } from '../../../../components/tracking/track-view.tsx';
import { UnknownSwap } from '../../../../components/tracking/unknown-swap.tsx';
import type { TrackResponse } from '../../../../lib/api/schemas/track.ts';
import { NOW, noop, State, States } from '../frame.tsx';
import { ended, HASH, tracked } from '../samples.ts';
import { troubled, troubledEnds } from '../trouble-samples.ts';

function Tracked({
  name,
  response,
  elapsedSeconds = 1200,
  lostSince,
}: {
  name: string;
  response: TrackResponse;
  elapsedSeconds?: number;
  lostSince?: number;
}) {
  return (
    <State name={name}>
      <TrackView
        response={response}
        network="mainnet"
        receivedAt={NOW}
        lostSince={lostSince}
        elapsedSeconds={elapsedSeconds}
        onHash={noop}
      />
    </State>
  );
}

/** A swap under way. */
export function Tracking() {
  return (
    <States>
      {[...tracked, ...troubled].map((one) => (
        <Tracked key={one.name} {...one} />
      ))}
      {tracked.slice(1, 2).map(({ response }) => (
        <Tracked key="lost" name="The connection is lost" response={response} lostSince={NOW - 180_000} />
      ))}
    </States>
  );
}

/** A swap that has ended, and one that the service does not know. */
export function Endings() {
  return (
    <States>
      {[...ended, ...troubledEnds].map((one) => (
        <Tracked key={one.name} {...one} />
      ))}
      <State name="Unknown">
        <UnknownSwap message="No swap is known by this quote." hash={HASH} chain="BTC" />
      </State>
    </States>
  );
}
