/** The route as it travels inside Portage: amounts are `Amount`, times are seconds, nothing is formatted yet. */
import type { Amount } from './amount.ts';
import type { Asset } from './asset.ts';
import type { ChainId } from './chain-id.ts';
import type { RoutedChannel } from './deposit-channel.ts';
import type { Fee } from './fee.ts';
import type { ProviderId } from './provider-id.ts';

export const ROUTE_TAGS = ['CHEAPEST', 'FASTEST', 'RECOMMENDED'] as const;
export type RouteTag = (typeof ROUTE_TAGS)[number];

export const WARNING_CODES = ['highSlippage', 'highPriceImpact', 'lowLiquidity', 'exceedsRecommendedSlippage'] as const;
export type WarningCode = (typeof WARNING_CODES)[number];
export type Warning = { code: WarningCode; display: string; tooltip?: string };

/** `meta.txType`: how the route's `tx` is to be signed. */
export const TX_TYPES = ['EVM', 'COSMOS', 'SOLANA', 'PSBT'] as const;

/** Shape 1 of the specification, 2.6. `value` is decimal wei; `gas_limit` decimal gas units. */
export type EvmTx = { to: string; from: string; value: string; data: string; chain_id?: number; gas_limit?: string };
/** One coin of a Cosmos transaction; `amount` is an integer in base units of `denom`. */
export type CosmosCoin = { denom: string; amount: string };
/** Shape 2: amino JSON with amino names (`cosmos-sdk/MsgSend`, `thorchain/MsgDeposit`). */
export type CosmosTx = {
  msgs: { type: string; value: Record<string, unknown> }[];
  fee: { amount: CosmosCoin[]; gas: string };
  memo?: string;
};
export type RouteTx =
  | { type: 'EVM'; tx: EvmTx }
  | { type: 'COSMOS'; tx: CosmosTx }
  /** Shape 3: a base64 versioned transaction or a base64 PSBT. */
  | { type: 'SOLANA' | 'PSBT'; tx: string };

export type Leg = {
  provider: ProviderId;
  sell: Amount;
  buy: Amount;
  /** What the leg guarantees. */
  buyAtMaxSlippage: Amount;
  fees?: Fee[];
};

/** A deposit that counts before its confirmations, for a fee. Basis points of the deposit. */
export type BoostTerms = { feeBps: number; maxFeeBps: number };

/**
 * The route can be paid by a plain transfer to a deposit channel, which `POST /v1/chainflip-deposit-channel` opens
 * for this quote once the person has chosen it. Quoting opens none.
 */
export type ChannelOffer = {
  /** The live minimum plus a margin. What is deposited below the minimum is kept by the network. */
  minimumDeposit: Amount;
  /** What is deposited above it is kept by the network. */
  maximumDeposit?: Amount;
  /** How long a price below the guaranteed one is tried again before the deposit is refunded. */
  retrySeconds: number;
};

/** `payableUntil`: Unix ms; a transaction that pays the channel may lapse sooner, and the route with it. */
export type TwoLegChannel = RoutedChannel & { payableUntil?: number };

/**
 * A route of two legs: what the first pays out (`bridge`) goes straight to the second. `legs` are what each leg's own
 * provider offered, whole: a leg is tracked, and its channel opened, by its own draft.
 */
export type TwoLeg = {
  bridge: Asset;
  legs: readonly [RouteDraft, RouteDraft];
  /** The channel that takes the first leg's payout; there once it was opened for this route. */
  channel?: TwoLegChannel;
  /**
   * What becomes of the money where the first leg is through and the second cannot be done. `refund`: the bridge asset
   * goes to the sender's own address; `fallback`: it is paid to the destination in place of the bought asset.
   */
  otherwise: { kind: 'refund' | 'fallback'; note: string };
};

/** Seconds. `total` may be less than the sum: stages overlap. */
export type EstimatedTime = { inbound?: number; swap?: number; outbound?: number; total: number };

/** What an adapter answers for one id: everything but what only the whole quote can know (tags, prices in money). */
export type RouteDraft = {
  /** The one id that offered it: of two legs the one with the arrow. As `providers` goes out. */
  providers: ProviderId[];
  sell: Amount;
  expectedBuy: Amount;
  /** The least that the route's own memo limit, minimum price or minimum return enforces; 0 when nothing is enforced. */
  guaranteedBuy: Amount;
  /** '' while the route is indicative. */
  sourceAddress: string;
  destinationAddress: string;
  /** Where what cannot be swapped goes back to, where another place than the payer's was asked for. */
  refundAddress?: string;
  /** Contract or address that the payment goes to. */
  targetAddress?: string;
  /** Only where a plain transfer to it (with `memo`) is the payment. */
  inboundAddress?: string;
  /** The vault behind a router. */
  vaultAddress?: string;
  /** Unix seconds. */
  expirationSeconds?: number;
  memo?: string;
  fees: Fee[];
  estimatedTime?: EstimatedTime;
  /** Price impact and fees against the market price, a loss positive. */
  totalSlippageBps: number;
  /** The pools' part, percent, a loss positive. */
  priceImpactPercent?: number;
  legs: Leg[];
  warnings: Warning[];
  tx?: RouteTx;
  /** Why `tx` could not be made although it was asked for; a sentence. */
  txUnavailable?: string;
  /** Approval transactions in the order in which they are to be sent. */
  approvals?: EvmTx[];
  approvalAddress?: string;
  streamingInterval?: number;
  maxStreamingQuantity?: number;
  affiliate?: { name: string; feeBps: number };
  orderId?: string;
  typedData?: Record<string, unknown>;
  /** Where a swap that fails leaves money locked: whose key gets it back, and in words how and when. */
  refund?: { by: 'sender' | 'provider'; note: string };
  /** Present where a deposit channel can be opened for this route. */
  channel?: ChannelOffer;
  /** Present where the route was quoted with boost. */
  boost?: BoostTerms;
  /** The tolerance that the provider advises, percent; well below it a refund is likely. */
  recommendedSlippagePercent?: number;
  /** The least amount that the provider advises, in the sell asset. */
  recommendedMinimum?: Amount;
  /** Present where one payment goes through two providers. */
  twoLeg?: TwoLeg;
  /** USD prices that the provider knows, by asset. */
  pricesUsd: { asset: Asset; priceUsd: number }[];
  /** What the provider needs to track this route, stored with the quote, never sent out. JSON only. */
  tracking?: Record<string, unknown>;
};

/** A draft in its place in the answer. Order in the quote's array is the `routeIndex`. */
export type RankedRoute = { draft: RouteDraft; tags: { tag: RouteTag; reason: string }[] };

/** Where a payment goes out from: the chain whose transaction hash is tracked. */
export const sourceChainOf = (draft: Pick<RouteDraft, 'sell'>): ChainId => draft.sell.asset.chain;
