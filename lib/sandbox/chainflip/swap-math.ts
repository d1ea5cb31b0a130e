/**
 * Computes a swap's result to the unit: boost, ingress, network, broker and egress fees in the chain's order, in
 * integers. Divisions truncate, except that network and broker fees round to the nearest unit like the chain's
 * `Permill`. Source: chainflip-backend state-chain/runtime/src/chainflip/simulate_swap.rs and cf-swapping.
 */
import { smaller } from '../../domain/amount.ts';
import { type CfAsset, USDC } from './assets.ts';
import { type ContractCall, egressFee, type IngressKind, ingressFee } from './gas-fees.ts';
import { type MarketState, oraclePrice, type PoolState, PRICE_SCALE } from './market.ts';

const MILLION = 1_000_000n;
const TEN_THOUSAND = 10_000n;
/** A trade of the pool's whole depth costs 5 %. */
const IMPACT_PPM = 50_000n;
/** It moves the mid price by half of that. */
const MOVE_PPM = 25_000n;
const PRICE_BITS = 128n;
const PPM_OF_BPS = 100n;

/** `Permill * amount` of sp-arithmetic: rounded to the nearest unit, a half down. */
const permill = (millionths: bigint, amount: bigint): bigint =>
  (2n * millionths * amount + MILLION - 1n) / (2n * MILLION);
const brokerShare = (bps: number, amount: bigint): bigint => permill(BigInt(bps) * 100n, amount);

/** Which orders take part: the chain's own simulation does not know the makers' just-in-time orders. */
export type Liquidity = 'resting' | 'with-jit';

const depthOf = (pool: PoolState, liquidity: Liquidity): bigint =>
  BigInt(pool.depthUsd + (liquidity === 'with-jit' ? pool.jitUsd : 0)) * MILLION;

/**
 * The share of a price left after spread and impact, in parts of PRICE_SCALE; undefined if the pool holds too little.
 */
function keptOf(pool: PoolState, usd: bigint, liquidity: Liquidity): bigint | undefined {
  const depth = depthOf(pool, liquidity);
  if (usd > depth || depth === 0n) return undefined;
  const spread = BigInt(pool.halfSpreadPpm) * (PRICE_SCALE / MILLION);
  return PRICE_SCALE - spread - (IMPACT_PPM * (PRICE_SCALE / MILLION) * usd) / depth;
}

/** The value of an amount at the pool's mid price, USDC base units. */
const usdAtMid = (pool: PoolState, asset: CfAsset, amount: bigint): bigint =>
  (amount * pool.mid * MILLION) / (PRICE_SCALE * 10n ** BigInt(asset.decimals));

/**
 * Swaps `amount` of `asset` to USDC, or of USDC to `asset`, in base units. Undefined if the pool does not exist or
 * lacks the liquidity.
 */
export function swapLeg(
  market: MarketState,
  leg: { asset: CfAsset; direction: 'to-usdc' | 'from-usdc'; amount: bigint },
  liquidity: Liquidity,
): bigint | undefined {
  if (leg.asset.id === 'Usdc') return leg.amount;
  const pool = market.pools[leg.asset.id];
  if (pool === undefined) return undefined;
  const usd = leg.direction === 'to-usdc' ? usdAtMid(pool, leg.asset, leg.amount) : leg.amount;
  const kept = keptOf(pool, usd, liquidity);
  if (kept === undefined) return undefined;
  if (leg.direction === 'to-usdc') return (usd * kept) / PRICE_SCALE;
  return (leg.amount * 10n ** BigInt(leg.asset.decimals) * kept) / (pool.mid * MILLION);
}

export type SimulationInput = {
  src: CfAsset;
  dst: CfAsset;
  /** In base units of `src`. */
  deposit: bigint;
  ingress: IngressKind;
  /** 1 for a swap in one go. */
  chunks: number;
  brokerBps: number;
  /** The boost pools' fee; absent for none. */
  boostBps?: number;
  liquidity: Liquidity;
  /** Fees to leave out. */
  exclude?: ReadonlySet<'Ingress' | 'Network' | 'Egress'>;
  /** The contract call at the destination. */
  call?: ContractCall;
};

export type Simulation = {
  ok: true;
  /** In `src`. */
  boostFee: bigint;
  ingressFee: bigint;
  /** The swapped amount in `src`: the deposit less the two fees. */
  swapInput: bigint;
  /** In USDC; null when a side is ETH-USDC. */
  intermediary: bigint | null;
  networkFee: bigint;
  brokerFee: bigint;
  /** In `dst`, before and after the egress fee. */
  output: bigint;
  egressFee: bigint;
  egress: bigint;
  /** The traded USDC base units, before network and broker fees. */
  usd: bigint;
};

