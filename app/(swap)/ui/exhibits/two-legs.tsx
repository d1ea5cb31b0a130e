'use client';
import { ReviewBody } from '../../../../components/review/review-body.tsx';
import { TrackView } from '../../../../components/tracking/track-view.tsx';
import type { WireRoute } from '../../../../lib/api/schemas/route.ts';
import { NOW, noop, State, States } from '../frame.tsx';
import { bitcoinToToken, offeredTokenToBitcoin } from '../two-leg-samples.ts';
import { trackedLegs } from '../two-leg-tracked.ts';

const NO_CONSENTS = new Set<never>();

function Reviewed({ name, route, byHand = false }: { name: string; route: WireRoute; byHand?: boolean }) {
  return (
    <State name={name} card>
      <ReviewBody
        route={route}
        slippage={1}
        changePercent={0}
        byHand={byHand}
        consents={NO_CONSENTS}
        onConsent={noop}
        signing={{ sections: [], differences: [], raw: [] }}
      />
    </State>
  );
}

/** Two-leg routes in review, and in every state of their tracking. */
export function TwoLegs() {
  return (
    <States>
      <Reviewed name="Review: 1inch, then Chainflip" route={offeredTokenToBitcoin} />
      <Reviewed name="Review: Chainflip, then 1inch, by hand" route={bitcoinToToken} byHand />
      {trackedLegs.map(({ name, response }) => (
        <State key={name} name={name}>
          <TrackView response={response} network="mainnet" receivedAt={NOW} elapsedSeconds={600} onHash={noop} />
        </State>
      ))}
    </States>
  );
}
