/**
 * Acts on deposits: each is boosted or awaited, then swapped, refunded or kept, exactly once and with every fee
 * recorded.
 */
import { smaller } from '../../domain/amount.ts';
import { ASSETS } from './assets.ts';
import { scheduleRefund } from './egress.ts';
import { scheduleChunk } from './execute.ts';
import { ingressFee } from './gas-fees.ts';
import type { MarketState } from './market.ts';
import {
  type ChainflipNetwork,
  type DepositFailure,
  type FailureMode,
  fault,
  type Loan,
  ledgerOf,
  moment,
  type Swap,
} from './network.ts';
import { openSwaps } from './open-swaps.ts';
import { addressOf } from './orders.ts';

/** The lowest boost fee; the pools charge no less. */
const MIN_BOOST_BPS = 5;

/** Returns whether anything changed that must be saved. */
export function advanceDeposits(network: ChainflipNetwork): boolean {
  let changed = false;
  for (const swap of openSwaps(network)) {
    if (swap.deposit.confirmedBlock !== undefined && swap.deposit.final !== undefined) continue;
    if (lend(network, swap)) changed = true;
    if (confirm(network, swap)) changed = true;
    if (finalise(network, swap)) changed = true;
  }
  return changed;
}

/** Boosts a deposit that is in a block: the boost pools pay in advance, so that its swap need not wait. */
function lend(network: ChainflipNetwork, swap: Swap): boolean {
  const { state } = network;
  const { market } = state;
  const src = ASSETS[swap.order.src];
  if (swap.order.maxBoostFeeBps === 0 || swap.origin.kind !== 'channel' || src.id !== 'Btc') return false;
  if (swap.boost !== undefined || swap.deposit.confirmedBlock !== undefined || !isTaken(network, swap)) return false;
  if (state.block < swap.deposit.seen.block + market.chains[src.chain].boostDelayBlocks) return false;
  const { amount } = swap.deposit;
  // Deposits that are too small, or of which fees leave nothing, are not boosted.
  if (amount < market.assets[src.id].minimumDeposit || amount / 2n < ingressFee(market, src, 'channel')) return false;
  const off =
    fault(network, 'chainflip-backend', 'boostSkipped') !== undefined ||
    !market.assets[src.id].switches.boostDepositsEnabled;
  const lent = off ? undefined : borrow(network, amount, swap.order.maxBoostFeeBps);
  if (lent === undefined) {
    swap.boost = { skipped: moment(network) };
    return true;
  }
  const fee = lent.reduce((sum, one) => sum + one.fee, 0n);
  swap.boost = { feeBps: Math.max(MIN_BOOST_BPS, Number((fee * 10_000n) / amount)), fee, lent };
  swap.fees.push({ type: 'BOOST', asset: src.id, amount: fee });
  begin(network, swap, fee);
  swap.boost.boosted = swap.deposit.final ?? moment(network);
  return true;
}

/** Borrows from the pools, cheapest first; undefined when those within the limit hold too little. */
function borrow({ state }: ChainflipNetwork, amount: bigint, maxBps: number): Loan[] | undefined {
  const pools = state.market.boostPools.filter((one) => one.tierBps <= maxBps);
  let left = amount;
  const lent: Loan[] = [];
  for (const { tierBps, available } of pools.toSorted((a, b) => a.tierBps - b.tierBps)) {
    const lentAmount = smaller(left, available);
    if (lentAmount > 0n) lent.push({ tierBps, amount: lentAmount, fee: (lentAmount * BigInt(tierBps)) / 10_000n });
    left -= lentAmount;
  }
  if (left > 0n) return undefined;
  for (const { tierBps, amount: lentAmount, fee } of lent) giveTo(state.market, tierBps, fee - lentAmount);
  return lent;
}

function giveTo(market: MarketState, tierBps: number, amount: bigint): void {
  const pool = market.boostPools.find((one) => one.tierBps === tierBps);
  if (pool !== undefined) pool.available += amount;
}

