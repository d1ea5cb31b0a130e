/** Derives what a finished swap leaves in the ledger from its route and its observations. Pure. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Amount, formatAmount, mulDiv, valueUsd } from '../domain/amount.ts';
import { assetKey, formatAsset, sameAsset } from '../domain/asset.ts';
import type { DerivedSwap } from '../domain/derive-swap.ts';
import { isPaidByDeposit, type LedgerEntry, type PaymentWay, sizeOf } from '../domain/ledger.ts';
import type { EstimatedTime, RouteDraft } from '../domain/route.ts';
import { soldAmount } from '../domain/sold-amount.ts';
import { isFinalStatus } from '../domain/swap-status.ts';
import type { Milestone } from '../domain/swap-timeline.ts';
import type { KnownSwap } from './known-swap.ts';
import { endOf } from './swap-end.ts';

/**
 * When the payer had paid, in unix ms. Who signs a transaction reports it at once; a channel's or an order's swap is
 * known before its payment is.
 */
function paidAt(known: KnownSwap, way: PaymentWay, { timeline }: DerivedSwap): number | undefined {
  const seen = timeline.find(({ stage }) => stage === 'inbound')?.at;
  const isReported = way === 'transaction' && known.route.draft.orderId === undefined;
  if (seen === undefined || !isReported) return seen;
  return Math.min(seen, known.swap.createdAt);
}

const seconds = (from: number | undefined, to: number | undefined): number | undefined =>
  from === undefined || to === undefined ? undefined : Math.max(0, Math.round((to - from) / 1000));

function stageTimes(known: KnownSwap, way: PaymentWay, derived: DerivedSwap, endedAt: number): Partial<EstimatedTime> {
  const { timeline } = derived;
  const last = Math.max(known.route.draft.legs.length, 1) - 1;
  const at = (leg: number, ...names: Milestone[]): number | undefined => {
    const found = names.map((name) => timeline.find((entry) => entry.milestone === name && entry.leg === leg)?.at);
    return found.find((one) => one !== undefined);
  };
  const paid = paidAt(known, way, derived);
  const counted = at(0, 'providerCounted', 'paymentFinal', 'swapStarted');
  const swapped = at(last, 'swapDone', 'payoutPlanned');
  const took = {
    inbound: seconds(paid, counted),
    swap: seconds(counted, swapped),
    outbound: seconds(swapped, endedAt),
    total: seconds(paid, endedAt),
  };
  return Object.fromEntries(Object.entries(took).filter(([, value]) => value !== undefined));
}

/** What was quoted for the amount that arrived. */
function inProportion(quoted: Amount, { sell }: RouteDraft, arrived: Amount): string {
  if (sell.baseUnits === 0n || arrived.baseUnits === sell.baseUnits) return formatAmount(quoted);
  return formatAmount({ ...quoted, baseUnits: mulDiv(quoted.baseUnits, arrived.baseUnits, sell.baseUnits, 'down') });
}

function soldUsd({ route: { route } }: KnownSwap, arrived: Amount): number | undefined {
  const price = route.meta.assets?.find(({ asset }) => asset.toLowerCase() === assetKey(arrived.asset))?.price;
  return price === undefined ? undefined : valueUsd(arrived, price);
}

/** Undefined while the swap is under way, and where it ended without a payment. @param known with its stored row. */
export function ledgerEntry(known: KnownSwap, derived: DerivedSwap): LedgerEntry | undefined {
  const { route, swap } = known;
  const { draft, quoteId, routeIndex } = route;
  const { trackingStatus: status, reasonCode, timeline, refund } = derived;
  const [provider] = draft.providers;
  const endedAt = timeline
    .filter(({ milestone }) =>
      status === 'completed' ? milestone === 'payoutSent' : !['held', 'resumed'].includes(milestone),
    )
    .at(-1)?.at;
  if (!isFinalStatus(status) || provider === undefined || endedAt === undefined) return undefined;
  if (swap.mismatch || (status === 'failed' && derived.inbound === undefined)) return undefined;
  const way = known.swap.channelId !== null || isPaidByDeposit(draft) ? 'deposit' : 'transaction';
  const arrived = soldAmount(draft, derived);
  const received = status === 'completed' && !refund ? derived.outbound?.amount : undefined;
  const isOfRoute = received !== undefined && sameAsset(received.asset, draft.expectedBuy.asset);
  return {
    id: bytesToHex(sha256(utf8ToBytes(`${quoteId} ${routeIndex} ${endOf(known, derived)}`))),
    endedAt,
    status,
    ...(reasonCode === undefined ? {} : { reasonCode }),
    provider,
    sellAsset: formatAsset(draft.sell.asset),
    buyAsset: formatAsset(draft.expectedBuy.asset),
    size: sizeOf(soldUsd(known, arrived)),
    way,
    quoted: inProportion(draft.expectedBuy, draft, arrived),
    guaranteed: inProportion(draft.guaranteedBuy, draft, arrived),
    ...(isOfRoute ? { received: formatAmount(received) } : {}),
    ...(draft.estimatedTime === undefined ? {} : { promised: draft.estimatedTime }),
    took: stageTimes(known, way, derived, endedAt),
  };
}
