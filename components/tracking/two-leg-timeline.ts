/** Builds the steps of a two-leg swap: each leg, the bridge asset, and what became of the money in between. */
import type { TrackData } from '../../lib/api/schemas/track.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { duration } from '../ui/format.ts';
import { refundStep } from './refund-step.ts';
import { saysGas, sentence } from './state-text.ts';
import { chainName, type Detail, english, evidence, type StepInput, type TimelineStep } from './timeline-step.ts';
import { confirmedStep, outStep, sentStep, streamOf, waitsBecause } from './timeline-steps.ts';
import { isHandedOver, money, paidInBridge, symbolOf, type TwoLegs } from './track-selectors.ts';

type TwoLegInput = { input: StepInput; legs: TwoLegs };
type Entry = NonNullable<TrackData['timeline']>[number];

const entries = ({ timeline = [] }: TrackData, leg: number, ...milestones: Entry['milestone'][]): Entry[] =>
  timeline.filter((entry) => entry.leg === leg && milestones.includes(entry.milestone));

const when = (entry: Entry | undefined): number | undefined => entry && Date.parse(entry.at);

/** The transaction by which the first leg paid the second, if it is not the payment itself. */
function handoverProof({ data }: StepInput): Pick<TimelineStep, 'tx'> {
  const paid = entries(data, 0, 'payoutSent').at(-1);
  return paid && paid.hash !== data.inbound?.hash ? evidence(paid, data.route?.legs[0]?.buyAsset) : {};
}

/** What a payment cost that sold nothing. */
const costOfNothing = ({ input: { t, response }, legs }: TwoLegInput): Detail[] =>
  legs.paysByItself && !saysGas(response.error) ? [t('Only the network fee was spent.')] : [];

function firstSwapping({ input, legs }: TwoLegInput): TimelineStep {
  const { t, data } = input;
  const symbol = symbolOf(legs.bridge);
  const stream = streamOf(input);
  const chain = chainName(t, data.route?.sellAsset);
  return {
    id: 'first',
    state: 'now',
    title: stream.parts
      ? t('Swapping to {symbol}, part {done} of {total}', { symbol, ...stream.parts })
      : legs.paysByItself
        ? t('Swapping to {symbol} on {chain}', { symbol, chain })
        : t('Swapping to {symbol}', { symbol }),
    details: data.held ? english(data.held) : waitsBecause(data),
    bar: stream.bar,
  };
}

/** The first leg, up to the bridge asset. */
function firstLeg(both: TwoLegInput): TimelineStep {
  const { input, legs } = both;
  const { t, data, response } = input;
  const [provider] = legs.names;
  const { trackingStatus: status, stage } = response;
  const base = { id: 'first', details: [] as Detail[] };
  const symbol = symbolOf(legs.bridge);
  if (isHandedOver(data, legs))
    return {
      ...base,
      state: 'done',
      title: t('{provider}: {sold} became {got}', {
        provider,
        sold: money(t, data.inbound?.amount ?? data.route?.sellAmount, data.route?.sellAsset),
        got: money(t, legs.handedOver, legs.bridge),
      }),
      at: when(entries(data, 0, 'payoutSent', 'payoutPlanned', 'swapDone').at(0)),
      ...handoverProof(input),
    };
  if (status === 'failed' && stage === 'inbound')
    return {
      ...base,
      state: legs.paysByItself ? 'failed' : 'waiting',
      title: t('Nothing was sold'),
      details: costOfNothing(both),
    };
  if (status === 'failed')
    return {
      ...base,
      state: 'failed',
      title: t('{provider} could not finish its leg', { provider }),
    };
  if (status === 'refunded' || stage === 'refund')
    return {
      ...base,
      state: 'back',
      title: t('Not swapped by {provider}', { provider }),
      // The page says the reason of an end once, above the timeline.
      details: status === 'refunded' ? [] : english(response.error),
    };
  if (status === 'swapping' || (status === 'pending' && legs.paysByItself)) return firstSwapping(both);
  return { ...base, state: 'waiting', title: t('Swap to {symbol} with {provider}', { provider, symbol }) };
}

/**
 * The first leg's payout waits at an address until the second leg has counted it; only for legs that meet at an
 * address.
 */
function meetingStep({ input, legs }: TwoLegInput): TimelineStep[] {
  const { t, data, response } = input;
  if (!legs.paysByItself) return [];
  const [, provider] = legs.names;
  const what = money(t, legs.handedOver, legs.bridge);
  const address = data.route?.meta.bridge?.depositAddress;
  const seen = entries(data, 1, 'providerSeen', 'providerCounted').at(-1);
  const { trackingStatus: status, stage } = response;
  const through =
    status === 'completed' ||
    status === 'refunded' ||
    stage === 'refund' ||
    data.timeline?.some(({ leg, milestone }) => leg === 1 && PAST.includes(milestone)) === true;
  const isNow = !through && status === 'swapping' && isHandedOver(data, legs);
  return [
    {
      id: 'met',
      state: through ? 'done' : isNow ? 'now' : 'waiting',
      title: through
        ? t('{what} received by {provider}', { what, provider })
        : isNow
          ? t('{provider} is confirming the {what}', { what, provider })
          : t('{provider} receives the {what}', { what, provider }),
      details: through ? [] : english(seen?.evidence),
      at: through ? when(entries(data, 1, 'providerCounted').at(0)) : undefined,
      ...(address ? { address } : {}),
    },
  ];
}

