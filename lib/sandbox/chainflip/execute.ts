/**
 * Executes swaps chunk by chunk at prices that their terms allow, retries while the terms permit it, and refunds the
 * rest.
 */
import { ASSETS } from './assets.ts';
import { scheduleEgress, scheduleRefund } from './egress.ts';
import { oraclePrice } from './market.ts';
import { type ChainflipNetwork, type Chunk, fault, moment, type Swap } from './network.ts';
import { currentChunk, openSwaps } from './open-swaps.ts';
import { commissionOf } from './orders.ts';
import { executeChunk } from './swap-math.ts';

/** Blocks between a deposit's witnessing and its first chunk. Source: cf-swapping SWAP_DELAY_BLOCKS. */
const SWAP_DELAY_BLOCKS = 2;

/** Queues the swap's next chunk: an equal share of the rest. */
export function scheduleChunk(network: ChainflipNetwork, swap: Swap): void {
  const { block } = network.state;
  const chunks = swap.order.dca?.numberOfChunks ?? 1;
  const left = BigInt(Math.max(1, chunks - swap.chunks.length));
  const delay = swap.chunks.length === 0 ? SWAP_DELAY_BLOCKS : (swap.order.dca?.chunkIntervalBlocks ?? 1);
  swap.chunks.push({
    input: swap.remaining / left,
    scheduled: moment(network),
    dueBlock: block + delay,
    firstDueBlock: block + delay,
    retryCount: 0,
  });
}

/** Executes every due chunk. Returns whether anything changed. */
export function executeDue(network: ChainflipNetwork): boolean {
  let changed = false;
  for (const swap of openSwaps(network)) {
    const chunk = currentChunk(swap);
    if (chunk === undefined || chunk.dueBlock > network.state.block) continue;
    const reason = forcedReason(network, swap, chunk) ?? execute(network, swap, chunk);
    if (reason !== undefined) putOff(network, swap, chunk, reason);
    changed = true;
  }
  return changed;
}

/** The failure that a fault forces on a chunk; undefined without one. */
function forcedReason(network: ChainflipNetwork, swap: Swap, chunk: Chunk): string | undefined {
  const reschedules = fault(network, 'chainflip-backend', 'reschedules');
  if (reschedules !== undefined && chunk.retryCount < Number(reschedules.count ?? 1)) return 'PriceImpactLimit';
  const dry = fault(network, 'chainflip-backend', 'noLiquidity');
  const touches = dry?.asset === undefined || dry.asset === swap.order.src || dry.asset === swap.order.dst;
  return dry !== undefined && touches ? 'PriceImpactLimit' : undefined;
}

function execute(network: ChainflipNetwork, swap: Swap, chunk: Chunk): string | undefined {
  const { state } = network;
  const { order } = swap;
  const [src, dst] = [ASSETS[order.src], ASSETS[order.dst]];
  const done = executeChunk(state.market, {
    src,
    dst,
    input: chunk.input,
    brokerBps: commissionOf(order),
    tracker: swap.tracker,
    minPriceX128: order.terms.minPriceX128,
    maxOracleSlippageBps: order.terms.maxOraclePriceSlippageBps,
  });
  if (!done.ok) return done.reason;
  chunk.executed = moment(network);
  chunk.output = done.output;
  if (done.intermediate !== null) chunk.intermediate = done.intermediate;
  swap.tracker = done.tracker;
  swap.remaining -= chunk.input;
  swap.swappedInput += chunk.input;
  swap.swappedIntermediate += done.intermediate ?? 0n;
  swap.swappedOutput += done.output;
  const [from, to] = [oraclePrice(state.market, src), oraclePrice(state.market, dst)];
  if (from !== undefined && to !== undefined)
    swap.oracleOutput =
      (swap.oracleOutput ?? 0n) +
      (chunk.input * from * 10n ** BigInt(dst.decimals)) / (to * 10n ** BigInt(src.decimals));
  addFee(swap, 'NETWORK', done.networkFee);
  addFee(swap, 'BROKER', done.brokerFee);
  payBrokers(network, swap, done.brokerFee);
  const chunks = order.dca?.numberOfChunks ?? 1;
  if (swap.chunks.length < chunks && swap.remaining > 0n) scheduleChunk(network, swap);
  else scheduleEgress(network, swap);
  return undefined;
}

function addFee(swap: Swap, type: 'NETWORK' | 'BROKER', amount: bigint): void {
  if (amount === 0n) return;
  const before = swap.fees.find((one) => one.type === type);
  if (before === undefined) swap.fees.push({ type, asset: 'Usdc', amount });
  else before.amount += amount;
}

/** Gives each affiliate its share of the commission, and the broker the rounding remainder. */
function payBrokers(network: ChainflipNetwork, { order }: Swap, fee: bigint): void {
  const { earned } = network.state;
  const total = BigInt(commissionOf(order));
  if (total === 0n || fee === 0n) return;
  let left = fee;
  const give = (account: string, amount: bigint) => {
    earned[account] = (earned[account] ?? 0n) + amount;
    left -= amount;
  };
  for (const { account, bps } of order.affiliates) give(account, (fee * BigInt(bps)) / total);
  if (order.broker !== undefined) give(order.broker.account, left);
}

/** Retries a chunk later, or ends the swap: the swapped part is paid out, the rest refunded. */
function putOff(network: ChainflipNetwork, swap: Swap, chunk: Chunk, reason: string): void {
  const { block, market } = network.state;
  const next = block + market.swapRetryDelayBlocks;
  if (next <= chunk.firstDueBlock + swap.order.terms.retryDuration) {
    chunk.dueBlock = next;
    chunk.retryCount += 1;
    chunk.rescheduledReason = reason;
    return;
  }
  chunk.abortedReason = reason;
  scheduleRefund(network, swap, { withFee: true });
  if (swap.swappedOutput > 0n) scheduleEgress(network, swap);
  network.world.log({ event: 'swap aborted', network: 'chainflip', id: swap.id, reason });
}
