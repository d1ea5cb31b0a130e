/**
 * Executes queued swaps block by block, at most as often as rapid swaps allow; failed sub-swaps are counted, never
 * lost.
 */
import { nextSize } from './math.ts';
import { fault, isNative, isTradingHalted, type Network, outboundFee } from './network.ts';
import { nodeAsset, paidOn } from './node-asset.ts';
import { openInbounds } from './open-inbounds.ts';
import { type Simulation, simulate } from './quote-math.ts';
import { payoutOf, scheduleOutputs, scheduleRefund } from './settle.ts';
import type { Inbound, Progress } from './state.ts';

type Queued = Inbound & { progress: Progress };
const queued = (network: Network): Queued[] =>
  openInbounds(network).filter((one): one is Queued => one.queued && one.progress !== undefined);

/** Source: manager_adv_swap_queue_current.go EndBlock; Maya's manager_swap_queue_current.go. */
export function runSwapQueue(network: Network): boolean {
  const rounds = network.config.id === 'thor' ? Math.max(Number(network.config.rapidMax), 1) : 1;
  const lastDirection = new Map<string, string>();
  let changed = false;
  let succeeded = 1;
  for (let round = 0; round < rounds && succeeded > 0; round += 1) {
    succeeded = 0;
    for (const inbound of queued(network)) {
      if (!isReady(network, inbound, round) || repeatsDirection(network, inbound, lastDirection, round)) continue;
      const reason = attempt(network, inbound);
      if (reason !== undefined && round > 0) continue;
      if (reason === undefined) {
        succeeded += 1;
        for (const [pool, direction] of directions(network, inbound)) lastDirection.set(pool, direction);
      }
      record(network, inbound, reason);
      changed = true;
    }
  }
  return changed;
}

function isReady(network: Network, { coin, progress }: Queued, round: number): boolean {
  const { height } = network.state;
  const { home, id } = network.config;
  const interval = Number(progress.interval);
  if (progress.lastHeight > 0 && interval > 0) {
    if (progress.lastHeight >= height || (height - progress.lastHeight) % interval !== 0) return false;
  }
  if (round > 0 && interval > 0) return false;
  const chains = [paidOn(nodeAsset(coin.asset), home), paidOn(nodeAsset(progress.asset), home)];
  const started = progress.count > 0n;
  // Maya checks halts only from the second sub-swap on; before the first, a halted swap is refused and refunded.
  if (id === 'maya' && !started) return true;
  return !isTradingHalted(network, ...chains);
}

function directions(network: Network, { coin, progress }: Queued): [string, string][] {
  const [source, target] = [nodeAsset(coin.asset), nodeAsset(progress.asset)];
  return [
    ...(isNative(network, source) ? [] : [[coin.asset, 'toNative'] as [string, string]]),
    ...(isNative(network, target) ? [] : [[progress.asset, 'fromNative'] as [string, string]]),
  ];
}

/** Within a block, a further round skips swaps that would repeat the last direction through any pool. */
const repeatsDirection = (network: Network, inbound: Queued, last: Map<string, string>, round: number): boolean =>
  round > 0 && directions(network, inbound).some(([pool, direction]) => last.get(pool) === direction);

/** Makes one sub-swap. Returns the reason if it fails, and then nothing has changed. */
function attempt(network: Network, inbound: Queued): string | undefined {
  const { progress } = inbound;
  const { home } = network.config;
  const [source, target] = [nodeAsset(inbound.coin.asset), nodeAsset(progress.asset)];
  if (isTradingHalted(network, paidOn(source, home), paidOn(target, home)))
    return "trading is halted, can't process swap";
  const { size, target: least } = nextSize({ ...progress, successes: progress.count - BigInt(progress.failed.length) });
  const result = simulate(network, source, target, size);
  if (!result.ok) return result.reason;
  const single = isPlannedAtOnce(network, progress);
  if (single && result.emit <= outboundFee(network, target)) return 'not enough asset to pay for fees';
  const missed = limitMissed(network, progress, result.emit, least);
  if (missed) return missed;
  if (fault(network, 'failSubSwaps') && progress.count > 0n) return `emit asset 0 less than price limit ${least}`;
  const before = single ? result.pools.map(({ pool }) => ({ pool, was: { ...pool } })) : [];
  apply(network, result);
  const paid = single ? payoutOf(network, inbound, target, result.emit) : least;
  if (paid < least) {
    for (const { pool, was } of before) Object.assign(pool, was);
    return `fail to add outbound tx: 2 errors occurred:\n\t* internal error\n\t* outbound amount does not meet requirements (${paid}/${least})\n\n`;
  }
  progress.in += size;
  progress.out += result.emit;
  progress.feeNative += result.feeNative;
  if (result.slip > progress.slipBps) progress.slipBps = result.slip;
  return undefined;
}

/**
 * Maya plans a single swap's payout within the swap: it is refunded where the fee would consume the output, or the payout
 * is less than the limit. Source: MAYANode, swap.go, manager_txout_current.go.
 */
const isPlannedAtOnce = (network: Network, { quantity, interval }: Progress): boolean =>
  network.config.id === 'maya' && quantity === 1n && interval === 0n;

function limitMissed(network: Network, progress: Progress, emit: bigint, least: bigint): string | undefined {
  if (least === 0n) return undefined;
  const target = nodeAsset(progress.asset);
  const external = paidOn(target, network.config.home) !== network.config.home;
  const fee = network.config.id === 'thor' && external ? outboundFee(network, target) / progress.quantity : 0n;
  const checked = emit > fee ? emit - fee : 0n;
  return checked < least ? `emit asset ${checked} less than price limit ${least}` : undefined;
}

/** Applies a simulation's results to the pools. */
export function apply(network: Network, result: Extract<Simulation, { ok: true }>): void {
  for (const { pool, after, feeNative } of result.pools) {
    const change = after.native > pool.native ? after.native - pool.native : pool.native - after.native;
    pool.asset = after.asset;
    pool.native = after.native;
    pool.volumeNative += change;
    if (network.config.id === 'thor') {
      pool.income += feeNative;
      network.state.reserve += feeNative;
    }
  }
}

function record(network: Network, inbound: Queued, reason: string | undefined): void {
  const { progress } = inbound;
  const { id } = network.config;
  const firstFailed = reason !== undefined && progress.in === 0n;
  if (reason !== undefined) progress.failed.push({ at: progress.count + (id === 'maya' ? 1n : 0n), reason });
  progress.count += 1n;
  progress.lastHeight = network.state.height;
  if (id === 'maya' && firstFailed) {
    inbound.queued = false;
    scheduleRefund(network, inbound, progress.deposit, reason);
    return;
  }
  if (progress.count < progress.quantity && progress.in < progress.deposit) return;
  inbound.queued = false;
  settle(network, inbound);
}

/** Plans one outbound for the swapped part and one refund for the rest. Source: helpers.go settleSwap. */
function settle(network: Network, inbound: Queued): void {
  const { progress } = inbound;
  if (progress.out > 0n) scheduleOutputs(network, inbound, progress.asset, progress.destination, progress.out);
  const rest = progress.deposit - progress.in;
  if (rest > 0n) scheduleRefund(network, inbound, rest, progress.failed.at(-1)?.reason ?? 'swap has been completed');
}
