/** Represents a route inside Portage: amounts are `Amount`, times are seconds, nothing is formatted yet. */
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

/** The values of `meta.txType`: how the route's `tx` is signed. */
export const TX_TYPES = ['EVM', 'COSMOS', 'SOLANA', 'PSBT'] as const;
export type TxType = (typeof TX_TYPES)[number];

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
  /** The least that the leg gives. */
  buyAtMaxSlippage: Amount;
  fees?: Fee[];
};

/** A deposit credited before its confirmations, for a fee in basis points of the deposit. */
export type BoostTerms = { feeBps: number; maxFeeBps: number };

/**
 * The route can be paid by a plain transfer to a deposit channel, which `POST /v1/chainflip-deposit-channel` opens
 * for this quote once the person has chosen it. Quoting opens none.
 */
export type ChannelOffer = {
  /** The live minimum plus a margin, because the network keeps deposits below its minimum. */
  minimumDeposit: Amount;
  /** The network keeps the part of a deposit that exceeds this. */
  maximumDeposit?: Amount;
  /** How long the network retries a swap whose price is below the guarantee before it refunds the deposit. */
  retrySeconds: number;
};

/** `payableUntil`: Unix ms; a transaction that pays the channel may lapse sooner, and the route with it. */
export type TwoLegChannel = RoutedChannel & { payableUntil?: number };

/**
 * A route of two legs: the first leg pays its output (`bridge`) straight to the second. `legs` are the complete drafts
 * of each leg's own provider, by which the leg is tracked and its channel opened.
 */
export type TwoLeg = {
  bridge: Asset;
  legs: readonly [RouteDraft, RouteDraft];
  /** The channel that takes the first leg's payout; there once it was opened for this route. */
  channel?: TwoLegChannel;
  /**
   * What happens to the money when the first leg succeeds and the second cannot be done. `refund`: the bridge asset
   * goes to the sender's own address; `fallback`: the bridge asset goes to the destination in place of the bought
   * asset.
   */
  otherwise: { kind: 'refund' | 'fallback'; note: string };
};

/** In seconds. `total` may be less than the sum, since stages overlap. */
export type EstimatedTime = { inbound?: number; swap?: number; outbound?: number; total: number };

/** A provider adapter's route: everything except tags and USD values, which need the whole quote. */
export type RouteDraft = {
  /**
   * The provider that offers the route, always one id; for two legs the id with the arrow. An array because the wire
   * has one.
   */
  providers: ProviderId[];
  sell: Amount;
  expectedBuy: Amount;
  /**
   * The least output that the route's own memo limit, minimum price or minimum return enforces; 0 when nothing is
   * enforced.
   */
  guaranteedBuy: Amount;
  /** '' in an indicative route. */
  sourceAddress: string;
  destinationAddress: string;
  /** Where refunds go, when the request names an address other than the payer's. */
  refundAddress?: string;
  /** Contract or address that receives the payment. */
  targetAddress?: string;
  /** Only where the payment is a plain transfer to this address (with `memo`). */
  inboundAddress?: string;
  /** The vault behind a router. */
  vaultAddress?: string;
  /** Unix seconds. */
  expirationSeconds?: number;
  memo?: string;
  fees: Fee[];
  estimatedTime?: EstimatedTime;
  /** Loss against the market price from price impact and fees; positive is a loss. */
  totalSlippageBps: number;
  /** The pools' part of that loss, in percent; positive is a loss. */
  priceImpactPercent?: number;
  legs: Leg[];
  warnings: Warning[];
  tx?: RouteTx;
  /** Why `tx` could not be built although it was requested; a sentence. */
  txUnavailable?: string;
  /** Approval transactions in the order in which they have to be sent. */
  approvals?: EvmTx[];
  approvalAddress?: string;
  streamingInterval?: number;
  maxStreamingQuantity?: number;
  affiliate?: { name: string; feeBps: number };
  orderId?: string;
  typedData?: Record<string, unknown>;
  /** For a route whose failure locks money: who can refund it with their own key, and how and when, as text. */
  refund?: { by: 'sender' | 'provider'; note: string };
  /** Present where a deposit channel can be opened for this route. */
  channel?: ChannelOffer;
  /** Present where the route was quoted with boost. */
  boost?: BoostTerms;
  /** Slippage tolerance that the provider advises, percent; a refund is likely with a clearly lower one. */
  recommendedSlippagePercent?: number;
  /** Smallest sell amount that the provider advises. */
  recommendedMinimum?: Amount;
  /** Present on a route of two legs. */
  twoLeg?: TwoLeg;
  /** USD prices that the provider knows, by asset. */
  pricesUsd: { asset: Asset; priceUsd: number }[];
  /** What the provider needs in order to track this route. Stored with the quote and never sent out; JSON only. */
  tracking?: Record<string, unknown>;
};

/** A draft with its tags. Its index in the quote's array is the `routeIndex`. */
export type RankedRoute = { draft: RouteDraft; tags: { tag: RouteTag; reason: string }[] };

/** The chain that carries the payment, and whose transaction hash is tracked. */
export const sourceChainOf = (draft: Pick<RouteDraft, 'sell'>): ChainId => draft.sell.asset.chain;
