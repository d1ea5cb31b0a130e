/** Observes one swap once: asks the chains and the provider, and stores the facts and the status they give. Facts of a payment that belongs to another swap are dropped. */
import type { DerivedSwap } from '../domain/derive-swap.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import { isFinalStatus, type Observation, type ObserveResult } from '../domain/swap-status.ts';
import { timeLimit } from '../domain/time-limit.ts';
import { traitsOf } from '../payments/traits.ts';
import { askProviders, channelToFollow } from './ask-providers.ts';
import { derive, type KnownSwap } from './known-swap.ts';
import { ledgerEntry } from './ledger-entry.ts';
import { attempt, type Look, type ObserveDeps } from './look.ts';
import { lookAtPayout } from './look-at-payout.ts';
import { lookAtSource } from './look-at-source.ts';
import { firstLegFacts, nameByPayment, reportedPayment, unreportedPayment } from './name-payment.ts';
import { newFacts } from './new-facts.ts';
import type { SourceView } from './observe-source.ts';
import { takesChannels } from './other-channel.ts';
import { canBePaid, UNPAYABLE } from './payment.ts';
import { type Seen, type Sighted, weigh } from './reconcile-observations.ts';
import { eventsOf } from './swap-events.ts';

/** @returns the facts that are stored then. */
async function store(deps: ObserveDeps, known: KnownSwap, seen: Seen): Promise<Observation[]> {
  const { swap, facts } = known;
  const notesChanged = seen.stale !== swap.stale || JSON.stringify(seen.trace) !== JSON.stringify(swap.trace);
  if (notesChanged) await deps.store.setSwapNotes(swap.id, { stale: seen.stale, trace: seen.trace });
  if (seen.mismatch.length > 0) {
    await deps.store.setSwapMismatch(swap.id, seen.mismatch);
    return facts;
  }
  const fresh = newFacts(facts, seen.facts);
  const added = await deps.store.appendObservations(swap.id, fresh);
  const all = added > 0 ? await deps.store.observationsOf(swap.id) : facts;
  // Also without new facts: the process may have stopped between storing facts and deriving their status.
  const now = deps.now();
  const derived = derive({ ...known, facts: all }, now);
  const { trackingStatus } = derived;
  // The status counts more than what is told of it.
  const events = (await attempt(deps, 'events', async () => eventsOf({ ...known, facts: all }, derived, now))) ?? [];
  if (trackingStatus === swap.status && events.length === 0) return all;
  const entry = await attempt(deps, 'ledger', () => entryOf(deps, { ...known, facts: all }, derived));
  await deps.store.setSwapStatus(swap.id, trackingStatus, events, now, entry);
  return all;
}

/** What the swap leaves in the ledger, where it has ended; its row has meanwhile the channel that it was paid through. */
async function entryOf(deps: ObserveDeps, known: KnownSwap, derived: DerivedSwap): Promise<LedgerEntry | undefined> {
  if (!isFinalStatus(derived.trackingStatus)) return undefined;
  return ledgerEntry({ ...known, swap: (await deps.store.loadSwap(known.swap.id)) ?? known.swap }, derived);
}

const NOTHING: ObserveResult = { observations: [], stale: false };

/** Stores which channel the payment went through, once its chain shows it. */
async function bind(deps: ObserveDeps, known: KnownSwap, sighted: Sighted): Promise<KnownSwap> {
  const { swap } = known;
  if (typeof sighted !== 'object' || sighted.view.verdict !== 'belongs') return known;
  const { channel } = sighted;
  // The route's own channel has no row in the store: it is the way of payment when no stored channel is.
  if (channel?.id === undefined || swap.channelId !== null) return known;
  await deps.store.setSwapChannel(swap.id, channel.id);
  return { ...known, swap: { ...swap, channelId: channel.id }, channels: [channel] };
}

/**
 * A provider that limits questions about unknown payments, and one paid through a channel, is asked once the chain
 * shows the payment.
 */
const needsSight = ({ route, channels }: KnownSwap): boolean =>
  channels.length > 0 || traitsOf(route.draft.legs[0]?.provider).limitsUnknownPayments === true;

/**
 * Most hashes without any confirmation are invented: the provider is not asked about one at its first look, nor while
 * a node that keeps up with the chain does not know it. One whose swap is one transaction is asked: it looks at the chain
 * alone, and says when that transaction can no longer happen.
 */
function isLikelyInvented({ swap, route }: KnownSwap, { isBehind }: SourceView): boolean {
  if (!swap.isUnseen) return false;
  if (swap.lastObservedAt === null) return true;
  return isBehind === false && !traitsOf(route.draft.legs[0]?.provider).settlesInOneTransaction;
}

/** Asks the chain first: its answer decides whether the provider is asked, and through which channel. */
async function lookInTurn(deps: ObserveDeps, look: Look, source: Promise<Sighted>): Promise<[Sighted, ObserveResult]> {
  const sighted = await source;
  const view = typeof sighted === 'object' ? sighted.view : undefined;
  const known = await bind(deps, look.known, sighted);
  const isUnpaid = view?.verdict === 'absent' && known.facts.length === 0;
  const isUseless =
    view?.verdict === 'mismatch' || view?.isLate || (isUnpaid && (needsSight(known) || isLikelyInvented(known, view)));
  if (isUseless) return [sighted, NOTHING];
  return [sighted, await askProviders(deps, { ...look, known }, channelToFollow(known, sighted))];
}

/** The longest that one look may take. */
const LOOK_MS = 20_000;

/** Makes one look. Never throws for an upstream's failure; throws what the store throws. @returns all facts stored by then. */
export async function observeSwap(deps: ObserveDeps, known: KnownSwap): Promise<Observation[]> {
  const { swap, route, channels } = known;
  if (swap.mismatch) return known.facts;
  if (!canBePaid(route.draft) && channels.length === 0 && !takesChannels(route.draft)) {
    await deps.store.setSwapMismatch(swap.id, [UNPAYABLE]);
    return known.facts;
  }
  const derived = derive(known, deps.now());
  const look: Look = { known, derived, signal: timeLimit(LOOK_MS) };
  const isOver = isFinalStatus(derived.trackingStatus);
  const inboundKnown = known.facts.some((fact) => fact.kind === 'inboundSeen' && fact.final);
  const source = isOver || inboundKnown ? Promise.resolve('noNode' as const) : lookAtSource(deps, look);
  const swapWork = async (): Promise<[Sighted, ObserveResult]> => {
    if (isOver) return ['noNode', NOTHING];
    if (swap.isUnseen || needsSight(known)) return lookInTurn(deps, look, source);
    return Promise.all([source, askProviders(deps, look, undefined)]);
  };
  const [sighted, provider] = await swapWork();
  const seen = weigh(known, sighted, provider);
  const paid = unreportedPayment(known, provider);
  const reported = inboundKnown ? [] : await reportedPayment(deps, look, provider);
  const before = [...(await firstLegFacts(deps, look, paid?.hash)), ...reported];
  // A payout found by this look is observed at once, so that a client that stops at the final status has its
  // confirmations.
  const facts = [...known.facts, ...before, ...seen.facts];
  const payout = await lookAtPayout(deps, { ...look, derived: derive({ ...known, facts }, deps.now()) });
  const stored = await store(deps, known, { ...seen, facts: [...before, ...seen.facts, ...payout] });
  await nameByPayment(deps, known, paid);
  return stored;
}
