/**
 * Runs the solver and Garden's relayer: each order advances by one step whenever its chains allow it, and no step is
 * taken twice.
 */

import { assetOf } from './assets.ts';
import type { HtlcChain } from './htlc-chain.ts';
import { isDry } from './quote.ts';
import { CONFIRM_MS, DEADLINE_MS, fault, type Garden, type Lock, type Order, type Side } from './state.ts';

export type HtlcChains = ReadonlyMap<string, HtlcChain>;

/** Within so many blocks of the expiry of the solver's lock, the secret is no longer revealed. */
const SAFETY_BLOCKS = 2;
/** An order's address is watched this long after its deadline, paid or not; then Garden forgets it. */
const WATCH_MS = 14 * 24 * 3_600_000;

/** @throws {Error} when the asset's chain is not served. */
export function chainOfSide(chains: HtlcChains, side: Side): HtlcChain {
  const chain = chains.get(assetOf(side.assetId).chain);
  if (chain === undefined) throw new Error(`nobody serves ${side.assetId}`);
  return chain;
}

export const keyOf = (order: Order, what: string): string => `garden:${what}:${order.id}`;

const confirmations = (chain: HtlcChain, { height }: Lock): number =>
  height === 0 ? 0 : (chain.height() ?? 0) - height + 1;

/** The user's deposit that counts: the first one. */
export const depositOf = (order: Order): Lock | undefined => order.source.locks[0];

/** Whether the deposit is as agreed and in time. */
function isAsAgreed(order: Order, lock: Lock): boolean {
  const { source, createdAt } = order;
  const exact = lock.amount === source.amount && (source.htlc === '' || lock.ref === source.swapId);
  return exact && lock.at <= createdAt + DEADLINE_MS;
}

/** Decides what happens to a confirmed deposit; undefined while it waits. */
function decide(garden: Garden, order: Order, lock: Lock): Order['decision'] {
  const { world, state } = garden;
  const now = world.clock.now();
  if (!isAsAgreed(order, lock) || order.source.returned.includes(lock.ref)) return 'refund';
  if (fault(garden, 'instantRefund')) return 'instant';
  order.confirmedAt ??= now;
  const slow = fault(garden, 'solverSlow');
  const wait = typeof slow?.seconds === 'number' ? slow.seconds : 600;
  const late = now > order.createdAt + CONFIRM_MS;
  if (late) return 'refund';
  if (fault(garden, 'solverAbsent') || isDry(garden, order.destination.assetId)) return undefined;
  if (slow !== undefined && now < order.confirmedAt + wait * 1000) return undefined;
  return (state.stock[order.destination.assetId] ?? 0n) >= order.destination.amount ? 'fill' : undefined;
}

function take(garden: Garden, side: Side, amount: bigint): void {
  const { stock } = garden.state;
  stock[side.assetId] = (stock[side.assetId] ?? 0n) - amount;
}

/** Sends the solver's lock, its redeem for the user, and the claim that the revealed secret allows. */
async function fill(garden: Garden, chains: HtlcChains, order: Order): Promise<void> {
  const { destination } = order;
  const there = chainOfSide(chains, destination);
  const lock = destination.locks[0];
  // Repeated after a restart that lost the cost: the same key returns the transaction that was sent.
  if (lock === undefined || order.spent === undefined) {
    const sent = await there.lock(keyOf(order, 'lock'), destination);
    noteSpent(garden, order, sent.amount);
    return;
  }
  if (destination.redeem !== undefined) return claim(garden, chains, order);
  if (order.revealed !== true && there.isOver(destination, lock)) return recover(garden, there, order, lock);
  if (confirmations(there, lock) < destination.requiredConfirmations || order.secret === undefined) return;
  if (order.revealed !== true && (fault(garden, 'secretKept') || isAlmostOver(there, destination, lock))) {
    there.awaitEnd(destination, lock);
    const deposit = depositOf(order);
    if (deposit !== undefined) chainOfSide(chains, order.source).awaitEnd(order.source, deposit);
    return;
  }
  order.revealed = true;
  garden.save();
  await there.redeem(keyOf(order, 'redeem'), destination, lock, order.secret);
}

/** Deducts the solver's sending costs from its stock once, when the lock is first sent. */
function noteSpent(garden: Garden, order: Order, spent: bigint): void {
  const { destination } = order;
  if (order.spent !== undefined) return;
  order.spent = spent;
  take(garden, destination, spent - destination.amount);
  garden.save();
}

const isAlmostOver = (chain: HtlcChain, side: Side, lock: Lock): boolean =>
  lock.height > 0 && (chain.height() ?? 0) + SAFETY_BLOCKS >= lock.height + side.timelock;

