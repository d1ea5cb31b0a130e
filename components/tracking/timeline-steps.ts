/** Builds the steps of a swap's timeline, each from one tracking answer and nothing else. */
import type { TrackData } from '../../lib/api/schemas/track.ts';
import { duration } from '../ui/format.ts';
import { againstQuote, comparisonText } from './against-quote.ts';
import {
  chainName,
  type Detail,
  english,
  evidence,
  past,
  rawTx,
  type StepInput,
  type TimelineStep,
} from './timeline-step.ts';
import { isAtOnce, isLocked, money, paymentHash, seenAt, symbolOf, twoLegsOf } from './track-selectors.ts';

/** The allowance that a contract needs before it can take tokens; if the payment was made, it had been given. */
export function approveStep({ t, data, reached, provider }: StepInput): TimelineStep[] {
  if (!data.route?.meta.approvals?.length) return [];
  const symbol = symbolOf(data.route.sellAsset);
  const waits = reached === 'not_started' && !paymentHash(data);
  const spender = data.route.meta.approvalAddress;
  return [
    {
      id: 'approved',
      state: waits ? 'now' : 'done',
      title: waits
        ? t('Approve {symbol} in your wallet', { symbol })
        : t('Approved {symbol} for {provider}', { symbol, provider }),
      details: [],
      ...(spender ? { raw: [{ name: t('Spender'), value: spender }] } : {}),
    },
  ];
}

/** Only shown in the browser that signed. */
export function signStep({ t, data, local }: StepInput): TimelineStep[] {
  if (!local.signedHere || !paymentHash(data)) return [];
  return [{ id: 'signed', state: 'done', title: t('Signed in your wallet'), details: [], at: local.sentAt }];
}

export function sentStep(input: StepInput): TimelineStep {
  const { t, data, local } = input;
  const what = money(t, data.inbound?.amount ?? data.route?.sellAmount, data.inbound?.asset ?? data.route?.sellAsset);
  const hash = paymentHash(data);
  const inbound = hash ? { ...data.inbound, hash } : undefined;
  const waiting = input.reached === 'not_started';
  // A payment that no block contains has sold nothing.
  const unseen =
    (isAtOnce(data) || twoLegsOf(data)?.paysByItself) &&
    input.response.trackingStatus === 'failed' &&
    input.response.stage === 'inbound' &&
    data.inbound?.blockNumber === undefined;
  const base = { id: 'sent', ...evidence(inbound, data.route?.sellAsset) };
  if (waiting)
    return {
      ...base,
      state: 'now',
      title: local.justSent
        ? t('Sent {what}', { what })
        : hash
          ? t('Looking for your {what}', { what })
          : t('Waiting for your {what}', { what }),
      details: hash
        ? [
            t('It can take a few minutes to appear on {chain}.', {
              chain: chainName(t, data.route?.sellAsset, data.inbound?.chain),
            }),
          ]
        : [],
    };
  return {
    ...base,
    state: 'done',
    title: unseen ? t('Signed: {what}', { what }) : t('Sent {what}', { what }),
    details: [],
    at: seenAt(data, 'paymentSeen', 'paymentFinal', 'providerSeen') ?? local.sentAt,
    raw: rawTx(t, inbound, data.route?.sellAsset),
  };
}

/** What the network reports about the payment, such as a boost. */
const evidenceOf = ({ timeline }: TrackData): Detail[] =>
  english(timeline?.findLast((entry) => entry.stage === 'inbound' && entry.evidence !== undefined)?.evidence);

/** Why the swap has not executed yet. */
export const waitsBecause = ({ timeline }: TrackData): Detail[] =>
  english(timeline?.findLast(({ milestone }) => milestone === 'swapStarted')?.reason);

/** The payment's confirmations and block, as far as known. */
function depthTexts({ t, data: { inbound } }: StepInput, confirmed: boolean): Detail[] {
  const { confirmations: done, requiredConfirmations: total, blockNumber: block } = inbound ?? {};
  if (done === undefined || confirmed) return block === undefined ? [] : [t('block {block}', { block: String(block) })];
  const count = total
    ? t('{done} of {total} confirmations', { done, total })
    : t.count(done, { one: '{n} confirmation', other: '{n} confirmations' });
  return [block === undefined ? count : t('{count}, block {block}', { count, block: String(block) })];
}