/** Milestones that only a counted payment can reach. */
const PAST: readonly Entry['milestone'][] = [
  'providerCounted',
  'swapStarted',
  'swapDone',
  'payoutPlanned',
  'payoutSent',
  'refundPlanned',
  'refundSent',
];

const isSwapping = (data: TrackData): boolean =>
  entries(data, 1, 'providerCounted', 'swapStarted', 'swapDone').length > 0;

function secondSwapping(t: Text, input: StepInput, pair: { sold: string; bought: string }): TimelineStep {
  const stream = streamOf(input);
  return {
    id: 'second',
    state: 'now',
    title: stream.parts
      ? t('Swapping {sold} to {bought}, part {done} of {total}', { ...pair, ...stream.parts })
      : t('Swapping {sold} to {bought}', pair),
    details: [...(input.data.held ? english(input.data.held) : waitsBecause(input.data)), ...stream.details],
    bar: stream.bar,
  };
}

/** The second leg, which swaps the bridge asset. */
function secondLeg({ input, legs }: TwoLegInput): TimelineStep {
  const { t, data, response } = input;
  const [, provider] = legs.names;
  const { trackingStatus: status, stage } = response;
  const base = { id: 'second', details: [] as Detail[] };
  const pair = { sold: symbolOf(legs.bridge), bought: symbolOf(data.route?.buyAsset) };
  if (status === 'completed' || (status === 'swapping' && stage === 'outbound')) {
    const seconds = data.swap?.swapTime;
    const done = entries(data, 1, 'swapDone', 'payoutPlanned');
    if (status !== 'completed' && done.length === 0)
      return { ...base, state: 'now', title: t('Swapping {sold} to {bought} at {provider}', { ...pair, provider }) };
    return {
      ...base,
      state: 'done',
      title: t('{provider}: {sold} swapped to {bought}', { ...pair, provider }),
      details: seconds ? [t('in {time}', { time: duration(seconds, t.tag) })] : [],
      at: when(done.at(0)),
    };
  }
  if (status === 'refunded' || stage === 'refund')
    return {
      ...base,
      state: 'back',
      title: t('{provider} could not swap the {symbol}', { provider, symbol: pair.sold }),
      details: status === 'refunded' ? [] : english(response.error && sentence(response.error)),
    };
  if (status === 'failed')
    return {
      ...base,
      state: 'failed',
      title: t('{provider} could not finish the second leg', { provider }),
    };
  const works = status === 'swapping' && (legs.paysByItself ? isSwapping(data) : isHandedOver(data, legs));
  return works
    ? secondSwapping(t, input, pair)
    : { ...base, state: 'waiting', title: t('Swap of {sold} to {bought} with {provider}', { ...pair, provider }) };
}

/** The end: the bought asset, the bridge asset at the destination, or a refund. */
function ending({ input, legs }: TwoLegInput): TimelineStep[] {
  const { t, data, response } = input;
  const { trackingStatus: status, stage } = response;
  if (status === 'failed') return [];
  const back = status === 'refunded' || stage === 'refund';
  if (!back) return data.refund ? [outStep(input), refundStep(input)] : [outStep(input)];
  if (paidInBridge(data) !== 'fallback') return [refundStep(input)];
  const address = data.refund?.address ?? data.quoteInfo?.recipientAddress ?? data.route?.destinationAddress;
  const values = {
    what: money(t, data.refund?.amount ?? legs.handedOver, legs.bridge),
    symbol: symbolOf(data.route?.buyAsset),
  };
  const proof = evidence(data.refund, legs.bridge);
  const handed = handoverProof(input);
  return [
    {
      id: 'fallback',
      state: status === 'refunded' ? 'back' : 'now',
      title:
        status === 'refunded'
          ? t('{what} arrived instead of {symbol}', values)
          : t('{what} is on its way instead of {symbol}', values),
      details: [],
      at: when(data.timeline?.findLast(({ milestone }) => milestone === 'refundSent')),
      ...(address ? { address } : {}),
      ...(proof.tx?.hash === handed.tx?.hash ? {} : proof),
    },
  ];
}

/** Steps in the order in which they happen. */
export function twoLegTimeline(input: StepInput, legs: TwoLegs): TimelineStep[] {
  const both = { input, legs };
  const { data, response } = input;
  const confirmed = legs.paysByItself ? [] : [confirmedStep(input)];
  const start = [sentStep(input), ...confirmed, firstLeg(both)];
  const over =
    response.trackingStatus === 'failed' || response.trackingStatus === 'refunded' || response.stage === 'refund';
  // A swap that ended in the first leg never reached the second.
  if (over && !isHandedOver(data, legs)) return [...start, ...ending(both)];
  return [...start, ...meetingStep(both), secondLeg(both), ...ending(both)];
}
