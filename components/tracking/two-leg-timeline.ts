/** The story of a swap of two legs: each leg, the asset in which they meet, and what became of the money between them. */
import type { TrackData } from '../../lib/api/schemas/track.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { duration } from '../ui/format.ts';
import { gasWords, sentence } from './state-words.ts';
import { chainOfAsset, isHandedOver, money, paidInBridge, symbolOf, type TwoLegs } from './swap-facts.ts';
import {
  confirmedStep,
  evidence,
  outStep,
  type Place,
  refundStep,
  sentStep,
  type TimelineStep,
  waitsBecause,
} from './timeline-steps.ts';

type Told = { place: Place; legs: TwoLegs };
type Entry = NonNullable<TrackData['timeline']>[number];

const entries = ({ timeline = [] }: TrackData, leg: number, ...milestones: Entry['milestone'][]): Entry[] =>
  timeline.filter((entry) => entry.leg === leg && milestones.includes(entry.milestone));

const chainName = (asset: string | undefined): string => {
  const chain = chainOfAsset(asset);
  return chain ? CHAINS[chain].name : 'its chain';
};

/** The hash by which the first leg paid the second, where that is not the payment itself. */
function handoverProof({ data }: Place): Pick<TimelineStep, 'tx'> {
  const paid = entries(data, 0, 'payoutSent').at(-1);
  return paid && paid.hash !== data.inbound?.hash ? evidence(paid, data.route?.legs[0]?.buyAsset) : {};
}

/** What the first leg does, up to the meeting point. */
function firstLeg({ place, legs }: Told): TimelineStep {
  const { data, response } = place;
  const [name] = legs.names;
  const { trackingStatus: status, stage } = response;
  const sold = money(data.inbound?.amount ?? data.route?.sellAmount, data.route?.sellAsset);
  const base = { id: 'first', details: [] as string[] };
  if (isHandedOver(data, legs)) {
    const got = legs.handedOver === undefined ? symbolOf(legs.bridge) : money(legs.handedOver, legs.bridge);
    return { ...base, state: 'done', title: `${name}: ${sold} became ${got}`, ...handoverProof(place) };
  }
  if (status === 'failed' && stage === 'inbound')
    return {
      ...base,
      state: legs.paysByItself ? 'failed' : 'waiting',
      title: 'Nothing was sold',
      details: legs.paysByItself
        ? [...(response.error ? [sentence(response.error)] : []), gasWords(response.error)].filter(Boolean)
        : [],
    };
  if (status === 'failed')
    return { ...base, state: 'failed', title: `${name} could not finish its leg`, details: [response.error ?? ''] };
  if (status === 'refunded' || stage === 'refund')
    return { ...base, state: 'back', title: `Turned back at ${name}`, details: [response.error ?? ''].filter(Boolean) };
  const where = legs.paysByItself ? ` on ${chainName(data.route?.sellAsset)}` : '';
  const isNow = status === 'swapping' || (status === 'pending' && legs.paysByItself);
  if (!isNow) return { ...base, state: 'waiting', title: `${name} swaps it to ${symbolOf(legs.bridge)}${where}` };
  const progress = data.streamingProgress;
  const parts = progress?.total ? `, part ${progress.done ?? 0} of ${progress.total}` : '';
  return {
    ...base,
    state: 'now',
    title: `Swapping to ${symbolOf(legs.bridge)}${where}${parts}`,
    details: data.held ? [data.held] : waitsBecause(data),
  };
}

const meeting = ({ place: { data }, legs }: Told): { what: string; at: string | undefined } => ({
  what: money(legs.handedOver, legs.bridge),
  at: data.route?.meta.bridge?.depositAddress,
});

/** Where what the first leg paid out waits until the second has counted it; only where they meet at an address. */
function meetingStep(told: Told): TimelineStep[] {
  const { place, legs } = told;
  const { data, response } = place;
  if (!legs.paysByItself) return [];
  const [, name] = legs.names;
  const { what, at } = meeting(told);
  const seen = entries(data, 1, 'providerSeen', 'providerCounted').at(-1);
  const through =
    response.trackingStatus === 'completed' ||
    response.trackingStatus === 'refunded' ||
    response.stage === 'refund' ||
    entries(
      data,
      1,
      'providerCounted',
      'swapStarted',
      'swapDone',
      'payoutPlanned',
      'payoutSent',
      'refundPlanned',
      'refundSent',
    ).length > 0;
  const isNow = !through && response.trackingStatus === 'swapping' && isHandedOver(data, legs);
  return [
    {
      id: 'met',
      state: through ? 'done' : isNow ? 'now' : 'waiting',
      title: through ? `${what} received by ${name}` : `${name} ${isNow ? 'counts' : 'takes'} the ${what}`,
      details: seen?.evidence && !through ? [seen.evidence] : [],
      ...(at ? { address: at } : {}),
    },
  ];
}

