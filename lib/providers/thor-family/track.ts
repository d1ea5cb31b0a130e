/** Follows one swap through the node, and through Midgard when the node gives no reason. An end is never guessed. */

import type { ChainId } from '../../domain/chain-id.ts';
import { isWithin } from '../../domain/is-within.ts';
import type { Observation, ObserveResult, TxFact, Why } from '../../domain/swap-status.ts';
import type { CallOptions, TrackedLeg } from '../provider.ts';
import type { FamilyClient } from './client.ts';
import { type FamilyConfig, NODE_BLOCK_SECONDS, NOTHING_PLANNED_MS } from './config.ts';
import { standstillOf } from './latest-block.ts';
import { haltOfChain, type NetworkState, type NetworkStateSource, signingHaltOf } from './network-state.ts';
import { refundReason } from './refund-reason.ts';
import {
  amountOf,
  hashForNode,
  hashOn,
  hasPayouts,
  holdFacts,
  isFinalised,
  isObserved,
  isPending,
  isRefunding,
  isSettled,
  type SwapView,
  toObservations,
  usersPayouts,
} from './to-observation.ts';
import type { TrackMemory } from './track-memory.ts';
import type { MidgardAction, TxStatus } from './upstream-schemas.ts';

type TrackDeps = {
  config: FamilyConfig;
  client: FamilyClient;
  state: NetworkStateSource;
  memory: TrackMemory;
  now: () => number;
};

/**
 * A rejected deposit on the family's own chain is never observed; only Midgard reports it. Asked only after this
 * long.
 */
const REJECTED_AFTER_MS = 60_000;

const buyChainOf = ({ route, leg }: TrackedLeg): ChainId =>
  (route.legs[leg] ?? { buy: route.expectedBuy }).buy.asset.chain;

const chainHalt = (config: FamilyConfig, state: NetworkState, chain: ChainId | string): string | undefined =>
  state.inbound.get(chain)?.halted ? `${config.title} has halted ${chain} at the moment.` : undefined;

/** Whether the node's report may be outdated: it lags, or its network has stopped. */
const isBehind = (config: FamilyConfig, state: NetworkState | undefined): boolean =>
  standstillOf(config, state?.latest) !== undefined;

function heldBy(config: FamilyConfig, state: NetworkState, tracked: TrackedLeg, status: TxStatus): string | undefined {
  const buyChain = buyChainOf(tracked);
  // While trading is paused payments are still taken, and refunded.
  if (!isFinalised(status)) return chainHalt(config, state, tracked.chain);
  if (isPending(status)) return haltOfChain(config, state, tracked.chain) ?? haltOfChain(config, state, buyChain);
  const payoutChain = status.planned_out_txs.find(({ chain }) => chain !== config.nativeChain)?.chain ?? buyChain;
  return chainHalt(config, state, payoutChain) ?? signingHaltOf(config, state, payoutChain);
}

const ended = (action: MidgardAction) => action.type === 'refund' || action.type === 'failed';
const whyOf = (action: MidgardAction | undefined): Why | undefined => {
  const reason = action?.metadata?.refund?.reason ?? action?.metadata?.failed?.reason;
  return reason ? refundReason(reason) : undefined;
};

function swapSecondsOf(actions: readonly MidgardAction[]): number | undefined {
  const swap = actions.find(({ type }) => type === 'swap');
  const paid = Math.max(...(swap?.out ?? []).map(({ height }) => height ?? 0));
  return swap?.height !== undefined && paid > swap.height ? (paid - swap.height) * NODE_BLOCK_SECONDS : undefined;
}

const KEPT: Why = {
  reason: 'The amount did not cover the fee of paying it out; the network kept it.',
  cause: 'belowMinimum',
};
const UNEXPLAINED: Why = { reason: 'The network reports that the swap failed, and gives no reason.' };

/** The end of a swap for which the node, long after it finished, plans no payout. Empty: it still runs. */
function fromMidgard(
  { config }: TrackDeps,
  tracked: TrackedLeg,
  actions: readonly MidgardAction[],
  at: number,
): Observation[] {
  const { leg } = tracked;
  const end = actions.find(ended);
  const swap = actions.find(({ type }) => type === 'swap');
  const why = whyOf(end);
  const refund = end?.type === 'refund' ? end.out[0] : undefined;
  const refunded: Observation[] = refund
    ? [{ kind: 'refundSent', at, leg, tx: txOfMidgard(config, tracked, tracked.chain, refund), ...why }]
    : end?.type === 'refund'
      ? [{ kind: 'refundPlanned', at, leg, ...why }]
      : [];
  const paid = swap?.status === 'success' ? usersOutput(config, tracked, swap) : undefined;
  if (paid) {
    const tx = txOfMidgard(config, tracked, buyChainOf(tracked), paid);
    const output = tx.amount ? { output: tx.amount } : {};
    return [
      { kind: 'swapDone', at, leg, ...output },
      { kind: 'outboundSent', at, leg, tx, refundDue: refunded.length > 0 },
      ...refunded,
    ];
  }
  const unclear = swap !== undefined && (swap.status === 'pending' || swap.out.length > 0);
  if (refunded.length > 0 || unclear) return refunded;
  return [{ kind: 'providerFailed', at, leg, ...(why ?? (end ? UNEXPLAINED : KEPT)) }];
}

type MidgardTx = MidgardAction['out'][number];

