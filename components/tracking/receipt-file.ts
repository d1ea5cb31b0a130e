/** Writes a swap to a file, from what is known of it and nothing else; `read-receipt.ts` reads it back. */
import type { WireFee } from '../../lib/api/schemas/route.ts';
import type { TrackedTx, TrackResponse } from '../../lib/api/schemas/track.ts';
import type { NetworkName } from '../../lib/chains/chain.ts';
import type { ProviderId } from '../../lib/domain/provider-id.ts';
import type { Stage, TrackingStatus } from '../../lib/domain/swap-status.ts';
import type { Milestone } from '../../lib/domain/swap-timeline.ts';
import { readMove, type SavedMove } from '../activity/read-saved-swap.ts';
import { worth } from '../routes/route-money.ts';
import { endedAt, seenAt } from './track-selectors.ts';

export const RECEIPT_FORMAT = 'portage-receipt';
export const RECEIPT_VERSION = 1;

export type ReceiptLeg = {
  provider: ProviderId;
  sellAsset: string;
  sellAmount: string;
  buyAsset: string;
  buyAmount: string;
  buyAmountMaxSlippage: string;
  received?: string;
};
export type ReceiptEntry = SavedMove & {
  milestone: Milestone;
  at: string;
  leg: number;
  reason?: string;
  evidence?: string;
};

/** A receipt. Amounts are decimals, times are ISO 8601. What was unknown at writing is absent. */
export type Receipt = {
  format: typeof RECEIPT_FORMAT;
  version: typeof RECEIPT_VERSION;
  /** When it was written; `service` is the deployment that wrote it. */
  savedAt: string;
  service: string;
  network: NetworkName;
  quoteId: string;
  routeIndex: number;
  providers: ProviderId[];
  status: TrackingStatus;
  stage?: Stage;
  /** Why it failed or was refunded, in English. */
  reason?: string;
  /** `usd`, here and of the fees: the worth at the prices of the quote. */
  sell: { asset: string; amount: string; usd?: number };
  buy: { asset: string; expected: string; guaranteed?: string; received?: string; usd?: number };
  /** As quoted. */
  fees: WireFee[];
  legs: ReceiptLeg[];
  addresses: Partial<Record<AddressName, string>>;
  memo?: string;
  /** The providers' identifiers of the swap. */
  ids: Partial<Record<IdName, string>>;
  payment?: SavedMove;
  payout?: SavedMove;
  refund?: SavedMove;
  times: { paid?: string; ended?: string; expectedSeconds?: number };
  timeline: ReceiptEntry[];
  /** What the deployment signed: a JWS that states what was paid, to whom, what arrived, and when. */
  signed?: string;
};

export const ADDRESS_NAMES = ['from', 'to', 'paidTo', 'contract', 'vault', 'refund'] as const;
export type AddressName = (typeof ADDRESS_NAMES)[number];
export const ID_NAMES = ['swap', 'order', 'channel'] as const;
export type IdName = (typeof ID_NAMES)[number];

/** The object without undefined and empty values. */
export const known = <T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined && item !== '')) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

const moveOf = (tx: (TrackedTx & { reason?: string | undefined }) | undefined): SavedMove | undefined => readMove(tx);
const iso = (at: number | undefined): string | undefined => (at === undefined ? undefined : new Date(at).toISOString());

/**
 * Undefined while the route is unknown.
 * @param now Unix milliseconds.
 */
export function receiptOf(
  response: TrackResponse,
  { service, network, now }: { service: string; network: NetworkName; now: number },
): Receipt | undefined {
  const { data, trackingStatus: status, stage, error } = response;
  const { route, quoteInfo, depositChannel: channel } = data;
  if (!route || !quoteInfo) return undefined;
  const guaranteed = route.expectedBuyAmountMaxSlippage;
  const received = route.actualBuyAmount ?? data.outbound?.amount;
  const [payment, payout, refund] = [moveOf(data.inbound), moveOf(data.outbound), moveOf(data.refund)];
  return {
    format: RECEIPT_FORMAT,
    version: RECEIPT_VERSION,
    savedAt: new Date(now).toISOString(),
    service,
    network,
    quoteId: quoteInfo.quoteId,
    routeIndex: quoteInfo.routeIndex,
    providers: [...route.providers],
    status,
    ...known({ stage, reason: error ?? data.refund?.reason }),
    sell: {
      asset: route.sellAsset,
      amount: route.sellAmount,
      ...known({ usd: worth(route, route.sellAsset, route.sellAmount) }),
    },
    buy: {
      asset: route.buyAsset,
      expected: route.expectedBuyAmount,
      ...known({
        guaranteed: guaranteed === '0' ? undefined : guaranteed,
        received,
        usd: worth(route, route.buyAsset, received ?? route.expectedBuyAmount),
      }),
    },
    fees: [...route.fees],
    legs: route.legs.map(({ fees: _, actualBuyAmount, ...leg }) => ({
      ...leg,
      ...known({ received: actualBuyAmount }),
    })),
    addresses: known({
      from: quoteInfo.senderAddress ?? route.sourceAddress,
      to: quoteInfo.recipientAddress ?? route.destinationAddress,
      paidTo: channel?.depositAddress ?? route.inboundAddress,
      contract: route.inboundAddress ? undefined : route.targetAddress,
      vault: route.meta.vaultAddress,
      refund: channel?.refundAddress,
    }),
    ...known({ memo: route.memo }),
    ids: known({ swap: data.swap?.swapId, order: route.meta.orderId, channel: channel?.channelId }),
    ...known({ payment, payout, refund }),
    times: known({
      paid: iso(seenAt(data, 'paymentSeen', 'paymentFinal', 'providerSeen')),
      ended: iso(endedAt(data)),
      expectedSeconds: route.estimatedTime?.total,
    }),
    timeline: (data.timeline ?? []).map(({ stage: _, milestone, at, leg, ...entry }) => ({
      milestone,
      at,
      leg,
      ...known(entry),
    })),
    ...known({ signed: response.receipt }),
  };
}

export const receiptName = ({ quoteId, routeIndex }: Pick<Receipt, 'quoteId' | 'routeIndex'>): string =>
  `portage-receipt-${quoteId}-${routeIndex}.json`;
