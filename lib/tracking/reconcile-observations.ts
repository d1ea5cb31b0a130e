/** Decides which observations are stored. Observations of a payment that may belong to another swap are not. */
import type { StoredSwap } from '../db/store.ts';
import type { Observation, ObserveResult } from '../domain/swap-status.ts';
import type { PayChannel } from './channel-payment.ts';
import { currentHash, type KnownSwap } from './known-swap.ts';
import type { SourceView } from './observe-source.ts';
import { type Mismatch, mismatchesOf } from './payment.ts';
import { isOwnCall } from './source/own-call.ts';

/** `noNode`: no node is configured, or there is no hash to ask for. `undefined`: the chain could not be asked. */
export type Sighted = { view: SourceView; channel: PayChannel | undefined } | 'noNode' | undefined;

export type Seen = { facts: Observation[]; mismatch: Mismatch[]; stale: boolean; trace: StoredSwap['trace'] };

/**
 * Whether the provider's report concerns this payment: the payment's own chain shows it, or the provider follows a
 * channel that belongs to this swap alone. When that chain cannot be asked at all, a route without a memo relies on
 * the provider, which compares where the swap pays to.
 */
function isBelieved({ route, swap, facts }: KnownSwap, sighted: Sighted): boolean {
  if (facts.length > 0 || swap.hash === '') return true;
  if (sighted === 'noNode') return route.draft.memo === undefined;
  const verdict = sighted?.view.verdict;
  // A contract may have paid the channel without a trace in its receipt.
  return verdict === 'belongs' || (verdict === 'undecided' && sighted?.channel !== undefined);
}

/**
 * "Nothing arrived at the channel" does not concern a payment still on its way into a block: its block decides
 * whether it came in time. "The order was not paid" does not concern a payment that its chain shows.
 */
function ofThisPayment(
  { route, swap, channels, facts }: KnownSwap,
  own: Observation[],
  reported: Observation[],
): Observation[] {
  if (route.draft.orderId !== undefined && swap.hash !== '') {
    const isThere = [...facts, ...own].some((fact) => fact.kind === 'inboundSeen');
    return reported.filter((fact) => fact.kind !== 'inboundFailed' || fact.tx !== undefined || !isThere);
  }
  const isDeep = [...facts, ...own].some((fact) => fact.kind === 'inboundSeen' && fact.final);
  if (swap.hash === '' || channels.length === 0 || isDeep) return reported;
  return reported.filter((fact) => fact.kind !== 'inboundFailed' || fact.tx !== undefined);
}

const isSame = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/**
 * Whether the provider confirms this very transaction as the payment: it names its hash in the order, or, when no
 * transaction was handed out to compare with, it knows the result of the call.
 */
function isVouched(known: KnownSwap, view: SourceView, reported: readonly Observation[]): boolean {
  const { draft } = known.route;
  const hash = currentHash(known);
  if (reported.some((fact) => fact.kind === 'providerSeen' && fact.leg === 0 && isSame(fact.tx?.hash, hash)))
    return true;
  const isHandedOut = draft.tx !== undefined || draft.orderId !== undefined;
  return view.verdict === 'undecided' && isOwnCall(draft) && !isHandedOut && reported.length > 0;
}

/** The observation that a transaction unknown to its chain can never be mined any more, regardless of its sender. */
const neverHappens = (known: KnownSwap, view: SourceView, reported: readonly Observation[]): Observation[] =>
  view.verdict === 'absent'
    ? reported.filter((fact) => fact.kind === 'inboundFailed' && isSame(fact.tx?.hash, currentHash(known)))
    : [];

/** Of two observations on the same matter the provider's is kept: it knows its own program, and its order. */
function withoutRepetition(own: readonly Observation[], reported: readonly Observation[]): Observation[] {
  const isRepeated = (fact: Observation): boolean =>
    (fact.kind === 'held' && reported.some((one) => one.kind === 'held')) ||
    (fact.kind === 'inboundFailed' && reported.some((one) => one.kind === 'inboundFailed' && one.tx !== undefined));
  return own.filter((fact) => !isRepeated(fact));
}

/** Merges the observations of chains and provider. The provider's count only once the payment is known to belong to this swap. */
export function weigh(known: KnownSwap, sighted: Sighted, provider: ObserveResult): Seen {
  const { route, swap } = known;
  const view = typeof sighted === 'object' ? sighted.view : undefined;
  const seen = {
    trace: view?.trace ?? swap.trace,
    stale: provider.stale || sighted === undefined || view?.isBehind === true,
  };
  const isOrdered = isOwnCall(route.draft) || route.draft.orderId !== undefined;
  if (view && isOrdered && view.verdict !== 'belongs' && isVouched(known, view, provider.observations)) {
    const own = withoutRepetition(view.ifVouched ?? [], provider.observations);
    return { ...seen, facts: [...own, ...provider.observations], mismatch: [] };
  }
  if (view?.verdict === 'mismatch') return { ...seen, facts: [], mismatch: view.mismatch };
  const reported = ofThisPayment(known, view?.observations ?? [], provider.observations);
  const own = withoutRepetition(view?.observations ?? [], reported);
  if (isBelieved(known, sighted)) return { ...seen, facts: [...own, ...reported], mismatch: [] };
  const { payment } = provider;
  if (!payment || payment.memo === undefined) {
    const ended = view ? neverHappens(known, view, reported) : [];
    return { ...seen, facts: [...own, ...ended], mismatch: [] };
  }
  const mismatch = mismatchesOf(route.draft, payment);
  return { ...seen, facts: mismatch.length > 0 ? [] : [...own, ...provider.observations], mismatch };
}
