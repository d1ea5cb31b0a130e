/**
 * Reads a draft back from its route on the wire, as far as the route tells it: the other way round than `encode.ts`. Signed
 * and stored notes are differences from what it reads, so it changes with their version only.
 */
import { type Amount, toBaseUnits } from '../domain/amount.ts';
import type { Fee } from '../domain/fee.ts';
import type { Leg, RouteDraft, RouteTx, TwoLeg } from '../domain/route.ts';
import { type Asset, assetId, splitAsset } from '../domain/split-asset.ts';
import { known } from './known.ts';
import type { WireFee, WireLeg, WireRoute } from './schemas/route.ts';

/** The assets of the route's amounts, each once, in the order of `decimalsOf`. */
const assetIdsOf = ({ sellAsset, buyAsset, legs, fees }: WireRoute): string[] => [
  ...new Set([
    ...[sellAsset, buyAsset],
    ...legs.flatMap((leg) => [leg.sellAsset, leg.buyAsset]),
    ...[...fees, ...legs.flatMap((leg) => leg.fees ?? [])].map(({ asset }) => asset),
  ]),
];

/** The decimals of the route's assets, which the wire does not tell. */
export function decimalsOf(wire: WireRoute, { sell, expectedBuy, legs, fees }: RouteDraft): number[] {
  const amounts = [
    ...[...fees, ...legs.flatMap((leg) => leg.fees ?? [])].map(({ amount }) => amount),
    ...legs.flatMap((leg) => [leg.sell, leg.buy]),
    ...[expectedBuy, sell],
  ];
  const decimals = new Map(amounts.map((amount) => [assetId(amount.asset), amount.decimals]));
  return assetIdsOf(wire).map((id) => decimals.get(id) ?? 0);
}

/** @throws {Error} when it is not an asset identifier. */
function assetIn(id: string): Asset {
  const split = splitAsset(id);
  if (!split.ok) throw new Error(split.reason);
  return split.asset;
}

type ReadAmount = (id: string, text: string) => Amount;

function amountReader(wire: WireRoute, decimals: readonly number[]): ReadAmount {
  const byId = new Map(assetIdsOf(wire).map((id, at) => [id, { asset: assetIn(id), decimals: decimals[at] ?? 0 }]));
  return (id, text) => {
    const { asset, decimals: places } = byId.get(id) ?? { asset: assetIn(id), decimals: 0 };
    return { asset, decimals: places, baseUnits: toBaseUnits(text, places, 'down') ?? 0n };
  };
}

const feeIn = ({ type, amount, asset, chain, protocol, label, included }: WireFee, read: ReadAmount): Fee =>
  known({ type, amount: read(asset, amount), chain, protocol, label, included });

const legIn = (leg: WireLeg, read: ReadAmount): Leg => ({
  provider: leg.provider,
  sell: read(leg.sellAsset, leg.sellAmount),
  buy: read(leg.buyAsset, leg.buyAmount),
  buyAtMaxSlippage: read(leg.buyAsset, leg.buyAmountMaxSlippage),
  ...(leg.fees ? { fees: leg.fees.map((fee) => feeIn(fee, read)) } : {}),
});

/** A leg's own draft. */
const legDraft = ({ fees: _fees, ...leg }: Leg): RouteDraft => ({
  providers: [leg.provider],
  ...{ sell: leg.sell, expectedBuy: leg.buy, guaranteedBuy: leg.buyAtMaxSlippage },
  ...{ sourceAddress: '', destinationAddress: '' },
  ...{ totalSlippageBps: 0, legs: [leg], fees: [], warnings: [], pricesUsd: [] },
});

/** What the route tells beside its legs is the first one's, but for the destination. */
function twoLegIn({ meta: { bridge } }: WireRoute, whole: Omit<RouteDraft, 'twoLeg'>): TwoLeg | undefined {
  const [first, second] = whole.legs;
  if (!bridge || !first || !second) return undefined;
  const { sourceAddress, destinationAddress, recommendedMinimum, expirationSeconds, channel } = whole;
  const { tx, approvals, txUnavailable } = whole;
  const ofFirst = known({ recommendedMinimum, expirationSeconds, channel, tx, approvals, txUnavailable });
  return {
    bridge: assetIn(bridge.asset),
    otherwise: bridge.otherwise,
    legs: [
      { ...legDraft(first), sourceAddress, ...ofFirst },
      { ...legDraft(second), destinationAddress },
    ],
  };
}

/** `encodeRoute` wrote it: `meta.txType` says which of the shapes it has. */
export const txIn = ({ tx, meta }: WireRoute): RouteTx | undefined =>
  tx === undefined || meta.txType === undefined ? undefined : ({ type: meta.txType, tx } as RouteTx);

/** @param decimals by `decimalsOf`. */
export function draftToldBy(wire: WireRoute, decimals: readonly number[]): RouteDraft {
  const { meta, sellAsset, buyAsset } = wire;
  const { depositChannel, affiliate, affiliateFee } = meta;
  const read = amountReader(wire, decimals);
  const sold = (text: string | undefined) => (text === undefined ? undefined : read(sellAsset, text));
  const whole: Omit<RouteDraft, 'twoLeg'> = known({
    providers: wire.providers,
    sell: read(sellAsset, wire.sellAmount),
    expectedBuy: read(buyAsset, wire.expectedBuyAmount),
    guaranteedBuy: read(buyAsset, wire.expectedBuyAmountMaxSlippage),
    sourceAddress: wire.sourceAddress,
    destinationAddress: wire.destinationAddress,
    refundAddress: meta.refundAddress,
    targetAddress: wire.targetAddress,
    inboundAddress: wire.inboundAddress,
    vaultAddress: meta.vaultAddress,
    expirationSeconds: wire.expiration === undefined ? undefined : Number(wire.expiration),
    memo: wire.memo,
    fees: wire.fees.map((fee) => feeIn(fee, read)),
    estimatedTime: wire.estimatedTime,
    totalSlippageBps: wire.totalSlippageBps,
    priceImpactPercent: meta.priceImpact,
    legs: wire.legs.map((leg) => legIn(leg, read)),
    warnings: wire.warnings,
    tx: txIn(wire),
    txUnavailable: meta.txUnavailable,
    approvals: meta.approvals,
    approvalAddress: meta.approvalAddress,
    streamingInterval: meta.streamingInterval,
    maxStreamingQuantity: meta.maxStreamingQuantity,
    affiliate: affiliate === undefined ? undefined : { name: affiliate, feeBps: affiliateFee ?? 0 },
    orderId: meta.orderId,
    typedData: meta.typedData,
    refund: meta.refund,
    channel:
      depositChannel &&
      known({
        minimumDeposit: read(sellAsset, depositChannel.minimumDeposit),
        maximumDeposit: sold(depositChannel.maximumDeposit),
        retrySeconds: depositChannel.retrySeconds,
      }),
    boost: meta.boost,
    recommendedSlippagePercent: meta.recommendedSlippagePercent,
    recommendedMinimum: sold(meta.recommendedMinimum),
    pricesUsd: [],
  });
  const twoLeg = twoLegIn(wire, whole);
  return twoLeg ? { ...whole, twoLeg } : whole;
}