/** What the second leg does with it. */
function secondLeg({ place, legs }: Told): TimelineStep {
  const { data, response } = place;
  const [, name] = legs.names;
  const { trackingStatus: status, stage } = response;
  const base = { id: 'second', details: [] as string[] };
  const pair = `${symbolOf(legs.bridge)} to ${symbolOf(data.route?.buyAsset)}`;
  const reasons = response.error ? [sentence(response.error)] : [];
  if (status === 'completed' || (status === 'swapping' && stage === 'outbound')) {
    const seconds = data.swap?.swapTime;
    const done = status === 'completed' || entries(data, 1, 'swapDone', 'payoutPlanned').length > 0;
    return {
      ...base,
      state: done ? 'done' : 'now',
      title: done ? `${name}: ${pair}, swapped` : `Swapping ${pair} at ${name}`,
      details: done && seconds ? [`in ${duration(seconds)}`] : [],
    };
  }
  if (status === 'refunded' || stage === 'refund')
    return { ...base, state: 'back', title: `${name} could not swap the ${symbolOf(legs.bridge)}`, details: reasons };
  if (status === 'failed')
    return { ...base, state: 'failed', title: `${name} could not finish the second leg`, details: reasons };
  const works = status === 'swapping' && (legs.paysByItself ? isSwapping(data) : isHandedOver(data, legs));
  if (!works) return { ...base, state: 'waiting', title: `${name} swaps ${pair}` };
  const progress = data.streamingProgress;
  return {
    ...base,
    state: 'now',
    title: `Swapping ${pair}${progress?.total ? `, part ${progress.done ?? 0} of ${progress.total}` : ''}`,
    details: data.held ? [data.held] : waitsBecause(data),
  };
}

const isSwapping = (data: TrackData): boolean =>
  entries(data, 1, 'providerCounted', 'swapStarted', 'swapDone').length > 0;

/** How it ends: as bought, as the bridge asset at the destination, or back. */
function ending(told: Told): TimelineStep[] {
  const { place, legs } = told;
  const { data, response } = place;
  const { trackingStatus: status, stage } = response;
  if (status === 'failed') return [];
  const back = status === 'refunded' || stage === 'refund';
  if (!back) return data.refund ? [outStep(place), refundStep(place)] : [outStep(place)];
  if (paidInBridge(data) !== 'fallback') return [refundStep(place)];
  const address = data.refund?.address ?? data.quoteInfo?.recipientAddress ?? data.route?.destinationAddress;
  const what = money(data.refund?.amount ?? legs.handedOver, legs.bridge);
  const proof = evidence(data.refund, legs.bridge);
  const handed = handoverProof(place);
  return [
    {
      id: 'fallback',
      state: status === 'refunded' ? 'back' : 'now',
      title: `${what} ${status === 'refunded' ? 'arrived' : 'is on its way'} in place of ${symbolOf(data.route?.buyAsset)}`,
      details: [],
      ...(address ? { address } : {}),
      ...(proof.tx?.hash === handed.tx?.hash ? {} : proof),
    },
  ];
}

/** Steps in the order in which they happen. */
export function twoLegTimeline(place: Place, legs: TwoLegs): TimelineStep[] {
  const told = { place, legs };
  const { data, response } = place;
  const confirmed = legs.paysByItself ? [] : [confirmedStep(place)];
  const start = [sentStep(place), ...confirmed, firstLeg(told)];
  const over =
    response.trackingStatus === 'failed' || response.trackingStatus === 'refunded' || response.stage === 'refund';
  // What ended in the first leg never came to the second.
  if (over && !isHandedOver(data, legs)) return [...start, ...ending(told)];
  return [...start, ...meetingStep(told), secondLeg(told), ...ending(told)];
}
