/** Encodes a route of the domain for the wire: decimals for people, base units only in transactions. */
import { type Amount, formatAmount } from '../domain/amount.ts';
import { type Asset, assetKey, checksumAddress, formatAsset } from '../domain/asset.ts';
import type { Fee } from '../domain/fee.ts';
import type { RouteRecord } from '../domain/ledger.ts';
import type { EvmTx, Leg, RankedRoute, RouteDraft, RouteTx } from '../domain/route.ts';
import { allFeesUsd, amountUsd, type Prices } from '../domain/route-value.ts';
import { assetImageUrl } from './asset-image.ts';
import { known } from './known.ts';
import { routeSchema, type WireFee, type WireLeg, type WireMeta, type WireRoute } from './schemas/route.ts';

export type EncodeContext = {
  /** The requested tolerance. */
  slippagePercent: number;
  /** The same for all routes of a quote. */
  pricesUsd: Prices;
  /** Address of this deployment for pictures, without a slash at the end. */
  publicUrl: string;
  /** What swaps like this route came to, where there were enough. */
  recordOf?: (draft: RouteDraft) => RouteRecord | undefined;
};

/** Rounds an indicative price to eight significant digits. */
export const readablePrice = (priceUsd: number): number => Number(priceUsd.toPrecision(8));

function feeUsd({ amount }: Fee, prices: Prices): number | undefined {
  const usd = amountUsd(amount, prices);
  return usd === undefined ? undefined : readablePrice(usd);
}

const encodeFee = (fee: Fee, prices: Prices): WireFee =>
  known({
    type: fee.type,
    amount: formatAmount(fee.amount),
    asset: formatAsset(fee.amount.asset),
    chain: fee.chain,
    protocol: fee.protocol,
    label: fee.label,
    included: fee.included,
    usd: feeUsd(fee, prices),
  });

const encodeLeg = (leg: Leg, prices: Prices): WireLeg => ({
  provider: leg.provider,
  sellAsset: formatAsset(leg.sell.asset),
  sellAmount: formatAmount(leg.sell),
  buyAsset: formatAsset(leg.buy.asset),
  buyAmount: formatAmount(leg.buy),
  buyAmountMaxSlippage: formatAmount(leg.buyAtMaxSlippage),
  ...(leg.fees ? { fees: leg.fees.map((fee) => encodeFee(fee, prices)) } : {}),
});

/** The sum of all fees in USD; undefined where one has no price. */
function feesUsd({ fees }: RouteDraft, prices: Prices): number | undefined {
  const total = allFeesUsd(fees.map((fee) => ({ usd: feeUsd(fee, prices) })));
  return total === undefined ? undefined : readablePrice(total);
}

/** The distinct assets of the route: sold, bought, then those of the fees. */
function assetsOf(draft: RouteDraft): Asset[] {
  const all = [draft.sell.asset, draft.expectedBuy.asset, ...draft.fees.map((fee) => fee.amount.asset)];
  return [...new Map(all.map((asset) => [assetKey(asset), asset])).values()];
}

function pricedAssets(draft: RouteDraft, context: EncodeContext): NonNullable<WireMeta['assets']> {
  return assetsOf(draft).flatMap((asset) => {
    const price = context.pricesUsd.get(assetKey(asset));
    return price === undefined
      ? []
      : [{ asset: formatAsset(asset), price: readablePrice(price), image: assetImageUrl(asset, context.publicUrl) }];
  });
}

const spelledCall = (call: EvmTx): EvmTx => ({
  ...call,
  to: checksumAddress(call.to),
  from: checksumAddress(call.from),
});

/** The transaction with EVM addresses in EIP-55 case; every byte that is signed stays as it is. */
export const spelledTx = (tx: RouteTx): RouteTx => (tx.type === 'EVM' ? { ...tx, tx: spelledCall(tx.tx) } : tx);

/** Spells the texts of one part of an EIP-712 message; its digest does not depend on their case. */
const spelledFields = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([name, value]) => [
          name,
          typeof value === 'string' ? checksumAddress(value) : value,
        ]),
      )
    : value;

const spelledTypedData = (typedData: RouteDraft['typedData']): RouteDraft['typedData'] =>
  typedData && {
    ...typedData,
    domain: spelledFields(typedData.domain),
    message: spelledFields(typedData.message),
  };

