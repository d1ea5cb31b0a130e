/** Computes the result of a whole swap: a simulation on unchanged pools, a quote's fees, delays and minimum amounts. */
import {
  assetInNative,
  cappedShare,
  greater,
  mayaMaxQuantity,
  nativeInAsset,
  type QuantityRequest,
  swapLeg,
  thorMaxQuantity,
} from './math.ts';
import { convert, dustOf, isNative, legRules, type Network, outboundFee, poolFor } from './network.ts';
import { nodeChain } from './network-config.ts';
import { formatNodeAsset, layer1Of, type NodeAsset, nodeAsset, paidOn } from './node-asset.ts';
import type { Pool } from './state.ts';

export type Simulation =
  | {
      ok: true;
      emit: bigint;
      feeNative: bigint;
      slip: bigint;
      pools: { pool: Pool; after: Pick<Pool, 'asset' | 'native'>; feeNative: bigint }[];
    }
  | { ok: false; reason: string };

/** Simulates a swap without changing the pools. Source: x/…/swap_current.go Swap and swapOne. */
export function simulate(network: Network, source: NodeAsset, target: NodeAsset, amount: bigint): Simulation {
  const rules = legRules(network.config);
  const legs = [
    ...(isNative(network, source) ? [] : [{ asset: source, direction: 'toNative' as const }]),
    ...(isNative(network, target) ? [] : [{ asset: target, direction: 'fromNative' as const }]),
  ];
  const pools: { pool: Pool; after: Pick<Pool, 'asset' | 'native'>; feeNative: bigint }[] = [];
  let x = amount;
  let feeNative = 0n;
  let slip = 0n;
  for (const { asset, direction } of legs) {
    const pool = poolFor(network, asset);
    const name = formatNodeAsset(layer1Of(asset));
    if (!pool) return { ok: false, reason: `pool ${name} doesn't exist` };
    if (pool.status !== 'Available') return { ok: false, reason: `pool(${name}) is not available` };
    if (x === 0n) return { ok: false, reason: pools.length > 0 ? 'zero emit asset' : 'fail swap, invalid amount' };
    const leg = swapLeg(pool, x, direction, rules);
    if (!leg) return { ok: false, reason: 'fail swap, not enough balance' };
    pools.push({ pool, after: { asset: leg.pool.asset, native: leg.pool.native }, feeNative: leg.feeNative });
    feeNative += leg.feeNative;
    slip = leg.slip > slip ? leg.slip : slip;
    x = leg.emit;
  }
  if (x === 0n) return { ok: false, reason: 'zero emit asset' };
  return { ok: true, emit: x, feeNative, slip, pools };
}

export type QuoteFees = {
  emit: bigint;
  liquidity: bigint;
  outbound: bigint;
  affiliate: bigint;
  total: bigint;
  slippageBps: bigint;
  totalBps: bigint;
  /** The user's output; undefined when fees consume it. */
  expected: bigint | undefined;
  afterAffiliate: bigint;
};

/**
 * Fees of `quantity` equal sub-swaps. `liquidityPerSwap` and `emitPerSwap` are in the target asset.
 * Source: x/thorchain/querier_quotes.go quoteSimulateSwap and queryQuoteSwap; x/mayachain likewise.
 */
export function quoteFees(input: {
  emitPerSwap: bigint;
  liquidityPerSwap: bigint;
  quantity: bigint;
  outbound: bigint;
  affiliateBps: readonly bigint[];
  addedSlipBps: bigint;
  /** Whether an affiliate's share is paid (Maya drops one that its fee would consume). */
  paysAffiliate: (amount: bigint) => boolean;
}): QuoteFees {
  const emit = input.emitPerSwap * input.quantity;
  const liquidity = input.liquidityPerSwap * input.quantity;
  const slippageBps = (liquidity * 10_000n) / (emit + liquidity) + input.addedSlipBps;
  const affiliate = input.affiliateBps
    .filter((bps) => bps > 0n)
    .map((bps) => cappedShare(bps, 10_000n, emit))
    .filter(input.paysAffiliate)
    .reduce((sum, one) => sum + one, 0n);
  const total = liquidity + input.outbound + affiliate;
  const totalBps = (total * 10_000n) / (emit + total);
  const afterAffiliate = emit - affiliate;
  const expected = afterAffiliate < input.outbound ? undefined : afterAffiliate - input.outbound;
  return {
    emit,
    liquidity,
    outbound: input.outbound,
    affiliate,
    total,
    slippageBps,
    totalBps,
    expected,
    afterAffiliate,
  };
}