async function claim(garden: Garden, chains: HtlcChains, order: Order): Promise<void> {
  const { source } = order;
  const here = chainOfSide(chains, source);
  const lock = depositOf(order);
  if (lock === undefined || order.secret === undefined) return;
  if (source.redeem === undefined || order.claimed === undefined) {
    const sent = await here.claim(keyOf(order, 'claim'), source, lock, order.secret);
    if (order.claimed !== undefined) return;
    order.claimed = sent.amount;
    take(garden, source, -sent.amount);
    garden.save();
    return;
  }
  const others = source.locks.filter((one) => one !== lock);
  if (source.redeem.height > 0 && (await sendBack(order, here, others))) close(garden, order);
}

/**
 * The solver's lock expired before the secret was revealed: the solver takes it back, and the user's is refunded too.
 */
async function recover(garden: Garden, chain: HtlcChain, order: Order, lock: Lock): Promise<void> {
  const { destination } = order;
  if (!destination.returned.includes(lock.ref) || !order.recovered) {
    const sent = await chain.refund(keyOf(order, 'recover'), destination, lock);
    if (order.recovered) return;
    order.recovered = true;
    take(garden, destination, -sent.amount);
    garden.save();
    return;
  }
  order.decision = 'refund';
  garden.save();
}

/** Refunds expired locks. Returns true when none is left. */
async function sendBack({ id, source }: Order, here: HtlcChain, locks: readonly Lock[]): Promise<boolean> {
  const left = locks.filter((lock) => !source.returned.includes(lock.ref));
  for (const lock of left) {
    if (lock.height === 0) continue;
    if (!here.isOver(source, lock)) here.awaitEnd(source, lock);
    else if (here.signsForUser(source)) await here.refund(`garden:refund:${id}:${lock.ref}`, source, lock);
  }
  return left.length === 0;
}

/** Refunds every deposit of the order once it has expired. */
async function refund(garden: Garden, chains: HtlcChains, order: Order): Promise<void> {
  const here = chainOfSide(chains, order.source);
  if (await sendBack(order, here, order.source.locks)) close(garden, order);
}

async function refundNow(garden: Garden, chains: HtlcChains, order: Order): Promise<void> {
  const { source } = order;
  const here = chainOfSide(chains, source);
  const lock = depositOf(order);
  if (lock === undefined || lock.height === 0) return;
  if (source.returned.includes(lock.ref)) return refund(garden, chains, order);
  if (here.signsForUser(source) || order.instantSignature !== undefined)
    await here.instantRefund(keyOf(order, 'instant'), source, lock, order.instantSignature);
}

function close(garden: Garden, order: Order): void {
  order.closed = true;
  garden.save();
}

async function advance(garden: Garden, chains: HtlcChains, order: Order): Promise<void> {
  const lock = depositOf(order);
  if (lock === undefined) {
    if (garden.world.clock.now() > order.createdAt + DEADLINE_MS + WATCH_MS) close(garden, order);
    return;
  }
  const here = chainOfSide(chains, order.source);
  if (order.decision === undefined) {
    if (confirmations(here, lock) < Math.max(1, order.source.requiredConfirmations)) return;
    const decision = decide(garden, order, lock);
    if (decision === undefined) {
      // A waiting deposit may have to be refunded, so its lock's blocks must pass meanwhile.
      here.awaitEnd(order.source, lock);
      return;
    }
    order.decision = decision;
    if (decision === 'fill') take(garden, order.destination, order.destination.amount);
    garden.save();
  }
  if (order.decision === 'fill') await fill(garden, chains, order);
  else if (order.decision === 'refund') await refund(garden, chains, order);
  else await refundNow(garden, chains, order);
}

async function observe(garden: Garden, chains: HtlcChains): Promise<void> {
  const open = garden.state.orders.filter((order) => !order.closed);
  const sides = open.flatMap(({ source, destination }) => [source, destination]);
  for (const chain of chains.values()) {
    if (chain.height() === undefined) continue;
    const its = sides.filter((side) => assetOf(side.assetId).chain === chain.chain);
    try {
      if (await chain.observe(garden, its)) garden.save();
    } catch (error) {
      garden.world.log({ event: 'not observed', network: 'garden', chain: chain.chain, error: String(error) });
    }
  }
}

/** Observes every chain once, and advances every order that can. What fails is tried again in the next round. */
export async function tick(garden: Garden, chains: HtlcChains): Promise<void> {
  for (const chain of chains.values()) {
    if (chain.height() === undefined) continue;
    try {
      if (await chain.fund(garden)) garden.save();
    } catch (error) {
      garden.world.log({ event: 'not funded', network: 'garden', chain: chain.chain, error: String(error) });
    }
  }
  await observe(garden, chains);
  for (const order of garden.state.orders) {
    if (order.closed) continue;
    try {
      await advance(garden, chains, order);
    } catch (error) {
      garden.world.log({ event: 'step failed', network: 'garden', order: order.id, error: String(error) });
    }
  }
}