function encodeMeta({ draft, tags }: RankedRoute, context: EncodeContext): Record<string, unknown> {
  return known({
    tags: tags.map(({ tag }) => tag),
    tagReasons: tags.length > 0 ? Object.fromEntries(tags.map(({ tag, reason }) => [tag, reason])) : undefined,
    priceImpact: draft.priceImpactPercent,
    feesUsd: feesUsd(draft, context.pricesUsd),
    assets: pricedAssets(draft, context),
    approvalAddress: checksumAddress(draft.approvalAddress),
    approvals: draft.approvals?.map(spelledCall),
    streamingInterval: draft.streamingInterval,
    maxStreamingQuantity: draft.maxStreamingQuantity,
    affiliate: draft.affiliate?.name,
    affiliateFee: draft.affiliate?.feeBps,
    orderId: draft.orderId,
    typedData: spelledTypedData(draft.typedData),
    slippagePercent: context.slippagePercent,
    txType: draft.tx?.type,
    txUnavailable: draft.txUnavailable,
    record: context.recordOf?.(draft),
    vaultAddress: checksumAddress(draft.vaultAddress),
    depositChannel: draft.channel && {
      minimumDeposit: formatAmount(draft.channel.minimumDeposit),
      ...(draft.channel.maximumDeposit ? { maximumDeposit: formatAmount(draft.channel.maximumDeposit) } : {}),
      retrySeconds: draft.channel.retrySeconds,
    },
    refundAddress: checksumAddress(draft.refundAddress),
    refund: draft.refund,
    bridge: draft.twoLeg && {
      asset: formatAsset(draft.twoLeg.bridge),
      otherwise: draft.twoLeg.otherwise,
      ...(draft.twoLeg.channel
        ? {
            depositAddress: checksumAddress(draft.twoLeg.channel.depositAddress),
            channelId: draft.twoLeg.channel.channelId,
          }
        : {}),
    },
    witnessed: draft.twoLeg?.channel?.witnessed,
    boost: draft.boost,
    recommendedSlippagePercent: draft.recommendedSlippagePercent,
    recommendedMinimum: draft.recommendedMinimum && formatAmount(draft.recommendedMinimum),
  });
}

/** Encodes the transaction. `transaction` repeats an EVM `tx` with its chain, for clients that read it instead. */
function encodeTx(built: RouteTx | undefined, sell: Amount): Record<string, unknown> {
  if (built === undefined) return {};
  const tx = spelledTx(built);
  if (tx.type !== 'EVM') return { tx: tx.tx };
  const { to, from, value, data } = tx.tx;
  return { tx: tx.tx, transaction: { to, from, value, data, chain: sell.asset.chain } };
}

/**
 * Encodes a route.
 * @throws {z.ZodError} when the draft violates the response schema; such a route must not be sent.
 */
export function encodeRoute(route: RankedRoute, context: EncodeContext): WireRoute {
  const { draft } = route;
  return routeSchema.parse({
    ...known({
      providers: draft.providers,
      sellAsset: formatAsset(draft.sell.asset),
      sellAmount: formatAmount(draft.sell),
      buyAsset: formatAsset(draft.expectedBuy.asset),
      expectedBuyAmount: formatAmount(draft.expectedBuy),
      expectedBuyAmountMaxSlippage: formatAmount(draft.guaranteedBuy),
      sourceAddress: checksumAddress(draft.sourceAddress),
      destinationAddress: checksumAddress(draft.destinationAddress),
      targetAddress: checksumAddress(draft.targetAddress),
      inboundAddress: checksumAddress(draft.inboundAddress),
      expiration: draft.expirationSeconds === undefined ? undefined : String(draft.expirationSeconds),
      memo: draft.memo,
      fees: draft.fees.map((fee) => encodeFee(fee, context.pricesUsd)),
      estimatedTime: draft.estimatedTime,
      totalSlippageBps: draft.totalSlippageBps,
      legs: draft.legs.map((leg) => encodeLeg(leg, context.pricesUsd)),
      warnings: draft.warnings,
    }),
    ...encodeTx(draft.tx, draft.sell),
    meta: encodeMeta(route, context),
  });
}
