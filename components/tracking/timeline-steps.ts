/** The steps of which the story of a swap is made, each told from one tracking answer and nothing else. */
import type { TrackData, TrackedTx, TrackResponse } from '../../lib/api/schemas/track.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { percentChange } from '../ui/decimal-math.ts';
import { duration, percent } from '../ui/format.ts';
import { sentence } from './state-words.ts';
import {
  chainOfAsset,
  isAtOnce,
  isLocked,
  money,
  paymentHash,
  refundPlace,
  symbolOf,
  twoLegsOf,
} from './swap-facts.ts';

export type StepState = 'done' | 'now' | 'waiting' | 'back' | 'failed';
export type TimelineStep = {
  id: string;
  state: StepState;
  title: string;
  details: string[];
  tx?: { hash: string; chain: ChainId };
  address?: string;
};

export function evidence(tx: TrackedTx | undefined, fallbackAsset: string | undefined): Pick<TimelineStep, 'tx'> {
  const chain = tx?.chain ?? chainOfAsset(tx?.asset ?? fallbackAsset);
  return tx?.hash && chain ? { tx: { hash: tx.hash, chain } } : {};
}

const ORDER = ['not_started', 'pending', 'swapping', 'over'] as const;
export type Place = { reached: (typeof ORDER)[number]; response: TrackResponse; provider: string; data: TrackData };

export function placeOf(response: TrackResponse): Place {
  const { trackingStatus: status, data } = response;
  const reached = status === 'not_started' || status === 'pending' || status === 'swapping' ? status : 'over';
  const id = data.quoteInfo?.provider ?? data.route?.providers[0];
  return { reached, response, data, provider: id ? (PROVIDER_NAMES[id].split(',')[0] ?? id) : 'the provider' };
}

export const at = (place: Place, name: (typeof ORDER)[number]) => ORDER.indexOf(place.reached) - ORDER.indexOf(name);

export function sentStep(place: Place): TimelineStep {
  const { data } = place;
  const what = money(data.inbound?.amount ?? data.route?.sellAmount, data.inbound?.asset ?? data.route?.sellAsset);
  const hash = paymentHash(data);
  const inbound = hash ? { ...data.inbound, hash } : undefined;
  const waiting = place.reached === 'not_started';
  // What no block has shown was never sold.
  const unseen =
    (isAtOnce(data) || twoLegsOf(data)?.paysByItself) &&
    place.response.trackingStatus === 'failed' &&
    place.response.stage === 'inbound' &&
    data.inbound?.blockNumber === undefined;
  const sent = unseen ? `Signed: ${what}` : `Sent ${what}`;
  return {
    id: 'sent',
    state: waiting ? 'now' : 'done',
    title: waiting ? (hash ? `Looking for your ${what}` : `Waiting for your ${what}`) : sent,
    details: waiting && hash ? ['Nobody has seen this transaction yet. Minutes are normal.'] : [],
    ...evidence(inbound, data.route?.sellAsset),
  };
}

/** What the network says of its own doing with the payment, such as a boost. */
const evidenceOf = ({ timeline }: TrackData): string[] =>
  [timeline?.findLast((entry) => entry.stage === 'inbound' && entry.evidence !== undefined)?.evidence ?? ''].filter(
    Boolean,
  );

/** Why the swap has not gone through yet. */
export const waitsBecause = ({ timeline }: TrackData): string[] =>
  [timeline?.findLast(({ milestone }) => milestone === 'swapStarted')?.reason ?? ''].filter(Boolean);

/** Where the payment stands on its own chain: `3 of 6 confirmations, block 120`; '' where nothing is known. */
function depthWords({ inbound }: TrackData, confirmed: boolean): string {
  const { confirmations, requiredConfirmations, blockNumber } = inbound ?? {};
  const count =
    confirmations === undefined || confirmed
      ? []
      : [
          requiredConfirmations
            ? `${confirmations} of ${requiredConfirmations} confirmations`
            : `${confirmations} confirmations`,
        ];
  const block = blockNumber === undefined ? [] : [`block ${blockNumber}`];
  return [...count, ...block].join(', ');
}

/** The one transaction that pays, swaps and pays out. */
export function onceStep(place: Place): TimelineStep {
  const { data, response, provider } = place;
  const chain = data.inbound?.chain ?? chainOfAsset(data.route?.sellAsset);
  const name = chain ? CHAINS[chain].name : 'its chain';
  const depth = depthWords(data, response.trackingStatus === 'completed');
  const base = { id: 'swapped', details: [depth].filter(Boolean) };
  switch (response.trackingStatus) {
    case 'not_started':
      return { ...base, state: 'waiting', title: `${provider} swaps it on ${name}` };
    case 'completed':
      return { ...base, state: 'done', title: `Swapped by ${provider} on ${name}` };
    case 'failed':
      return {
        ...base,
        state: 'failed',
        title: 'Nothing was sold',
        details: [response.error ?? '', depth].filter(Boolean),
      };
    default:
      return { ...base, state: 'now', title: `Swapping on ${name}` };
  }
}

export function confirmedStep(place: Place): TimelineStep {
  const { data } = place;
  const chain = data.inbound?.chain ?? chainOfAsset(data.route?.sellAsset);
  const ahead = at(place, 'pending');
  const failedHere = place.response.trackingStatus === 'failed' && place.response.stage === 'inbound';
  const name = chain ? CHAINS[chain].name : 'its chain';
  return {
    id: 'confirmed',
    state: failedHere ? 'failed' : ahead > 0 ? 'done' : ahead === 0 ? 'now' : 'waiting',
    title: failedHere ? `Failed on ${name}` : ahead > 0 ? `Received by ${place.provider}` : `Confirming on ${name}`,
    details:
      failedHere && place.response.error
        ? [place.response.error]
        : [depthWords(data, ahead > 0), ...evidenceOf(data)].filter(Boolean),
  };
}