/** Confirmations as a bar, while they are counted. */
function depthBar({ t, data: { inbound } }: StepInput): TimelineStep['bar'] {
  const { confirmations: done, requiredConfirmations: total } = inbound ?? {};
  if (done === undefined || !total || total < 2) return undefined;
  return {
    percentage: Math.min(100, (done / total) * 100),
    label: t('{done} of {total} confirmations', { done: Math.min(done, total), total }),
  };
}

/** The single transaction that pays, swaps and pays out. */
export function onceStep(input: StepInput): TimelineStep {
  const { t, data, response, provider } = input;
  const chain = chainName(t, data.route?.sellAsset, data.inbound?.chain);
  const depth = depthTexts(input, response.trackingStatus === 'completed');
  const base = { id: 'swapped', details: depth };
  switch (response.trackingStatus) {
    case 'not_started':
      return { ...base, state: 'waiting', title: t('Swap with {provider} on {chain}', { provider, chain }) };
    case 'completed':
      return {
        ...base,
        state: 'done',
        title: t('Swapped by {provider} on {chain}', { provider, chain }),
        at: seenAt(data, 'swapDone', 'paymentFinal'),
      };
    case 'failed':
      return {
        ...base,
        state: 'failed',
        title: t('Nothing was sold'),
        at: seenAt(data, 'paymentFailed', 'swapFailed'),
      };
    default:
      return { ...base, state: 'now', title: t('Swapping on {chain}', { chain }), bar: depthBar(input) };
  }
}

export function confirmedStep(input: StepInput): TimelineStep {
  const { t, data, provider, response } = input;
  const ahead = past(input, 'pending');
  const chain = chainName(t, data.route?.sellAsset, data.inbound?.chain);
  if (response.trackingStatus === 'failed' && response.stage === 'inbound')
    return {
      id: 'confirmed',
      state: 'failed',
      title: t('Failed on {chain}', { chain }),
      details: depthTexts(input, true),
      at: seenAt(data, 'paymentFailed'),
    };
  return {
    id: 'confirmed',
    state: ahead > 0 ? 'done' : ahead === 0 ? 'now' : 'waiting',
    title: ahead > 0 ? t('Received by {provider}', { provider }) : t('Confirming on {chain}', { chain }),
    details: [...depthTexts(input, ahead > 0), ...evidenceOf(data)],
    at: ahead > 0 ? seenAt(data, 'providerCounted', 'paymentFinal', 'providerSeen') : undefined,
    bar: ahead === 0 ? depthBar(input) : undefined,
  };
}

/** The progress of a streaming swap, with what it has yielded so far. */
export function streamOf({
  t,
  data,
}: StepInput): Pick<TimelineStep, 'bar'> & { details: Detail[]; parts?: { done: number; total: number } } {
  const { percentage = 0, done = 0, total, failed, amount, asset } = data.streamingProgress ?? {};
  if (!total) return { details: [] };
  return {
    parts: { done, total },
    bar: { percentage, label: t('{done} of {total} parts', { done, total }) },
    details: [
      ...(amount ? [t('{what} so far', { what: money(t, amount, asset ?? data.route?.buyAsset) })] : []),
      ...(failed
        ? [
            t.count(failed, {
              one: '{n} part could not be swapped and is refunded',
              other: '{n} parts could not be swapped and are refunded',
            }),
          ]
        : []),
    ],
  };
}

function swappedStep(input: StepInput): TimelineStep {
  const { t, data, provider } = input;
  const seconds = data.swap?.swapTime;
  const total = data.streamingProgress?.total;
  const partTexts = total && total > 1 && total !== 100 ? [t('in {total} parts', { total })] : [];
  return {
    id: 'swapped',
    state: 'done',
    title: isLocked(data)
      ? t('{symbol} locked for you by {provider}’s solver', { symbol: symbolOf(data.route?.buyAsset), provider })
      : t('Swapped by {provider}', { provider }),
    details: [...partTexts, ...(seconds ? [t('in {time}', { time: duration(seconds, t.tag) })] : [])],
    at: seenAt(data, 'swapDone', 'payoutPlanned'),
    ...(data.swap?.swapId ? { raw: [{ name: t('Swap id'), value: data.swap.swapId }] } : {}),
  };
}

