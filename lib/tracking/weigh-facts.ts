/** Decides what is believed of what was seen: nothing is stored of a payment that may be another's. */
import type { StoredSwap } from '../db/store.ts';
import type { Observation, ObserveResult } from '../domain/swap-status.ts';
import type { OpenedChannelRow } from './channel-payment.ts';
import type { KnownSwap } from './known-swap.ts';
import type { SourceView } from './observe-source.ts';
import { type Mismatch, mismatchesOf } from './payment.ts';

/** `noNode`: there is nobody to ask, or nothing to ask for. `undefined`: the chain could not be asked. */
export type Sighted = { view: SourceView; channel: OpenedChannelRow | undefined } | 'noNode' | undefined;

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
 * whether it came in time.
 */
function ofThisPayment({ swap, channels, facts }: KnownSwap, own: Observation[], said: Observation[]): Observation[] {
  const isDeep = [...facts, ...own].some((fact) => fact.kind === 'inboundSeen' && fact.final);
  if (swap.hash === '' || channels.length === 0 || isDeep) return said;
  return said.filter((fact) => fact.kind !== 'inboundFailed' || fact.tx !== undefined);
}

/** Puts together what was seen; what a provider says counts once it is known whose payment it speaks of. */
export function weigh(known: KnownSwap, sighted: Sighted, provider: ObserveResult): Seen {
  const { route, swap } = known;
  const view = typeof sighted === 'object' ? sighted.view : undefined;
  const seen = { trace: view?.trace ?? swap.trace, stale: provider.stale || sighted === undefined };
  if (view?.verdict === 'mismatch') return { ...seen, facts: [], mismatch: view.mismatch };
  const own = view?.observations ?? [];
  const said = ofThisPayment(known, own, provider.observations);
  if (isBelieved(known, sighted)) return { ...seen, facts: [...own, ...said], mismatch: [] };
  const { payment } = provider;
  if (!payment || payment.memo === undefined) return { ...seen, facts: own, mismatch: [] };
  const mismatch = mismatchesOf(route.draft, payment);
  return { ...seen, facts: mismatch.length > 0 ? [] : [...own, ...provider.observations], mismatch };
}