/** The user's payout in an action; the others are affiliates'. */
function usersOutput(config: FamilyConfig, tracked: TrackedLeg, swap: MidgardAction): MidgardTx | undefined {
  const memo = swap.metadata?.swap?.memo ?? tracked.route.memo ?? '';
  const payouts = swap.out.map((tx) => ({
    chain: '',
    tx,
    ...(tx.address ? { address: tx.address } : {}),
    ...(tx.coins[0] ? { coin: tx.coins[0] } : {}),
  }));
  return usersPayouts(config, tracked, memo, payouts)[0]?.tx;
}

/** Payouts on the family's own chain have no hash of their own. */
function txOfMidgard(config: FamilyConfig, tracked: TrackedLeg, chain: ChainId, tx: MidgardTx): TxFact {
  const amount = amountOf(config, tracked, tx.coins[0]);
  return {
    hash: tx.txID ? hashOn(chain, tx.txID) : hashOn(tracked.chain, tracked.hash),
    chain,
    ...(amount ? { amount } : {}),
    ...(tx.address ? { address: tx.address } : {}),
  };
}

/**
 * The nodes have not seen the hash: they may not be observing its chain. On the family's own chain the deposit may
 * have been rejected.
 */
async function trackUnseen(
  deps: TrackDeps,
  tracked: TrackedLeg,
  hash: string,
  signal: AbortSignal,
): Promise<ObserveResult> {
  const { config, now } = deps;
  const state = await optional(deps.state.now(signal), signal);
  const stale = isBehind(config, state);
  if (tracked.chain !== config.nativeChain) {
    const reason = state && chainHalt(config, state, tracked.chain);
    const change = state && deps.memory.heldChanged(tracked, reason);
    // Reported at each look: it was dropped while the payment was not yet known to be this swap's.
    const held = reason ?? change;
    return { observations: holdFacts(tracked, held, now()), stale };
  }
  if (isWithin(REJECTED_AFTER_MS, tracked.knownSince, now())) return { observations: [], stale };
  const actions = (await optional(deps.client.midgardActions(hash, signal), signal)) ?? [];
  const failed = actions.find(({ type }) => type === 'failed');
  if (!failed) return { observations: [], stale };
  const why = whyOf(failed) ?? { reason: 'The network rejected the deposit.' };
  return { observations: [{ kind: 'inboundFailed', at: deps.now(), ...why }], stale: false };
}

/** Undefined when unavailable: it only adds to the node's report. */
async function optional<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

async function view(
  deps: TrackDeps,
  tracked: TrackedLeg,
  hash: string,
  status: TxStatus,
  signal: AbortSignal,
): Promise<SwapView & { behind: boolean }> {
  const { config, client } = deps;
  const settled = isSettled(config, tracked, status);
  const [state, streaming, actions] = await Promise.all([
    settled ? undefined : optional(deps.state.now(signal), signal),
    isFinalised(status) && isPending(status) ? optional(client.streamingSwap(hash, signal), signal) : undefined,
    settled || isRefunding(status) ? optional(client.midgardActions(hash, signal), signal) : undefined,
  ]);
  const lastObservedHeight = state?.lastBlock?.find(({ chain }) => chain === tracked.chain)?.last_observed_in;
  const held = state ? deps.memory.heldChanged(tracked, heldBy(config, state, tracked, status)) : undefined;
  const whyRefund = whyOf(actions?.find(ended));
  const swapSeconds = actions && swapSecondsOf(actions);
  return {
    status,
    behind: isBehind(config, state),
    ...(streaming ? { streaming } : {}),
    ...(lastObservedHeight === undefined ? {} : { lastObservedHeight }),
    ...(held === undefined ? {} : { held }),
    ...(whyRefund === undefined ? {} : { whyRefund }),
    ...(swapSeconds === undefined ? {} : { swapSeconds }),
  };
}

/** The payment as the nodes saw it, for deployments without a node of its chain. */
const paymentOf = ({ tx }: TxStatus): Pick<ObserveResult, 'payment'> => {
  if (!tx) return {};
  const { to_address: to, memo } = tx;
  return { payment: { ...(to === undefined ? {} : { to }), ...(memo === undefined ? {} : { memo }) } };
};

/** Makes one look at the swap. A failure of the upstream is `stale`, never an error and never an end. */
export async function trackSwap(deps: TrackDeps, tracked: TrackedLeg, { signal }: CallOptions): Promise<ObserveResult> {
  const hash = hashForNode(tracked.hash);
  let status: TxStatus;
  try {
    status = await deps.client.txStatus(hash, signal);
  } catch {
    return { observations: [], stale: true };
  }
  const payment = paymentOf(status);
  try {
    if (!isObserved(status)) return await trackUnseen(deps, tracked, hash, signal);
    const { behind: stale, ...seen } = await view(deps, tracked, hash, status, signal);
    const observations = toObservations(deps.config, tracked, seen, deps.now());
    const nothingPlanned = isFinalised(status) && !isPending(status) && !hasPayouts(status);
    const quietMs = deps.memory.quietMs(tracked.hash, nothingPlanned);
    if (!nothingPlanned || quietMs < NOTHING_PLANNED_MS) return { observations, stale, ...payment };
    const actions = await optional(deps.client.midgardActions(hash, signal), signal);
    if (!actions) return { observations, stale: true, ...payment };
    return {
      observations: [...observations, ...fromMidgard(deps, tracked, actions, deps.now())],
      stale,
      ...payment,
    };
  } catch {
    return { observations: toObservations(deps.config, tracked, { status }, deps.now()), stale: true, ...payment };
  }
}
