/**
 * Computes the swap backend's advice beside a price: tolerances, durations, retry times, streaming and boost costs.
 * Source: chainflip-sdk-monorepo packages/swap/src/utils/{autoSlippage,swap,boost}.ts.
 */
import { smaller } from '../../domain/amount.ts';
import { type CfAsset, CHAIN_INFO } from './assets.ts';
import { type MarketState, type PoolState, PRICE_SCALE, referencePrice } from './market.ts';

const STATE_CHAIN_BLOCK_SECONDS = 6;
const EGRESS_SIGNING_SECONDS = 90;
const MILLION = 1_000_000n;
const MIN_SLIPPAGE = 0.5;
const MAX_SLIPPAGE = 2.5;
const FLIP_SLIPPAGE = 10;
const STABLE_MIN_PRICE = 0.995;
const TIGHT_LIVE_PRICE_BPS = 50;
const MIN_BOOST_BPS = 5;

/** A leg's output and the liquidity for it, in base units of the output. */
type LegSize = { amount: bigint; deployed: bigint; undeployed: bigint };

/** Two dollar stablecoins, or the same coin on two chains. */
const isTightPair = (src: CfAsset, dst: CfAsset): boolean => (src.stable && dst.stable) || src.asset === dst.asset;

const inDollars = (usd: number): bigint => BigInt(Math.round(usd)) * MILLION;
const inCoins = (pool: PoolState, asset: CfAsset, usd: number): bigint =>
  (inDollars(usd) * 10n ** BigInt(asset.decimals) * PRICE_SCALE) / (pool.mid * MILLION);

/** The legs of a swap with their liquidity; undefined if a pool is missing. */
export function legSizes(
  market: MarketState,
  pair: { src: CfAsset; dst: CfAsset },
  paid: { intermediate: bigint | null; egress: bigint },
): LegSize[] | undefined {
  const legs: LegSize[] = [];
  if (pair.src.id !== 'Usdc') {
    const pool = market.pools[pair.src.id];
    if (pool === undefined) return undefined;
    const amount = paid.intermediate ?? paid.egress;
    legs.push({ amount, deployed: inDollars(pool.depthUsd), undeployed: inDollars(pool.jitUsd) });
  }
  if (pair.dst.id !== 'Usdc') {
    const pool = market.pools[pair.dst.id];
    if (pool === undefined) return undefined;
    const { dst } = pair;
    legs.push({
      amount: paid.egress,
      deployed: inCoins(pool, dst, pool.depthUsd),
      undeployed: inCoins(pool, dst, pool.jitUsd),
    });
  }
  return legs;
}

function liquidityAdjustment(leg: LegSize, chunks: number): number {
  // The backend multiplies the whole amount by the number of chunks once more.
  const amount = leg.amount * BigInt(chunks);
  const ratio = leg.deployed === 0n ? Number.POSITIVE_INFINITY : Number((amount * MILLION) / leg.deployed) / 1e6;
  return (ratio > 0.5 ? ratio / 2 : 0) + (amount < leg.undeployed / 2n ? -0.5 : 0);
}

function depositTimeAdjustment(market: MarketState, src: CfAsset, boosted: boolean): number {
  const margin = market.chains[src.chain].safetyMargin;
  const confirmations = boosted ? 1 : margin ? margin + 1 : 0;
  return Math.min((confirmations * CHAIN_INFO[src.chain].blockSeconds) / 60 / 20, 1);
}

const toHundredths = (value: number): number => Math.round(value * 100) / 100;

/** Percent. `price` is the estimated price, in whole units. */
export function recommendedSlippage(
  market: MarketState,
  swap: {
    src: CfAsset;
    dst: CfAsset;
    legs: LegSize[];
    price: number;
    chunks: number;
    boosted: boolean;
    onChain: boolean;
  },
): number {
  const { src, dst } = swap;
  if (isTightPair(src, dst)) return Math.max(MIN_SLIPPAGE, toHundredths((1 - STABLE_MIN_PRICE / swap.price) * 100));
  if (src.id === 'Flip' || dst.id === 'Flip') return FLIP_SLIPPAGE;
  const time = swap.onChain ? 0 : depositTimeAdjustment(market, src, swap.boosted);
  const liquidity = Math.max(...swap.legs.map((leg) => liquidityAdjustment(leg, swap.chunks)));
  const quarters = Math.round((1 + time + liquidity) * 4) / 4;
  return Math.min(Math.max(MIN_SLIPPAGE, quarters), MAX_SLIPPAGE);
}

