/** Encodes a swap's state for the wire, in both of the interface's layouts at once; unknown values are absent. */
import { type Amount, formatAmount } from '../domain/amount.ts';
import { checksumAddress, formatAsset } from '../domain/asset.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { RoutedChannel } from '../domain/deposit-channel.ts';
import type { DerivedSwap } from '../domain/derive-swap.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { TxFact } from '../domain/swap-status.ts';
import type { TimelineEntry } from '../domain/swap-timeline.ts';
import type { WireRoute } from './schemas/route.ts';
import { type TrackResponse, trackResponseSchema } from './schemas/track.ts';

export type TrackedSwap = {
  quoteId: string;
  routeIndex: number;
  /** The route exactly as the quote returned it. */
  route: WireRoute;
  swap: DerivedSwap;
  /** Absent while no payment is known. */
  hash?: string;
  /** The deposit channel through which the route is, or may be, paid. */
  channel?: (RoutedChannel & { livesUntil: number | null }) | undefined;
  /** The chain of the payment. */
  chain: ChainId;
  /** An upstream did not answer. */
  stale?: boolean;
  /** Set when the payment does not belong to the route. */
  mismatch?: { field: string; expected: string; actual: string }[];
  /** Unix ms. */
  now: number;
};

type Fields = Record<string, unknown>;

/** Drops unknown fields; undefined when none is left. */
function known(fields: Fields): Fields | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

const amountOf = (amount: Amount | undefined): Fields =>
  amount ? { amount: formatAmount(amount), asset: formatAsset(amount.asset) } : {};

const txOf = (tx: TxFact | undefined): Fields =>
  tx
    ? {
        hash: tx.hash,
        ...amountOf(tx.amount),
        confirmations: tx.confirmations,
        blockNumber: tx.blockNumber,
        chain: tx.chain,
        address: checksumAddress(tx.address),
        requiredConfirmations: tx.requiredConfirmations,
      }
    : {};

const refundOf = (refund: DerivedSwap['refund']): Fields | undefined =>
  refund &&
  known({
    ...txOf(refund.tx),
    ...amountOf(refund.amount ?? refund.tx?.amount),
    address: checksumAddress(refund.toAddress ?? refund.tx?.address),
    reason: refund.reason,
    fallback: refund.fallback,
    kept: refund.kept,
  });

const entryOf = (entry: TimelineEntry): Fields | undefined =>
  known({
    milestone: entry.milestone,
    stage: entry.stage,
    at: new Date(entry.at).toISOString(),
    leg: entry.leg,
    hash: entry.tx?.hash,
    chain: entry.tx?.chain,
    ...amountOf(entry.amount),
    reason: entry.reason,
    evidence: entry.evidence,
  });

/** The quoted route with the actual output of every leg, and of the route, that has paid out. */
function routeOf({ route, swap }: TrackedSwap): Fields {
  const paid = swap.outbound !== undefined;
  const legs = route.legs.map((leg, index) => {
    const output = swap.legOutputs[index];
    return output && swap.legsPaid[index] ? { ...leg, actualBuyAmount: formatAmount(output) } : leg;
  });
  return { ...route, legs, ...(paid && swap.output ? { actualBuyAmount: formatAmount(swap.output) } : {}) };
}

/** The provider of the route; for two legs the id with the arrow. */
const providerOf = (route: WireRoute): ProviderId | undefined => route.providers[0];

const streams = (route: WireRoute, swap: DerivedSwap): boolean =>
  swap.streaming !== undefined || (route.meta.maxStreamingQuantity ?? 1) > 1;

function streamingOf({ route, swap }: TrackedSwap): Fields | undefined {
  if (!streams(route, swap)) return undefined;
  const { done, total, percentage, failed, output } = swap.streaming ?? {};
  return known({
    percentage: percentage ?? (swap.trackingStatus === 'completed' ? 100 : 0),
    done,
    total,
    failed,
    ...amountOf(output),
  });
}

