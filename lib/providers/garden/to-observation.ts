/**
 * Translates Garden's two-sided order into facts about one swap: pure. Garden names no state; it follows from which
 * of the locks, redemptions and refunds are on their chains. Source: the order parser of Garden's published SDK.
 */
import type { NetworkName } from '../../chains/chain.ts';
import { CHAINS, networkOf } from '../../chains/chains.ts';
import { type Amount, amountText } from '../../domain/amount.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { Observation, TxFact, Why } from '../../domain/swap-status.ts';
import { isHtlcOrderId } from '../../payments/garden/htlc-order-id.ts';
import type { TrackedLeg } from '../provider.ts';
import { ORDER_LIFE_MS } from './config.ts';
import { durationText, lockMs } from './refund-text.ts';
import { hashesOf } from './tx-hashes.ts';
import type { GardenOrder, GardenSwap } from './upstream-schemas.ts';

export type OrderView = {
  tracked: TrackedLeg;
  order: GardenOrder;
  network: NetworkName;
  /** Unix ms, by the later of this machine's clock and the chain's. */
  now: number;
  /** Blocks of the source chain since the payment, where its height is known. */
  sinceLock?: bigint | undefined;
};

/** A solver may answer a Bitcoin payment later: a block may take its time. */
const UTXO_ANSWER_MS = 6 * 3_600_000;

const chainsOf = ({ tracked }: OrderView): { from: ChainId; to: ChainId } => ({
  from: tracked.route.sell.asset.chain,
  to: tracked.route.expectedBuy.asset.chain,
});

const createdAt = ({ order, tracked }: OrderView): number =>
  order.created_at ?? order.source_swap.created_at ?? tracked.knownSince;

/** When an answer of a solver to the payment is overdue. */
const answerDueAt = (view: OrderView): number =>
  createdAt(view) + (CHAINS[chainsOf(view).from].kind === 'utxo' ? UTXO_ANSWER_MS : ORDER_LIFE_MS);

const isMined = (block: bigint | undefined): boolean => block !== undefined && block > 0n;

/** The amount that arrived, when Garden reports it; otherwise the planned one. */
const amountOf = (amount: Amount, { filled_amount, amount: planned }: GardenSwap): Amount => ({
  ...amount,
  baseUnits: filled_amount !== undefined && filled_amount > 0n ? filled_amount : planned,
});

const blockOf = (block: bigint | undefined): { blockNumber?: number } =>
  isMined(block) && block !== undefined && block <= BigInt(Number.MAX_SAFE_INTEGER)
    ? { blockNumber: Number(block) }
    : {};

/** Of several deposits the tracked one, otherwise the first. */
export function paymentHash({ tracked, order }: OrderView): string | undefined {
  const hashes = hashesOf(tracked.route.sell.asset.chain, order.source_swap.initiate_tx_hash);
  return hashes.find((hash) => hash.toLowerCase() === tracked.hash.toLowerCase()) ?? hashes[0];
}

/** The lock has the confirmations that Garden requires. */
const isConfirmed = ({ initiate_block_number, current_confirmations, required_confirmations }: GardenSwap): boolean =>
  isMined(initiate_block_number) && (current_confirmations ?? 0) >= (required_confirmations ?? 1);

function paymentFacts(view: OrderView): Observation[] {
  const { tracked, order, now } = view;
  const { source_swap: source, destination_swap: destination } = order;
  const hash = paymentHash(view);
  if (source.initiate_tx_hash === undefined) return [];
  const { leg } = tracked;
  const at = source.initiate_timestamp ?? now;
  const answered = [destination.initiate_tx_hash, destination.redeem_tx_hash, source.redeem_tx_hash];
  const final = isConfirmed(source) || answered.some((one) => one !== undefined);
  const required = source.required_confirmations ?? 1;
  const tx: TxFact | undefined =
    hash === undefined
      ? undefined
      : {
          hash,
          chain: chainsOf(view).from,
          amount: amountOf(tracked.route.sell, source),
          confirmations: Math.min(source.current_confirmations ?? 0, required),
          requiredConfirmations: required,
          ...blockOf(source.initiate_block_number),
        };
  const seen: Observation = { kind: 'providerSeen', at, leg, final, ...(tx ? { tx } : {}) };
  const swapping = final ? [swappingFact(view, source.initiate_timestamp ?? createdAt(view))] : [];
  return [seen, ...differingAmount(view), ...swapping];
}

const swapIdOf = ({ source_swap: { swap_id } }: GardenOrder): { swapId?: string } =>
  swap_id === undefined ? {} : { swapId: swap_id };

const swappingFact = ({ tracked, order }: OrderView, at: number): Observation => ({
  kind: 'swapping',
  at,
  leg: tracked.leg,
  ...swapIdOf(order),
});