/** Deposits of an asset that is switched off stay untouched until it is on again. */
function isTaken({ state }: ChainflipNetwork, swap: Swap): boolean {
  const { switches } = state.market.assets[swap.order.src];
  return swap.origin.kind === 'channel' ? switches.depositChannelDepositsEnabled : switches.vaultSwapDepositsEnabled;
}

function confirm(network: ChainflipNetwork, swap: Swap): boolean {
  const { chain } = ASSETS[swap.order.src];
  const ledger = ledgerOf(network, chain);
  if (swap.deposit.confirmedBlock !== undefined || ledger === undefined) return false;
  if (ledger.height() < swap.deposit.blockHeight + (network.state.market.chains[chain].safetyMargin ?? 0)) return false;
  swap.deposit.confirmedBlock = network.state.block;
  // The deposit repays the loans, with the fee.
  for (const { tierBps, amount } of swap.boost?.lent ?? []) giveTo(network.state.market, tierBps, amount);
  return true;
}

function finalise(network: ChainflipNetwork, swap: Swap): boolean {
  const { state } = network;
  const { confirmedBlock, final } = swap.deposit;
  if (confirmedBlock === undefined || final !== undefined || !isTaken(network, swap)) return false;
  const { ingressDelayBlocks } = state.market.chains[ASSETS[swap.order.src].chain];
  // A deposit is acted on one block after its confirmation.
  if (state.block < confirmedBlock + Math.max(1, ingressDelayBlocks)) return false;
  begin(network, swap, 0n);
  return true;
}

/** Why the network keeps a deposit; undefined when it is swapped or refunded. */
function whyKept(network: ChainflipNetwork, swap: Swap, net: bigint): DepositFailure | undefined {
  const { order, deposit, broken } = swap;
  if (broken !== undefined && addressOf(order.src, order.terms.refundAddress) === undefined) return broken;
  if (deposit.amount < network.state.market.assets[order.src].minimumDeposit) return 'BelowMinimumDeposit';
  return net <= 0n ? 'NotEnoughToPayFees' : undefined;
}

/** Begins the swap of a deposit, or records why it is not swapped. */
function begin(network: ChainflipNetwork, swap: Swap, boostFee: bigint): void {
  const { state } = network;
  const { market } = state;
  const src = ASSETS[swap.order.src];
  const ingress = ingressFee(market, src, swap.origin.kind);
  const net = swap.deposit.amount - boostFee - ingress;
  swap.deposit.final = moment(network);
  const kept = whyKept(network, swap, net);
  if (kept !== undefined) {
    swap.kept = swap.deposit.amount;
    fail(network, swap, 'DEPOSIT_IGNORED', kept);
    return;
  }
  if (ingress > 0n) swap.fees.push({ type: 'INGRESS', asset: src.id, amount: ingress });
  swap.remaining = net;
  if (swap.broken !== undefined) {
    fail(network, swap, 'DEPOSIT_REJECTED', swap.broken);
    scheduleRefund(network, swap, { withFee: false });
    return;
  }
  const most = market.assets[src.id].maximumSwap;
  if (most !== null && swap.remaining > most) {
    swap.kept = swap.remaining - most;
    swap.remaining = most;
  }
  swap.input = swap.remaining;
  swap.id = state.nextSwap;
  state.nextSwap += 1;
  scheduleChunk(network, swap);
}

const MESSAGES: Readonly<Record<DepositFailure, string>> = {
  BelowMinimumDeposit: 'The deposited amount was below the minimum required',
  NotEnoughToPayFees: 'The deposited amount was not enough to pay the deposit fees',
  InvalidBrokerFees: 'The broker fees are invalid',
  InvalidDcaParameters: 'The DCA parameters were invalid',
  InvalidRefundParameters: 'The refund parameters were invalid',
  InvalidDestinationAddress: 'The destination address was invalid',
  CcmInvalidMetadata: 'The CCM metadata was invalid',
  CcmUnsupportedForTargetChain: 'The target chain does not support CCM',
};

function fail(network: ChainflipNetwork, swap: Swap, mode: FailureMode, name: DepositFailure): void {
  swap.failure = { mode, failed: moment(network), name, message: MESSAGES[name] };
  network.world.log({ event: 'deposit failed', network: 'chainflip', key: swap.key, reason: name });
}