const channelOf = (channel: TrackedSwap['channel']): Fields | undefined =>
  channel && {
    depositAddress: checksumAddress(channel.depositAddress),
    channelId: channel.channelId,
    expiration: String(Math.floor(channel.expiresAt / 1000)),
    payableUntil: String(Math.floor((channel.livesUntil ?? channel.expiresAt) / 1000)),
    sourceChainExpiryBlock: channel.sourceChainExpiryBlock,
    refundAddress: checksumAddress(channel.refundAddress),
  };

const STALE = {
  notStarted:
    'Whether this was paid could not be looked up just now. If you have paid, do not pay again: ask again in a moment.',
  started: 'Not everybody could be asked just now; this is the last state that is known.',
} as const;

function dataOf(tracked: TrackedSwap): Fields | undefined {
  const { route, swap } = tracked;
  const started = swap.trackingStatus !== 'not_started';
  return known({
    quoteInfo: known({
      quoteId: tracked.quoteId,
      routeIndex: tracked.routeIndex,
      senderAddress: checksumAddress(route.sourceAddress),
      recipientAddress: checksumAddress(route.destinationAddress || tracked.channel?.destinationAddress),
      provider: providerOf(route),
      trackParams: known({ hash: tracked.hash, chainId: tracked.chain }),
    }),
    inbound: known(txOf(swap.inbound)),
    // A provider that does not number its swaps identifies them by the payment's hash.
    swap: started
      ? known({ swapId: swap.swapId ?? swap.inbound?.hash, status: swap.outcome, swapTime: swap.swapSeconds })
      : undefined,
    outbound: known(txOf(swap.outbound)),
    refund: refundOf(swap.refund),
    route: routeOf(tracked),
    trackingStatus: swap.trackingStatus,
    trackMeta: known({ outputTxHash: swap.outbound?.hash }),
    isStreaming: streams(route, swap),
    streamingProgress: streamingOf(tracked),
    mismatch: tracked.mismatch,
    stale: tracked.stale || undefined,
    staleReason: tracked.stale ? STALE[started ? 'started' : 'notStarted'] : undefined,
    reasonCode: swap.reasonCode,
    held: swap.heldReason,
    remainingSeconds: swap.delaySeconds ?? swap.inboundRemainingSeconds,
    replacedBy: swap.replacedBy,
    transactionPayload: swap.payload,
    depositChannel: channelOf(tracked.channel),
    timeline: swap.timeline.length > 0 ? swap.timeline.map(entryOf) : undefined,
    updatedAt: new Date(tracked.now).toISOString(),
  });
}

function mismatchError(mismatch: NonNullable<TrackedSwap['mismatch']>, channel: TrackedSwap['channel']): string {
  const differences = mismatch.map(({ field, expected, actual }) => `${field} is ${actual}, not ${expected}`);
  const sentence = `This transaction does not belong to the quote: ${differences.join('; ')}.`;
  const [first] = mismatch;
  if (!channel || mismatch.length !== 1 || first?.field !== 'sellAsset') return sentence;
  return `${sentence} The deposit address takes ${first.expected} only: Chainflip neither swaps nor sends back another asset that is paid to it. Its support can tell what can be done; give it the channel ${channel.channelId} and this transaction.`;
}

/**
 * Encodes the answer of `POST /v1/track`. `success` is false only where the transaction is not the quote's payment.
 * @throws {z.ZodError} when the state violates the response schema.
 */
export function encodeTracking(given: TrackedSwap): TrackResponse {
  const mismatch = given.mismatch?.map(({ field, expected, actual }) => ({
    field,
    expected: checksumAddress(expected),
    actual: checksumAddress(actual),
  }));
  const tracked = mismatch ? { ...given, mismatch } : given;
  const { swap } = tracked;
  const error = mismatch ? mismatchError(mismatch, tracked.channel) : swap.reason;
  return trackResponseSchema.parse({
    success: mismatch === undefined,
    trackingStatus: swap.trackingStatus,
    stage: swap.stage,
    data: dataOf(tracked),
    ...(error === undefined ? {} : { error }),
  });
}
