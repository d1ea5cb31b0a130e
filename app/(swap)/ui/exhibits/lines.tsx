'use client';
import { RouteLine } from '../../../../components/routes/route-line.tsx';
import { type LineProgress, routeLineData } from '../../../../components/routes/route-line-data.ts';
import { State, States } from '../frame.tsx';
import { boostedRoute, plainRoute, streamingRoute } from '../samples.ts';
import { bitcoinToToken } from '../two-leg-samples.ts';

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

const TWO_LEGS: { name: string; progress: LineProgress }[] = [
  { name: 'half way', progress: { section: 3, fraction: 0.4, state: 'travelling', note: 'swapping' } },
  { name: 'paid in what the legs meet in', progress: { section: 4, fraction: 1, state: 'diverted' } },
];

const OFFERED = [
  { name: 'streaming', route: streamingRoute },
  { name: 'at once', route: plainRoute },
  { name: 'boosted, with the longest name', route: boostedRoute },
  { name: 'two legs', route: bitcoinToToken },
];

/** The route line offered, chosen, of two legs, and in every state of a swap. */
export function Lines() {
  return (
    <States>
      {OFFERED.map(({ name, route }) => (
        <State key={name} name={`Offered, and chosen: ${name}`} card>
          <RouteLine data={routeLineData(route)} />
          <RouteLine data={routeLineData(route)} tone="water" />
        </State>
      ))}
      {LINES.map(({ name, progress }) => (
        <State key={name} name={name} card>
          <RouteLine data={routeLineData(streamingRoute, progress)} />
          <RouteLine data={routeLineData(streamingRoute, progress)} size="tall" />
        </State>
      ))}
      {TWO_LEGS.map(({ name, progress }) => (
        <State key={name} name={`Two legs: ${name}`} card>
          <RouteLine data={routeLineData(bitcoinToToken, progress)} />
          <RouteLine data={routeLineData(bitcoinToToken, progress)} size="tall" />
        </State>
      ))}
    </States>
  );
}