function swappingStep(input: StepInput): TimelineStep {
  const { t, data, provider } = input;
  const stream = streamOf(input);
  return {
    id: 'swapped',
    state: 'now',
    title: isLocked(data)
      ? t('{provider}’s solver locks your {symbol}', { symbol: symbolOf(data.route?.buyAsset), provider })
      : stream.parts
        ? t('Swapping, part {done} of {total}', stream.parts)
        : t('Swapping'),
    details: [...(data.held ? english(data.held) : waitsBecause(data)), ...stream.details],
    bar: stream.bar,
    ...(data.swap?.swapId ? { raw: [{ name: t('Swap id'), value: data.swap.swapId }] } : {}),
  };
}

export function swapStep(input: StepInput): TimelineStep {
  const { t, data, response, provider } = input;
  const { trackingStatus: status, stage } = response;
  const base = { id: 'swapped', details: [] as Detail[] };
  if (status === 'failed')
    return stage === 'inbound'
      ? { ...base, state: 'waiting', title: t('Nothing was swapped') }
      : {
          ...base,
          state: 'failed',
          title: t('{provider} could not finish the swap', { provider }),
          at: seenAt(data, 'swapFailed'),
        };
  if (status === 'refunded' || stage === 'refund')
    return {
      ...base,
      state: 'back',
      title: t('Not swapped by {provider}', { provider }),
      // The page says the reason of an end once, above the timeline.
      details: status === 'refunded' ? [] : english(response.error),
      at: seenAt(data, 'refundPlanned', 'refundSent'),
    };
  if (status === 'completed' || (status === 'swapping' && stage === 'outbound')) return swappedStep(input);
  if (status === 'swapping') return swappingStep(input);
  return { ...base, state: 'waiting', title: t('Swap with {provider}', { provider }) };
}

/** What the provider reports about a planned payout. */
const plannedReason = ({ timeline }: TrackData): string | undefined =>
  timeline?.findLast(({ milestone }) => milestone === 'payoutPlanned')?.reason;

/** Why the payout has not arrived yet. */
function sendingTexts({ t, data }: StepInput): Detail[] {
  const left = data.remainingSeconds;
  if (data.held) return english(data.held);
  if (left !== undefined && left >= 5) return [t('Queued, about {time} left.', { time: duration(left, t.tag) })];
  const planned = plannedReason(data);
  if (planned) return english(planned);
  return [
    isLocked(data)
      ? t('The secret that releases your payout is being revealed.')
      : t('The payout is being signed and sent.'),
  ];
}

export function outStep(input: StepInput): TimelineStep {
  const { t, data, response, local } = input;
  const { trackingStatus: status, stage } = response;
  const address = data.outbound?.address ?? data.quoteInfo?.recipientAddress ?? data.route?.destinationAddress;
  const asset = data.outbound?.asset ?? data.route?.buyAsset;
  const left = data.remainingSeconds;
  const same = isAtOnce(data) && data.outbound?.hash === data.inbound?.hash;
  const proof = same ? {} : evidence(data.outbound, data.route?.buyAsset);
  const base = { id: 'arrived', ...(address ? { address } : {}), ...proof };
  const what = money(t, data.outbound?.amount ?? data.route?.actualBuyAmount, asset);
  if (status === 'completed') {
    const compared = againstQuote(data);
    return {
      ...base,
      state: 'done',
      title: t('{what} arrived', { what }),
      details: compared ? [comparisonText(t, compared)] : [],
      at: seenAt(data, 'payoutSent'),
      raw: same ? [] : rawTx(t, data.outbound, asset),
    };
  }
  if (status === 'swapping' && stage === 'outbound')
    return {
      ...base,
      state: 'now',
      title: t('Sending {what}', { what }),
      details: sendingTexts(input),
      expectedAt: local.expectedAt,
    };
  return {
    ...base,
    state: 'waiting',
    title: t('{symbol} arrives', { symbol: symbolOf(asset) }),
    details: left !== undefined && left >= 5 ? [t('in about {time}', { time: duration(left, t.tag) })] : [],
    expectedAt: local.expectedAt,
  };
}