/** The liquidity fee in the target asset, at the pool's state before the swap. */
export function liquidityInTarget(network: Network, target: NodeAsset, feeNative: bigint): bigint {
  if (isNative(network, target)) return feeNative;
  const pool = poolFor(network, target);
  return pool ? nativeInAsset(pool, feeNative) : 0n;
}

/** Whether Maya pays this share of the target asset: it must exceed its own transaction fee. */
export function paysAffiliate(network: Network, target: NodeAsset, amount: bigint): boolean {
  if (network.config.id === 'thor') return true;
  const pool = poolFor(network, target);
  const native = isNative(network, target) ? amount : pool ? assetInNative(pool, amount) : 0n;
  return native > network.config.nativeOutboundFee;
}

export function maxQuantity(
  network: Network,
  source: NodeAsset,
  target: NodeAsset,
  amount: bigint,
  interval: bigint,
): bigint | undefined {
  const { config } = network;
  const request: QuantityRequest = {
    amount,
    interval,
    source: isNative(network, source) ? undefined : (poolFor(network, source) ?? NO_POOL),
    target: isNative(network, target) ? undefined : (poolFor(network, target) ?? NO_POOL),
    bothNative: paidOn(source, config.home) === config.home && paidOn(target, config.home) === config.home,
  };
  return config.id === 'thor'
    ? thorMaxQuantity(request, config.minSlipBps)
    : mayaMaxQuantity(request, config.streamingMinBpFee);
}
const NO_POOL = { native: 0n, asset: 0n, decimals: 0 };

/** `recommended_min_amount_in`, in the source asset; undefined when a pool is missing. */
export function recommendedMinimum(
  network: Network,
  source: NodeAsset,
  target: NodeAsset,
  affiliateBps: bigint,
): bigint | undefined {
  const { config } = network;
  if (config.id === 'maya') return mayaMinimum(network, source, target, affiliateBps);
  const sourceFee = outboundFee(network, source) + dustOf(network, source.chain);
  const targetFee = convert(network, target, outboundFee(network, target) + dustOf(network, target.chain), source);
  if (targetFee === undefined) return undefined;
  const least = greater(targetFee, sourceFee) * 3n;
  return affiliateBps > 0n ? (least * (10_000n + affiliateBps)) / 10_000n : least;
}

function mayaMinimum(network: Network, source: NodeAsset, target: NodeAsset, affiliateBps: bigint): bigint | undefined {
  const { config } = network;
  const sourceFee = outboundFee(network, source);
  if (source.chain === config.home && target.chain === config.home) return sourceFee * 2n;
  const targetFee = convert(network, target, outboundFee(network, target), source);
  if (targetFee === undefined) return undefined;
  const least = greater(targetFee, sourceFee) * 4n;
  if (affiliateBps === 0n) return least;
  const forAffiliate = convert(
    network,
    nodeAsset(config.native),
    (config.nativeOutboundFee * 2n * 10_000n) / affiliateBps,
    source,
  );
  return forAffiliate !== undefined && forAffiliate > least ? forAffiliate : least;
}

/** The confirmations that a payment of this size needs; 0 means none are counted. Source: quoteInboundInfo. */
export function inboundConfirmations(network: Network, asset: NodeAsset, amount: bigint): number {
  const chain = nodeChain(network.config, paidOn(asset, network.config.home));
  if (!chain) return 0;
  const multiplier = BigInt(network.state.mimir[`CONFMULTIPLIERBASISPOINTS-${chain.chain}`] ?? 10_000);
  let count = 0n;
  if (chain.coinbase !== undefined) {
    const worth = (chain.coinbase * 100_000_000n * multiplier) / 10_000n;
    count = worth > 0n ? (amount + worth - 1n) / worth : 0n;
  } else if (chain.chain === 'ETH') {
    const ether = convert(network, asset, amount, nodeAsset(chain.gasAsset)) ?? 0n;
    count = (ether * 2n * 10_000n) / (300_000_000n * (multiplier || 10_000n));
  }
  const most = network.state.mimir[`MAXCONFIRMATIONS-${chain.chain}`] ?? 0;
  if (['BTC', 'ETH'].includes(chain.chain) && most > 0 && count > BigInt(most)) count = BigInt(most);
  return Math.max(Number(count), chain.confirmationFloor ?? 0);
}