/** Only the exact amount is swapped. */
function differingAmount({ tracked, order, now }: OrderView): Observation[] {
  const { filled_amount: filled, amount } = order.source_swap;
  if (filled === undefined || filled === 0n || filled === amount) return [];
  if (order.destination_swap.initiate_tx_hash !== undefined) return [{ kind: 'heldNoMore', at: now, leg: tracked.leg }];
  const reason = `Garden has seen ${amountText(tracked.route.sell, filled)} and the order is for exactly ${amountText(tracked.route.sell, amount)}: other amounts may not be swapped. What is not swapped comes back when the time lock has run out.`;
  return [{ kind: 'held', at: now, leg: tracked.leg, reason }];
}

/** The payout: locked for the user, redeemed but not mined, redeemed. */
function payoutFacts(view: OrderView): Observation[] {
  const { tracked, order, now } = view;
  const { source_swap: source, destination_swap: destination } = order;
  const { leg, route } = tracked;
  const { to } = chainsOf(view);
  const output = amountOf(route.expectedBuy, destination);
  const isBitcoin = CHAINS[to].kind === 'utxo';
  const [hash] = hashesOf(to, destination.redeem_tx_hash);
  const isRedeemed =
    (destination.redeem_tx_hash !== undefined && (isBitcoin || isMined(destination.redeem_block_number))) ||
    (isBitcoin && source.redeem_tx_hash !== undefined);
  const isLocked = destination.initiate_tx_hash !== undefined && destination.refund_tx_hash === undefined;
  if (!isRedeemed && destination.redeem_tx_hash === undefined && !isLocked) return [];
  const began = source.initiate_timestamp;
  const ended = destination.redeem_timestamp;
  const seconds =
    began !== undefined && ended !== undefined && ended >= began
      ? { swapSeconds: Math.round((ended - began) / 1000) }
      : {};
  const lockedAt = destination.initiate_timestamp ?? destination.created_at ?? createdAt(view);
  const facts: Observation[] = [
    { kind: 'swapDone', at: isRedeemed ? (ended ?? now) : lockedAt, leg, output, ...swapIdOf(order), ...seconds },
  ];
  const address = route.destinationAddress === '' ? {} : { address: route.destinationAddress };
  if (isRedeemed) {
    const tx: TxFact = {
      hash: hash ?? '',
      chain: to,
      amount: output,
      ...address,
      ...blockOf(destination.redeem_block_number),
    };
    facts.push({ kind: 'outboundSent', at: ended ?? now, leg, tx, refundDue: false });
  } else if (destination.redeem_tx_hash !== undefined) {
    facts.push({
      kind: 'outboundPlanned',
      at: now,
      leg,
      output,
      reason: `Sent in ${hash ?? destination.redeem_tx_hash}; it waits to be mined.`,
    });
  }
  return facts;
}

/** Whether the refund can be called now: by the chain's height, otherwise by its usual pace. */
export function isLockOver(view: OrderView): boolean {
  const { order, now, sinceLock } = view;
  const { timelock, initiate_timestamp } = order.source_swap;
  if (sinceLock !== undefined) return sinceLock > timelock;
  return initiate_timestamp !== undefined && now > initiate_timestamp + lockMs(chainsOf(view).from, timelock);
}

/**
 * Whether the order's id for the lock may be shown: on an EVM chain a refund by another id would pay another address.
 */
function namesOwnLock({ order: { source_swap: lock }, tracked: { route }, network }: OrderView): boolean {
  const { chain } = route.sell.asset;
  if (lock.swap_id === undefined || CHAINS[chain].kind !== 'evm') return lock.swap_id !== undefined;
  const { redeemer, timelock, amount, secret_hash: secretHash } = lock;
  const contract = route.targetAddress ?? '';
  const terms = { contract, initiator: route.sourceAddress, redeemer, timelock, amount, secretHash };
  return isHtlcOrderId(lock.swap_id, { ...terms, networkId: BigInt(networkOf(chain, network).networkId) });
}

function refundReason(view: OrderView): { at: number; reason: string } {
  const { order, tracked } = view;
  const { source_swap: source, destination_swap: destination } = order;
  const { from } = chainsOf(view);
  const { kind, name } = CHAINS[from];
  const lock = lockMs(from, source.timelock);
  const lockedAt = source.initiate_timestamp ?? createdAt(view);
  const why =
    destination.refund_tx_hash === undefined
      ? 'No solver answered the payment in time.'
      : 'The solver took its money back before the swap was finished.';
  const since = destination.refund_timestamp ?? answerDueAt(view);
  if (!isLockOver(view)) {
    const wait = `the money comes back when the time lock of ${source.timelock} ${kind === 'solana' ? 'slots' : 'blocks'} (${durationText(lock)}) has run out, or at once by an instant refund.`;
    return { at: since, reason: `${why} Nothing was swapped: ${wait}` };
  }
  const at = Math.max(since + 2, lockedAt + lock);
  if (kind === 'utxo')
    return {
      at,
      reason: `${why} The time lock has run out: the refund is available, and Garden’s key sends it to your address.`,
    };
  const contract = tracked.route.targetAddress;
  const call = namesOwnLock(view) ? ` for the order ${source.swap_id}` : '';
  const where = contract === undefined ? '' : ` of ${contract}`;
  return {
    at,
    reason: `${why} The time lock has run out: the refund is available. Anybody may call the refund${where} on ${name}${call}; it pays your own address.`,
  };
}

