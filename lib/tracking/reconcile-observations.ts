/** Decides which observations are stored. Observations of a payment that may belong to another swap are not. */
import type { StoredSwap } from '../db/store.ts';
import type { Observation, ObserveResult } from '../domain/swap-status.ts';
import type { PayChannel } from './channel-payment.ts';
import { currentHash, type KnownSwap } from './known-swap.ts';
import type { SourceView } from './observe-source.ts';
import { type Mismatch, mismatchesOf } from './payment.ts';
import { isOwnCall } from './source/own-call.ts';

/** `noNode`: there is nobody to ask, or nothing to ask for. `undefined`: the chain could not be asked. */
export type Sighted = { view: SourceView; channel: PayChannel | undefined } | 'noNode' | undefined;

export type Seen = { facts: Observation[]; mismatch: Mismatch[]; stale: boolean; trace: StoredSwap['trace'] };

/**
 * Whether what the provider says is said of this payment: the payment's own chain shows it, or the provider follows a
 * channel that is this swap's alone. Where that chain cannot be asked at all, a route without a memo leaves it to the
 * provider, which compares where the swap pays to.
 */
function isBelieved({ route, swap, facts }: KnownSwap, sighted: Sighted): boolean {
  if (facts.length > 0 || swap.hash === '') return true;
  if (sighted === 'noNode') return route.draft.memo === undefined;
  const verdict = sighted?.view.verdict;
  // A contract may have paid the channel without a trace in its receipt.
  return verdict === 'belongs' || (verdict === 'undecided' && sighted?.channel !== undefined);
}

/**
 * That nothing arrived at a channel is no word on a payment which is still on its way into a block: its block tells
 * whether it came in time. That an order was not paid is none on a payment that its chain shows.
 */
function ofThisPayment(
  { route, swap, channels, facts }: KnownSwap,
  own: Observation[],
  said: Observation[],
): Observation[] {
  if (route.draft.orderId !== undefined && swap.hash !== '') {
    const isThere = [...facts, ...own].some((fact) => fact.kind === 'inboundSeen');
    return said.filter((fact) => fact.kind !== 'inboundFailed' || fact.tx !== undefined || !isThere);
  }
  const isDeep = [...facts, ...own].some((fact) => fact.kind === 'inboundSeen' && fact.final);
  if (swap.hash === '' || channels.length === 0 || isDeep) return said;
  return said.filter((fact) => fact.kind !== 'inboundFailed' || fact.tx !== undefined);
}

const isSame = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/**
 * Whether the provider says that this very transaction is the payment: it names its hash in the order, or, where no
 * transaction was handed out to compare with, it knows what the call led to.
 */
function isVouched(known: KnownSwap, view: SourceView, said: readonly Observation[]): boolean {
  const { draft } = known.route;
  const hash = currentHash(known);
  if (said.some((fact) => fact.kind === 'providerSeen' && fact.leg === 0 && isSame(fact.tx?.hash, hash))) return true;
  const isTold = draft.tx !== undefined || draft.orderId !== undefined;
  return view.verdict === 'undecided' && isOwnCall(draft) && !isTold && said.length > 0;
}

/** That a transaction which its chain does not know can never happen any more, by whoever made it. */
const neverHappens = (known: KnownSwap, view: SourceView, said: readonly Observation[]): Observation[] =>
  view.verdict === 'absent'
    ? said.filter((fact) => fact.kind === 'inboundFailed' && isSame(fact.tx?.hash, currentHash(known)))
    : [];

/** Of two words on one matter the provider's: it knows its own program, and its order. */
function withoutRepetition(own: readonly Observation[], said: readonly Observation[]): Observation[] {
  const isTold = (fact: Observation): boolean =>
    (fact.kind === 'held' && said.some((one) => one.kind === 'held')) ||
    (fact.kind === 'inboundFailed' && said.some((one) => one.kind === 'inboundFailed' && one.tx !== undefined));
  return own.filter((fact) => !isTold(fact));
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
  const said = ofThisPayment(known, view?.observations ?? [], provider.observations);
  const own = withoutRepetition(view?.observations ?? [], said);
  if (isBelieved(known, sighted)) return { ...seen, facts: [...own, ...said], mismatch: [] };
  const { payment } = provider;
  if (!payment || payment.memo === undefined) {
    const ended = view ? neverHappens(known, view, said) : [];
    return { ...seen, facts: [...own, ...ended], mismatch: [] };
  }
  const mismatch = mismatchesOf(route.draft, payment);
  return { ...seen, facts: mismatch.length > 0 ? [] : [...own, ...provider.observations], mismatch };
}
