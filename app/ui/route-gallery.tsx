'use client';
import { useState } from 'react';
import { RouteLine } from '../../components/routes/route-line.tsx';
import { type LineProgress, routeLineData } from '../../components/routes/route-line-data.ts';
import { RouteList } from '../../components/routes/route-list.tsx';
import { routeKey } from '../../components/routes/route-money.ts';
import type { ListQuote } from '../../components/routes/use-quote.ts';
import { RouteSkeleton } from '../../components/routes/waiting-routes.tsx';
import type { WireProviderError } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { ProviderId } from '../../lib/domain/provider-id.ts';
import {
  boostedPlainRoute,
  boostedRoute,
  chainflipRoute,
  chainflipStreamingRoute,
  failures,
  fewRoute,
  gardenRoute,
  plainRoute,
  streamingRoute,
  warnedRoute,
} from './samples.ts';
import { bitcoinToToken, bonkToBitcoin, offeredTokenToBitcoin } from './two-leg-samples.ts';

const noop = () => undefined;

const LINES: { name: string; progress: LineProgress }[] = [
  {
    name: 'confirming',
    progress: {
      section: 0,
      fraction: 0.4,
      state: 'travelling',
      note: 'confirming',
      notes: { 0: ['1 of 2 confirmations'] },
    },
  },
  {
    name: 'swapping',
    progress: { section: 1, fraction: 0.56, state: 'travelling', note: 'swapping', notes: { 1: ['part 9 of 16'] } },
  },
  {
    name: 'sending',
    progress: {
      section: 2,
      fraction: 0.5,
      state: 'travelling',
      note: 'sending out',
      notes: { 2: ['about 4 min left'] },
    },
  },
  { name: 'arrived', progress: { section: 2, fraction: 1, state: 'arrived' } },
  { name: 'turned back', progress: { section: 1, fraction: 1, state: 'turnedBack' } },
  { name: 'stopped', progress: { section: 0, fraction: 0.5, state: 'stopped' } },
];

const halfWay: LineProgress = { section: 3, fraction: 0.4, state: 'travelling', note: 'swapping' };
const passedBy: LineProgress = { section: 4, fraction: 1, state: 'diverted' };

/** The route line offered, chosen, of two legs, and in every state of a swap, each also as it reads from the right. */
export function LineParts() {
  return (
    <div className="grid gap-4">
      {[streamingRoute, plainRoute, boostedRoute, bitcoinToToken].map((route) => (
        <div key={routeKey(route)} className="card grid gap-4 p-4">
          <RouteLine data={routeLineData(route)} />
          <RouteLine data={routeLineData(route)} tone="water" />
        </div>
      ))}
      {LINES.map(({ name, progress }) => (
        <div key={name} className="card grid gap-4 p-4">
          <RouteLine data={routeLineData(streamingRoute, progress)} />
          <RouteLine data={routeLineData(streamingRoute, progress)} size="tall" />
        </div>
      ))}
      {[halfWay, passedBy].map((progress) => (
        <div key={progress.state} className="card grid gap-4 p-4">
          <RouteLine data={routeLineData(bitcoinToToken, progress)} />
          <RouteLine data={routeLineData(bitcoinToToken, progress)} size="tall" />
        </div>
      ))}
    </div>
  );
}

const ASKED: readonly ProviderId[] = [
  'THORCHAIN',
  'THORCHAIN_STREAMING',
  'CHAINFLIP',
  'CHAINFLIP_STREAMING',
  'MAYACHAIN',
  'GARDEN',
  'CHAINFLIP->ONEINCH',
];
const bitcoinRoutes = [
  streamingRoute,
  plainRoute,
  chainflipStreamingRoute,
  chainflipRoute,
  boostedPlainRoute,
  boostedRoute,
  gardenRoute,
  warnedRoute,
];

const NOW: ListQuote = {
  phase: 'done',
  routes: bitcoinRoutes,
  errors: failures,
  answeredIds: ASKED,
  dimmed: false,
  slow: false,
  again: false,
  freshSeconds: 24,
  retrySeconds: undefined,
  choose: noop,
  refresh: noop,
};
const failed = (provider: ProviderId, errorCode: WireProviderError['errorCode'], message: string) => ({
  provider,
  errorCode,
  message,
});

const LISTS: { name: string; quote: Partial<ListQuote> }[] = [
  { name: 'asking', quote: { phase: 'asking', routes: [], errors: [], answeredIds: [], freshSeconds: undefined } },
  {
    name: 'one slow',
    quote: {
      phase: 'asking',
      routes: [streamingRoute, plainRoute],
      errors: [],
      answeredIds: ASKED.filter((id) => id !== 'GARDEN'),
      slow: true,
      freshSeconds: undefined,
    },
  },
  { name: 'of the question before', quote: { phase: 'asking', dimmed: true, routes: [plainRoute], answeredIds: [] } },
  {
    name: 'refreshed, the chosen one gone',
    quote: { routes: [streamingRoute, plainRoute], lost: gardenRoute, updatedPercent: -0.2, errors: [] },
  },
  {
    name: 'too often',
    quote: { routes: [plainRoute], errors: [], problem: { kind: 'tooOften', retryAt: 0 }, retrySeconds: 8 },
  },
  { name: 'too little', quote: { routes: [fewRoute], errors: [] } },
  {
    name: 'none',
    quote: {
      routes: [],
      errors: [
        failed('THORCHAIN', 'swapAmountTooSmall', 'Sell 0.00006174 BTC or more.'),
        failed('GARDEN', 'insufficientLiquidity', 'Garden swaps no more than 12.5 BTC at once. Sell less.'),
        ...failures,
      ],
    },
  },
  {
    name: 'all down',
    quote: {
      routes: [],
      errors: [
        failed('THORCHAIN', 'httpError', 'THORNode cannot be reached.'),
        failed('CHAINFLIP', 'providerQuoteTimeout', 'Chainflip did not answer in time.'),
      ],
    },
  },
  { name: 'no service', quote: { phase: 'failed', routes: [], errors: [], problem: { kind: 'unreachable' } } },
];

function List({ name, quote, routes }: { name: string; quote: Partial<ListQuote>; routes?: readonly WireRoute[] }) {
  const [chosenKey, setChosen] = useState<string>();
  return (
    <div data-state={name}>
      <RouteList
        quote={{
          ...NOW,
          ...(routes ? { routes, errors: [] } : {}),
          ...quote,
          ...(chosenKey === undefined ? {} : { chosenKey }),
          choose: setChosen,
        }}
        asked={ASKED}
        sell={{ symbol: 'BTC', decimals: 8 }}
        onAmount={noop}
        onOtherAmount={noop}
        onOtherAsset={noop}
      />
    </div>
  );
}

/** The list of routes in all its states. */
export function RouteListParts() {
  return (
    <div className="grid gap-8">
      <List name="whole" quote={{}} />
      {LISTS.map((one) => (
        <List key={one.name} {...one} />
      ))}
      <RouteSkeleton />
    </div>
  );
}

/** Routes of two legs, offered. */
export const TwoLegList = () => (
  <List name="two legs" quote={{}} routes={[offeredTokenToBitcoin, bonkToBitcoin, bitcoinToToken]} />
);