const REFUNDED = 'No solver finished the swap; the money was sent back.';
const REFUNDED_AT_ONCE: Why = {
  reason: 'The swap was called off by both sides; the money was sent back before the time lock ran out.',
};

/** A refund before the time lock's end needs the signatures of both sides. */
function isBeforeLockEnd(from: ChainId, source: GardenSwap): boolean {
  const { initiate_block_number: locked, refund_block_number: sent, timelock } = source;
  const { initiate_timestamp: lockedAt, refund_timestamp: sentAt } = source;
  const byTime = lockedAt === undefined || sentAt === undefined || sentAt - lockedAt < lockMs(from, timelock);
  return byTime && locked !== undefined && sent !== undefined && sent - locked < timelock;
}

function whyRefunded({ order, tracked }: OrderView): Why {
  const { filled_amount: filled, amount } = order.source_swap;
  if (filled !== undefined && filled > 0n && filled !== amount)
    return {
      reason: `The payment was ${amountText(tracked.route.sell, filled)}, and the order was for exactly ${amountText(tracked.route.sell, amount)}: it was sent back.`,
      cause: 'wrongAmount',
    };
  if (isBeforeLockEnd(tracked.route.sell.asset.chain, order.source_swap)) return REFUNDED_AT_ONCE;
  const isAnswered = order.destination_swap.initiate_tx_hash !== undefined;
  return isAnswered ? { reason: REFUNDED } : { reason: REFUNDED, cause: 'noSolver' };
}

/**
 * Sent, sent but not mined, or due. `instant_refund_tx` proves nothing: Garden's SDK posts it as soon as a deposit is
 * seen, signed by one side, and completed orders carry it. Source: gardenfi/garden.js packages/core garden.ts.
 */
function refundFacts(view: OrderView): Observation[] {
  const { tracked, order, now } = view;
  const { source_swap: source, destination_swap: destination } = order;
  const { leg, route } = tracked;
  const { from } = chainsOf(view);
  if (source.initiate_tx_hash === undefined && source.refund_tx_hash === undefined) return [];
  const refund = amountOf(route.sell, source);
  const toAddress = route.sourceAddress === '' ? {} : { toAddress: route.sourceAddress };
  if (source.refund_tx_hash !== undefined) {
    const [hash = ''] = hashesOf(from, source.refund_tx_hash);
    if (!isMined(source.refund_block_number))
      return [
        {
          kind: 'refundPlanned',
          // After the fact that reported the wait.
          at: Math.max(source.refund_timestamp ?? 0, refundReason(view).at + 1),
          leg,
          refund,
          ...toAddress,
          reason: `The refund is sent in ${hash || source.refund_tx_hash} and waits to be mined.`,
        },
      ];
    const tx: TxFact = {
      hash,
      chain: from,
      amount: refund,
      ...(route.sourceAddress === '' ? {} : { address: route.sourceAddress }),
      ...blockOf(source.refund_block_number),
    };
    const at = source.refund_timestamp ?? now;
    return [{ kind: 'refundSent', at, leg, tx, ...whyRefunded(view), outputDue: false }];
  }
  const isDue =
    destination.refund_tx_hash !== undefined ||
    (destination.initiate_tx_hash === undefined && now >= answerDueAt(view));
  return isDue ? [{ kind: 'refundPlanned', leg, refund, ...toAddress, ...refundReason(view) }] : [];
}

const isOver = (facts: readonly Observation[]): boolean => facts.some(({ kind }) => kind === 'outboundSent');

/** All facts of one look at a paid order; none for an unpaid one. */
export function toObservations(view: OrderView): Observation[] {
  const { source_swap: source, destination_swap: destination } = view.order;
  const payout = payoutFacts(view);
  // Once the payout is made, the user has been paid: the other side is the solver's matter.
  const isPaidOut = isOver(payout) || destination.redeem_tx_hash !== undefined || source.redeem_tx_hash !== undefined;
  return [...paymentFacts(view), ...payout, ...(isPaidOut ? [] : refundFacts(view))];
}

/** Payments travel: an unpaid order is given up only some time after its hour. */
const GRACE_MS: Record<'utxo' | 'other', number> = { utxo: 900_000, other: 300_000 };

export const isExpired = (view: OrderView): boolean => {
  const grace = GRACE_MS[CHAINS[chainsOf(view).from].kind === 'utxo' ? 'utxo' : 'other'];
  return view.now >= createdAt(view) + ORDER_LIFE_MS + grace;
};

/** The fact carries the reported hash, if there is one: it concerns no other payment. */
export const expiredFact = (view: OrderView): Observation => {
  const { hash, chain } = view.tracked;
  return {
    kind: 'inboundFailed',
    at: createdAt(view) + ORDER_LIFE_MS,
    reason: 'Nothing was paid, and the order has expired. Do not pay it any more: ask for a new quote.',
    cause: 'expired',
    ...(hash === '' ? {} : { tx: { hash, chain } }),
  };
};
