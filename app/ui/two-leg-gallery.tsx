'use client';
import { OpenChannel } from '../../components/deposit/open-channel.tsx';
import { ReviewBody } from '../../components/review/review-body.tsx';
import { ReviewFooter } from '../../components/review/review-footer.tsx';
import { ReviewState } from '../../components/review/review-state.tsx';
import { FailedProviders } from '../../components/routes/failed-providers.tsx';
import { RouteLine } from '../../components/routes/route-line.tsx';
import { routeLineData } from '../../components/routes/route-line-data.ts';
import { TrackView } from '../../components/tracking/track-view.tsx';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { TwoLegList } from './route-gallery.tsx';
import { bitcoinToToken, bonkToBitcoin, tokenToBitcoin, trackedLegs, twoLegFailures } from './two-leg-samples.ts';

const noop = () => undefined;
const NO_CONSENTS = new Set<never>();

function Review({ route, byHand = false }: { route: WireRoute; byHand?: boolean }) {
  return (
    <div className="card grid gap-4 p-4">
      <RouteLine data={routeLineData(route)} tone="water" />
      <ReviewBody
        route={route}
        slippage={1}
        changePercent={0}
        byHand={byHand}
        consents={NO_CONSENTS}
        onConsent={noop}
      />
    </div>
  );
}

/** Routes of two legs, offered, reviewed, refused, and in every state of their tracking. */
export function TwoLegParts() {
  return (
    <>
      <TwoLegList />
      <FailedProviders errors={twoLegFailures} open />
      <Review route={tokenToBitcoin} />
      <div className="card grid gap-4 p-4">
        <ReviewState review={{ phase: 'asking' }} chosen={tokenToBitcoin} connected onAgain={noop}>
          {null}
        </ReviewState>
        <ReviewFooter
          quoted={{ quoteId: 'q_0193f2a7', routeIndex: 0, route: bonkToBitcoin }}
          account={undefined}
          payment={{ phase: 'idle' }}
          consents={NO_CONSENTS}
          by="transaction"
          onPay={noop}
          onByHand={noop}
          onAgain={noop}
          onConnect={noop}
        />
      </div>
      <Review route={bitcoinToToken} byHand />
      <div className="card grid gap-4 p-4">
        <OpenChannel quoted={{ quoteId: 'q_0193f2a7', routeIndex: 0, route: bitcoinToToken }} onBack={noop} />
      </div>
      {trackedLegs.map(({ name, response }) => (
        <TrackView key={name} response={response} network="mainnet" elapsedSeconds={600} onHash={noop} />
      ))}
    </>
  );
}
