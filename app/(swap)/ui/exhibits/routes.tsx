'use client';
import { useState } from 'react';
import { FailedProviders } from '../../../../components/routes/failed-providers.tsx';
import { RouteDetails } from '../../../../components/routes/route-details.tsx';
import { RouteList } from '../../../../components/routes/route-list.tsx';
import type { ListQuote } from '../../../../components/routes/use-quote.ts';
import { RouteSkeleton } from '../../../../components/routes/waiting-routes.tsx';
import type { Refusal } from '../../../../components/ui/refusal.ts';
import type { WireProviderError } from '../../../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../../../lib/api/schemas/route.ts';
import type { ProviderId } from '../../../../lib/domain/provider-id.ts';
import { noop, State, States } from '../frame.tsx';
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
} from '../samples.ts';
import { bitcoinToToken, bonkToBitcoin, offeredTokenToBitcoin, twoLegFailures } from '../two-leg-samples.ts';

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

const SETTLED: ListQuote = {
  phase: 'done',
  routes: bitcoinRoutes,
  errors: failures,
  answeredIds: ASKED,
  dimmed: false,
  slow: false,
  again: false,
  due: Date.now() + 24_000,
  retrySeconds: undefined,
  choose: noop,
  refresh: noop,
};
const refusedQuote = (refusal: Refusal): Partial<ListQuote> => ({
  phase: 'failed',
  routes: [],
  errors: [],
  problem: { kind: 'refused', detail: '', refusal },
});
const failed = (provider: ProviderId, errorCode: WireProviderError['errorCode'], message: string) => ({
  provider,
  errorCode,
  message,
});

const LISTS: { name: string; quote: Partial<ListQuote> }[] = [
  { name: 'asking', quote: { phase: 'asking', routes: [], errors: [], answeredIds: [], due: undefined } },
  {
    name: 'one slow',
    quote: {
      phase: 'asking',
      routes: [streamingRoute, plainRoute],
      errors: [],
      answeredIds: ASKED.filter((id) => id !== 'GARDEN'),
      slow: true,
      due: undefined,
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
  {
    name: 'addresses that are not served',
    quote: refusedQuote({
      kind: 'address',
      fields: ['sourceAddress', 'destinationAddress', 'refundAddress'],
      codes: ['sanctions'],
    }),
  },
  { name: 'a country that is not served', quote: refusedQuote({ kind: 'country' }) },
  {
    name: 'maintenance',
    quote: refusedQuote({ kind: 'maintenance', sentence: 'We move to a new machine until 14:00 UTC.' }),
  },
];

function List({ name, quote, routes }: { name: string; quote: Partial<ListQuote>; routes?: readonly WireRoute[] }) {
  const [chosenKey, setChosen] = useState<string>();
  return (
    <State name={name}>
      <RouteList
        quote={{
          ...SETTLED,
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
    </State>
  );
}

/** The list of routes in all its states. */
export function Routes() {
  return (
    <States>
      <List name="whole" quote={{}} />
      {LISTS.map((one) => (
        <List key={one.name} {...one} />
      ))}
      <List name="two legs" quote={{}} routes={[offeredTokenToBitcoin, bonkToBitcoin, bitcoinToToken]} />
      <State name="providers that offered none, of two legs">
        <FailedProviders errors={twoLegFailures} />
      </State>
      <State name="what an opened card shows" card>
        <RouteDetails
          route={boostedRoute}
          ways={[chainflipRoute, chainflipStreamingRoute, boostedRoute].map((route) => ({ route, gone: false }))}
          decimals={8}
          auto
          onChoose={noop}
        />
      </State>
      <State name="the same, with a warning and too small an amount" card>
        <RouteDetails
          route={{ ...fewRoute, warnings: warnedRoute.warnings }}
          ways={[]}
          decimals={8}
          auto
          onChoose={noop}
          onAmount={noop}
        />
      </State>
      <State name="on its way">
        <RouteSkeleton />
      </State>
    </States>
  );
}