export function swapStep(place: Place): TimelineStep {
  const { data, response } = place;
  const { trackingStatus: status, stage } = response;
  const progress = data.streamingProgress;
  const parts = progress?.total ? `, part ${progress.done ?? 0} of ${progress.total}` : '';
  const soFar =
    data.isStreaming && data.route?.actualBuyAmount
      ? [`${money(data.route.actualBuyAmount, data.route.buyAsset)} so far`]
      : [];
  const base = { id: 'swapped', details: [] as string[] };
  if (status === 'failed')
    return stage === 'inbound'
      ? { ...base, state: 'waiting', title: 'Nothing was swapped' }
      : {
          ...base,
          state: 'failed',
          title: `${place.provider} could not finish the swap`,
          details: response.error ? [response.error] : [],
        };
  if (status === 'refunded' || stage === 'refund')
    return {
      ...base,
      state: 'back',
      title: `Turned back at ${place.provider}`,
      details: response.error ? [response.error] : [],
    };
  if (status === 'completed' || (status === 'swapping' && stage === 'outbound')) {
    const seconds = data.swap?.swapTime;
    return {
      ...base,
      state: 'done',
      title: isLocked(data)
        ? `${symbolOf(data.route?.buyAsset)} locked for you by ${place.provider}’s solver`
        : `Swapped by ${place.provider}`,
      details: seconds ? [`in ${duration(seconds)}`] : [],
    };
  }
  if (status === 'swapping')
    return {
      ...base,
      state: 'now',
      title: isLocked(data)
        ? `${place.provider}’s solver locks your ${symbolOf(data.route?.buyAsset)}`
        : `Swapping${parts}`,
      details: [...(data.held ? [data.held] : waitsBecause(data)), ...soFar],
    };
  return { ...base, state: 'waiting', title: `${place.provider} swaps it` };
}

/** How much better or worse than quoted, in words; undefined where one of the two is missing. */
export function againstQuote(data: TrackData): string | undefined {
  const got = data.route?.actualBuyAmount ?? data.outbound?.amount;
  const expected = data.route?.expectedBuyAmount;
  if (got === undefined || expected === undefined) return undefined;
  const change = percentChange(expected, got);
  if (change === undefined) return undefined;
  if (Math.abs(change) < 0.001) return 'exactly as quoted';
  return `${percent(Math.abs(change), 'en', { digits: 3 })} ${change > 0 ? 'more' : 'less'} than quoted`;
}

/** What the provider says of a payout that is under way. */
const plannedWords = ({ timeline }: TrackData): string | undefined =>
  timeline?.findLast(({ milestone }) => milestone === 'payoutPlanned')?.reason;

export function outStep(place: Place): TimelineStep {
  const { data, response } = place;
  const { trackingStatus: status, stage } = response;
  const address = data.outbound?.address ?? data.quoteInfo?.recipientAddress ?? data.route?.destinationAddress;
  const asset = data.outbound?.asset ?? data.route?.buyAsset;
  const left = data.remainingSeconds;
  const same = isAtOnce(data) && data.outbound?.hash === data.inbound?.hash;
  const proof = same ? {} : evidence(data.outbound, data.route?.buyAsset);
  const base = { id: 'arrived', ...(address ? { address } : {}), ...proof };
  if (status === 'completed') {
    const compared = againstQuote(data);
    return {
      ...base,
      state: 'done',
      title: `${money(data.outbound?.amount ?? data.route?.actualBuyAmount, asset)} arrived`,
      details: compared ? [compared] : [],
    };
  }
  if (status === 'swapping' && stage === 'outbound') {
    const wait =
      left !== undefined && left >= 5
        ? `It waits in a queue, about ${duration(left)} left.`
        : isLocked(data)
          ? (plannedWords(data) ?? 'The secret that pays it out to you is revealed now.')
          : 'It is signed and sent now.';
    return {
      ...base,
      state: 'now',
      title: `Sending ${money(data.outbound?.amount ?? data.route?.actualBuyAmount, asset)}`,
      details: [data.held ?? wait],
    };
  }
  return {
    ...base,
    state: 'waiting',
    title: `${symbolOf(asset)} arrives`,
    details: left !== undefined && left >= 5 ? [`in about ${duration(left)}`] : [],
  };
}

export function refundStep(place: Place): TimelineStep {
  const { data, response } = place;
  const refund = data.refund;
  const over = response.trackingStatus === 'refunded' || response.trackingStatus === 'completed';
  const what = money(
    refund?.amount ?? (refund ? undefined : data.route?.sellAmount),
    refund?.asset ?? data.route?.sellAsset,
  );
  const address =
    refund?.address ?? data.depositChannel?.refundAddress ?? data.quoteInfo?.senderAddress ?? data.route?.sourceAddress;
  return {
    id: 'refund',
    state: over ? 'back' : 'now',
    title: over ? `${what} came back` : `${what} is on its way back`,
    details: over
      ? []
      : [...(refund?.reason ? [sentence(refund.reason)] : []), `It goes to ${refundPlace(data)}, less fees.`],
    ...(address ? { address } : {}),
    ...evidence(refund, data.route?.sellAsset),
  };
}