/** Percent below the oracles' price; undefined if a side has no protection of its own. */
export function recommendedLivePriceSlippage(market: MarketState, src: CfAsset, dst: CfAsset): number | undefined {
  const sides = [src, dst].filter((asset) => asset.id !== 'Usdc');
  let sum = 0;
  for (const asset of sides) {
    const bps = market.assets[asset.id].oracleProtectionBps;
    if (bps === null) return undefined;
    sum += bps;
  }
  const bps = isTightPair(src, dst) ? TIGHT_LIVE_PRICE_BPS * sides.length : sum;
  return toHundredths(bps / 100);
}

export const recommendedRetryMinutes = (src: CfAsset, dst: CfAsset): number =>
  src.id === 'Btc' || dst.id === 'Btc' ? 30 : 5;

/** Seconds, possibly fractional. Swaps within the state chain have neither deposit nor payout times. */
export function estimatedDurations(
  market: MarketState,
  swap: { src: CfAsset; dst: CfAsset; boosted: boolean; onChain: boolean },
): { durations: { swap: number; deposit?: number; egress?: number }; total: number } {
  const swapSeconds = 2 * STATE_CHAIN_BLOCK_SECONDS;
  if (swap.onChain) return { durations: { swap: swapSeconds }, total: swapSeconds };
  const { blockSeconds } = CHAIN_INFO[swap.src.chain];
  const chain = market.chains[swap.src.chain];
  const witnessed = swap.boosted
    ? chain.boostDelayBlocks * STATE_CHAIN_BLOCK_SECONDS
    : blockSeconds * (chain.safetyMargin ?? 1);
  const deposit =
    blockSeconds / 2 + witnessed + chain.ingressDelayBlocks * STATE_CHAIN_BLOCK_SECONDS + STATE_CHAIN_BLOCK_SECONDS;
  const egress = EGRESS_SIGNING_SECONDS + CHAIN_INFO[swap.dst.chain].blockSeconds / 2;
  return { durations: { swap: swapSeconds, deposit, egress }, total: swapSeconds + deposit + egress };
}

/** The value at the index price, in cents. */
function usdCents(market: MarketState, asset: CfAsset, amount: bigint): bigint | undefined {
  const price = referencePrice(market, asset);
  if (price === undefined) return undefined;
  const scaled = amount * price * 100n;
  const unit = PRICE_SCALE * 10n ** BigInt(asset.decimals);
  return (scaled + unit / 2n) / unit;
}

/** The number of chunks for a deposit; undefined if it is too small to stream, or would need too many chunks. */
export function dcaChunks(market: MarketState, src: CfAsset, dst: CfAsset, amount: bigint): number | undefined {
  const cents = usdCents(market, src, amount);
  const chunkUsd = market.assets[dst.id].dcaChunkUsd ?? market.assets[src.id].dcaChunkUsd ?? market.dca.chunkUsd;
  const chunkCents = BigInt(Math.round(chunkUsd * 100));
  if (cents === undefined || chunkCents <= 0n || cents <= chunkCents) return undefined;
  const chunks = Number((cents + chunkCents - 1n) / chunkCents);
  return chunks > market.dca.maxChunks ? undefined : chunks;
}

/** The seconds that streaming adds to the swap. */
export const dcaSeconds = (market: MarketState, chunks: number): number =>
  Math.ceil(market.dca.intervalBlocks * STATE_CHAIN_BLOCK_SECONDS * (chunks - 1));

/** The fee of boosting a deposit; undefined if it cannot be boosted: not BTC, or too little in the pools. */
export function boostFees(
  market: MarketState,
  src: CfAsset,
  amount: bigint,
): { estimatedBoostFeeBps: number; maxBoostFeeBps: number } | undefined {
  if (src.id !== 'Btc' || amount <= 0n || !market.assets.Btc.switches.boostDepositsEnabled) return undefined;
  const tiers = market.boostPools.toSorted((a, b) => a.tierBps - b.tierBps);
  let left = amount;
  let fee = 0n;
  for (const { tierBps, available } of tiers) {
    const used = smaller(left, available);
    fee += (used * BigInt(tierBps)) / 10_000n;
    left -= used;
    if (left === 0n) break;
  }
  if (left > 0n) return undefined;
  return {
    estimatedBoostFeeBps: Math.max(MIN_BOOST_BPS, Number((fee * 10_000n) / amount)),
    maxBoostFeeBps: Math.max(...tiers.map(({ tierBps }) => tierBps)),
  };
}