export type SimulationFailure = {
  ok: false;
  reason: 'NoPool' | 'BelowIngressFee' | 'InputLeg' | 'OutputLeg';
  /** In base units of `src`; set for BelowIngressFee. */
  ingressFee?: bigint;
};

/**
 * Simulates one swap. The network fee is charged once per swap: max(rate, minimum), at most the whole amount. If the
 * egress fee exceeds the output, the egress is 0.
 */
export function simulateSwap(market: MarketState, input: SimulationInput): Simulation | SimulationFailure {
  const { src, dst, liquidity } = input;
  if ([src, dst].some((asset) => asset.id !== 'Usdc' && market.pools[asset.id] === undefined))
    return { ok: false, reason: 'NoPool' };
  const chunks = BigInt(input.chunks);
  const boostFee = (input.deposit * BigInt(input.boostBps ?? 0)) / TEN_THOUSAND;
  const ingress = input.exclude?.has('Ingress') ? 0n : ingressFee(market, src, input.ingress);
  const swapInput = input.deposit - boostFee - ingress;
  if (swapInput <= 0n) return { ok: false, reason: 'BelowIngressFee', ingressFee: ingress };
  const sold = swapLeg(market, { asset: src, direction: 'to-usdc', amount: swapInput / chunks }, liquidity);
  if (sold === undefined) return { ok: false, reason: 'InputLeg' };
  const usd = sold * chunks;
  const networkFee = input.exclude?.has('Network') ? 0n : feeOf(market, src, dst, usd);
  const gross = (usd - networkFee) / chunks;
  const brokerOfChunk = brokerShare(input.brokerBps, gross);
  const net = gross - brokerOfChunk;
  const bought = swapLeg(market, { asset: dst, direction: 'from-usdc', amount: net }, liquidity);
  if (bought === undefined) return { ok: false, reason: 'OutputLeg' };
  const output = bought * chunks;
  const egressCost = input.exclude?.has('Egress') ? 0n : egressFee(market, dst, input.call);
  return {
    ok: true,
    boostFee,
    ingressFee: ingress,
    swapInput,
    intermediary: src.id === 'Usdc' || dst.id === 'Usdc' ? null : net * chunks,
    networkFee,
    brokerFee: brokerOfChunk * chunks,
    output,
    egressFee: egressCost,
    egress: output > egressCost ? output - egressCost : 0n,
    usd,
  };
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The network fee of a whole swap of so many USDC base units. */
export function feeOf(market: MarketState, src: CfAsset, dst: CfAsset, usd: bigint): bigint {
  const rate = BigInt(Math.max(market.assets[src.id].networkFeePpm, market.assets[dst.id].networkFeePpm));
  return smaller(larger(permill(rate, usd), market.networkFee.minimum), usd);
}

/** Accumulates over a swap's chunks, so that the network's minimum is charged once. USDC base units. */
export type FeeTracker = { stable: bigint; fee: bigint };
export const NEW_TRACKER: FeeTracker = { stable: 0n, fee: 0n };

export type ChunkInput = {
  src: CfAsset;
  dst: CfAsset;
  /** In base units of `src`, after boost and ingress fees. */
  input: bigint;
  brokerBps: number;
  tracker: FeeTracker;
  /** Output base units per input base unit with 128 fractional bits; 0n for no limit. */
  minPriceX128: bigint;
  /** Basis points; null means the assets' own default. */
  maxOracleSlippageBps: number | null;
};

/** Names from cf-swapping's SwapFailureReason. */
type ChunkFailure = 'PriceImpactLimit' | 'MinPriceViolation' | 'OraclePriceSlippageExceeded' | 'OraclePriceStale';

export type Chunk = {
  ok: true;
  /** USDC after fees; null when a side is ETH-USDC. */
  intermediate: bigint | null;
  networkFee: bigint;
  brokerFee: bigint;
  output: bigint;
  tracker: FeeTracker;
};

/**
 * Executes one chunk and moves the pools that it uses; a failed chunk moves nothing. The arithmetic is that of
 * `simulateSwap`, including the makers' just-in-time orders.
 */
export function executeChunk(market: MarketState, chunk: ChunkInput): Chunk | { ok: false; reason: ChunkFailure } {
  const { src, dst, input, tracker } = chunk;
  const stable = swapLeg(market, { asset: src, direction: 'to-usdc', amount: input }, 'with-jit');
  if (stable === undefined) return { ok: false, reason: 'PriceImpactLimit' };
  const total = tracker.stable + stable;
  const due = feeOf(market, src, dst, total) - tracker.fee;
  const networkFee = smaller(larger(due, 0n), stable);
  const brokerFee = brokerShare(chunk.brokerBps, stable - networkFee);
  const net = stable - networkFee - brokerFee;
  const output = swapLeg(market, { asset: dst, direction: 'from-usdc', amount: net }, 'with-jit');
  if (output === undefined) return { ok: false, reason: 'PriceImpactLimit' };
  if (output < (input * chunk.minPriceX128) >> PRICE_BITS) return { ok: false, reason: 'MinPriceViolation' };
  const oracle = oracleVerdict(market, chunk, { stable, net, output });
  if (oracle !== undefined) return { ok: false, reason: oracle };
  movePool(market, src, stable, 'down');
  movePool(market, dst, net, 'up');
  return {
    ok: true,
    intermediate: src.id === 'Usdc' || dst.id === 'Usdc' ? null : net,
    networkFee,
    brokerFee,
    output,
    tracker: { stable: total, fee: tracker.fee + networkFee },
  };
}

/**
 * Live price protection: why a chunk may not execute now; undefined when it may. Each leg is compared with the oracles
 * separately and the results are added, so that neither network nor broker fee counts. Source: chainflip-backend
 * pallets/cf-swapping, check_swap_price_violation.
 */
function oracleVerdict(
  market: MarketState,
  chunk: ChunkInput,
  made: { stable: bigint; net: bigint; output: bigint },
): ChunkFailure | undefined {
  const { src, dst } = chunk;
  const explicit = chunk.maxOracleSlippageBps;
  const limit = explicit ?? defaultProtectionBps(market, src, dst);
  if (limit === undefined || [src, dst].some((asset) => oraclePrice(market, asset) === undefined)) return undefined;
  const stale = [src, dst].some(({ oracle }) => oracle !== undefined && market.oracles[oracle].status === 'Stale');
  if (stale) return explicit === null ? undefined : 'OraclePriceStale';
  const lossPpm =
    lossOfLeg(market, { asset: src, amount: chunk.input }, { asset: USDC, amount: made.stable }) +
    lossOfLeg(market, { asset: USDC, amount: made.net }, { asset: dst, amount: made.output });
  return lossPpm > BigInt(limit) * PPM_OF_BPS ? 'OraclePriceSlippageExceeded' : undefined;
}

type Held = { asset: CfAsset; amount: bigint };

/** A leg's loss against the oracles' price in parts per million, rounded in the swapper's favour. */
function lossOfLeg(market: MarketState, sold: Held, bought: Held): bigint {
  const [from, to] = [oraclePrice(market, sold.asset), oraclePrice(market, bought.asset)];
  if (sold.asset.id === bought.asset.id || from === undefined || to === undefined) return 0n;
  const fair = sold.amount * from * 10n ** BigInt(bought.asset.decimals);
  const actual = bought.amount * to * 10n ** BigInt(sold.asset.decimals);
  if (fair === 0n) return 0n;
  const loss = (fair - actual) * MILLION;
  return loss > 0n ? (loss + fair - 1n) / fair : loss / fair;
}

/** The chain's default protection of a pair in basis points; undefined if a side has no oracle. */
function defaultProtectionBps(market: MarketState, src: CfAsset, dst: CfAsset): number | undefined {
  let sum = 0;
  for (const asset of [src, dst]) {
    if (asset.id === 'Usdc') continue;
    const bps = market.assets[asset.id].oracleProtectionBps;
    if (bps === null || asset.oracle === undefined) return undefined;
    sum += bps;
  }
  return sum;
}

function movePool(market: MarketState, asset: CfAsset, usd: bigint, direction: 'up' | 'down'): void {
  const pool = market.pools[asset.id];
  if (pool === undefined) return;
  const depth = depthOf(pool, 'with-jit');
  if (depth === 0n) return;
  const by = (pool.mid * MOVE_PPM * usd) / (MILLION * depth);
  pool.mid = direction === 'up' ? pool.mid + by : pool.mid - by;
}

/**
 * The refund fee in base units of `asset`: the network fee's minimum at the pool's price. The egress fee is charged
 * separately, as for any payout.
 */
export function refundFee(market: MarketState, asset: CfAsset): bigint {
  if (asset.id === 'Usdc') return market.networkFee.minimum;
  return swapLeg(market, { asset, direction: 'from-usdc', amount: market.networkFee.minimum }, 'with-jit') ?? 0n;
}
