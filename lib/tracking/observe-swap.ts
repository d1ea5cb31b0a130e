/** Observes one swap once: asks the chains and the provider, and stores the facts and the status they give. Facts of a payment that belongs to another swap are dropped. */
import type { ChainClients } from '../chain-clients/chain-clients.ts';
import { CHAINS } from '../chains/chains.ts';
import { canonicalHash } from '../chains/hash.ts';
import type { Store } from '../db/store.ts';
import type { DerivedSwap } from '../domain/derive-swap.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import { isFinalStatus, type Observation, type ObserveResult, type TxFact } from '../domain/swap-status.ts';
import { timeLimit } from '../domain/time-limit.ts';
import { traitsOf } from '../payments/traits.ts';
import type { Provider } from '../providers/provider.ts';
import { likelyChannel, type PayChannel, paidThrough, waysToPay } from './channel-payment.ts';
import { currentHash, derive, type KnownSwap } from './known-swap.ts';
import { ledgerEntry } from './ledger-entry.ts';
import { newFacts } from './new-facts.ts';
import { observeSource, type SourceView, viewOfUnpaid } from './observe-source.ts';
import { channelOfPayment, takesChannels } from './other-channel.ts';
import { canBePaid, UNPAYABLE } from './payment.ts';
import { type Seen, type Sighted, weigh } from './reconcile-observations.ts';
import { sourceOf } from './source/create-chain-observer.ts';
import { eventsOf } from './swap-events.ts';
import { isWatchedAtSecondLeg, legsOf, longUnpaid, ofLaterLeg } from './tracked-legs.ts';

export type ObserveDeps = {
  store: Store;
  clients: ChainClients;
  /** The adapter that tracks an id, even when new quotes do not offer it. */
  providerOf: (id: ProviderId) => Provider | undefined;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

/** The longest that one look may take. */
const LOOK_MS = 20_000;

type Look = { known: KnownSwap; derived: DerivedSwap; signal: AbortSignal };

/** Returns undefined for an upstream's failure, and logs it. */
async function attempt<T>(deps: ObserveDeps, what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    deps.log({ event: 'observe', what, fault: why });
    return undefined;
  }
}

/** Whether the chain can add nothing more on the payment. */
const isSettled = ({ verdict, observations }: SourceView): boolean =>
  verdict === 'mismatch' ||
  observations.some((fact) => fact.kind === 'inboundFailed' || (fact.kind === 'inboundSeen' && fact.final));

/** What the chain shows; when it shows no end, also whether its node lags behind. */
async function lookAtSource(deps: ObserveDeps, look: Look): Promise<Sighted> {
  const sighted = await sightOf(deps, look);
  const source = sourceOf(deps.clients, look.known.route.chain);
  const ask = source?.isBehind;
  if (typeof sighted !== 'object' || !ask || isSettled(sighted.view)) return sighted;
  const at = { now: deps.now, signal: look.signal };
  const isBehind = await attempt(deps, `head ${look.known.route.chain}`, () => ask(at));
  return { ...sighted, view: { ...sighted.view, isBehind: isBehind === true } };
}

/**
 * A route may be paid in several ways. When the payment fits none of them, the one with the fewest differences is
 * reported.
 */
async function sightOf(deps: ObserveDeps, { known, signal }: Look): Promise<Sighted> {
  const { route, swap, facts, channels } = known;
  const source = sourceOf(deps.clients, route.chain);
  const hash = currentHash(known);
  if (!source || hash === '') return 'noNode';
  const times = facts.filter((fact) => fact.kind === 'inboundSeen').map(({ at }) => at);
  const seenAt = times.length > 0 ? Math.min(...times) : undefined;
  const query = { source, swap, hash, now: deps.now, signal, seenAt };
  return attempt(deps, `source ${route.chain}`, async () => {
    const wrong: { view: SourceView; channel: PayChannel | undefined }[] = [];
    for (const { draft, channel } of waysToPay(route.draft, swap, channels)) {
      const view = await observeSource({ ...query, route: { ...route, draft }, channel });
      if (view.verdict !== 'mismatch') return { view, channel };
      wrong.push({ view, channel });
    }
    // A transaction that the network itself credited to the channel is its deposit, however it arrived.
    if (namedByProvider(known, hash)) return 'noNode';
    const [nearest = await viewOfUnpaid({ ...query, route })] = wrong.sort(
      (a, b) => a.view.mismatch.length - b.view.mismatch.length,
    );
    const channel = await channelOfPayment(deps, known, nearest.view.recipients ?? []);
    if (!channel) return nearest;
    return {
      view: await observeSource({ ...query, route: { ...route, draft: paidThrough(route.draft, channel) }, channel }),
      channel,
    };
  });
}

const namedByProvider = ({ facts }: KnownSwap, hash: string): boolean =>
  facts.some((fact) => fact.kind === 'providerSeen' && fact.tx?.hash === hash);

/**
 * The channel by which the provider follows the swap; undefined when it was paid another way and is followed by its
 * hash.
 */
function channelToFollow({ swap, route, channels, facts }: KnownSwap, sighted: Sighted): PayChannel | undefined {
  if (swap.channelId !== null) return channels[0];
  if (typeof sighted === 'object') {
    const { verdict } = sighted.view;
    if (verdict === 'belongs') return sighted.channel;
  }
  const isSeen = facts.some((fact) => fact.kind === 'inboundSeen');
  return likelyChannel(route.draft, channels, isSeen);
}

/** Estimates move with every block; a smaller change than this is not stored. */
const CHANNEL_END_STEP_MS = 60_000;

/** Stores the newest estimate of the channel's end: its address is shown to the payer no longer than that. */
async function noteChannelEnd(
  { store, now }: ObserveDeps,
  { id, channel, livesUntil }: PayChannel,
  { at, ended }: NonNullable<ObserveResult['channelEnd']>,
): Promise<void> {
  if (id === undefined) return;
  if (ended ? channel.expiresAt <= at : Math.abs(at - channel.expiresAt) < CHANNEL_END_STEP_MS) return;
  if (ended && (livesUntil ?? at) > at) await store.endChannel(id, now());
  await store.moveChannelEnd(id, at, now());
}

async function askProviders(
  deps: ObserveDeps,
  { known, signal }: Look,
  channel: PayChannel | undefined,
): Promise<ObserveResult> {
  const legs = legsOf(known, channel);
  const results = await Promise.all(
    legs.map(async (leg) => {
      // A route of two legs is tracked by the provider that made it, which knows the provider of each leg.
      const id = leg.route.twoLeg ? leg.route.providers[0] : leg.route.legs[leg.leg]?.provider;
      const provider = id && deps.providerOf(id);
      if (!provider) return { observations: [], stale: false } satisfies ObserveResult;
      const seen = await attempt(deps, `provider ${provider.name}`, () => provider.track(leg, { signal }));
      return seen ?? ({ observations: [], stale: true } satisfies ObserveResult);
    }),
  );
  const first: ObserveResult | undefined = results[0];
  const stale = results.some((result) => result.stale);
  const observations = results.flatMap(({ observations: said }, index) => {
    const leg = legs[index]?.leg ?? 0;
    return leg === 0 ? said : ofLaterLeg(known, leg, said);
  });
  const payment = first?.payment;
  if (channel && first?.channelEnd) await noteChannelEnd(deps, channel, first.channelEnd);
  return {
    observations: stale || observations.length > 0 ? observations : longUnpaid(known, deps.now()),
    stale,
    ...(payment ? { payment } : {}),
  };
}

/** How long after a payout was sent its confirmations are still observed. */
const PAYOUT_WATCH_MS = 3_600_000;

/** The last payout, while it has too few confirmations and its chain can be asked about it. */
export function unconfirmedPayout(
  { clients, now }: Pick<ObserveDeps, 'clients' | 'now'>,
  derived: DerivedSwap,
): TxFact | undefined {
  const tx = derived.outbound ?? derived.refund?.tx;
  // A network may pay out without naming the transaction: then there is none to ask for.
  if (!tx || tx.hash === '' || (tx.confirmations ?? 0) >= CHAINS[tx.chain].confirmations) return undefined;
  // Payouts in THORChain's and Maya's own coins have the payment's hash: they have no transaction of their own.
  if (tx.hash.toLowerCase() === derived.inbound?.hash.toLowerCase() || !sourceOf(clients, tx.chain)) return undefined;
  const sentAt = derived.timeline.find(
    (entry) => (entry.milestone === 'payoutSent' || entry.milestone === 'refundSent') && entry.tx?.hash === tx.hash,
  )?.at;
  return sentAt !== undefined && now() - sentAt < PAYOUT_WATCH_MS ? tx : undefined;
}

/** The confirmations of the payout on its own chain. */
async function lookAtPayout(deps: ObserveDeps, { known, derived, signal }: Look): Promise<Observation[]> {
  const tx = unconfirmedPayout(deps, derived);
  const source = tx && sourceOf(deps.clients, tx.chain);
  if (!tx || !source) return [];
  const seen = await attempt(deps, `payout ${tx.chain}`, () => source.confirmationsOf(tx.hash, signal));
  if (!seen) return [];
  const required = CHAINS[tx.chain].confirmations;
  const deeper: TxFact = {
    ...tx,
    ...seen,
    confirmations: Math.min(seen.confirmations, required),
    requiredConfirmations: required,
  };
  const at = deps.now();
  if (derived.outbound)
    return [{ kind: 'outboundSent', at, leg: Math.max(known.route.draft.legs.length - 1, 0), tx: deeper }];
  const { leg = 0, fallback } = derived.refund ?? {};
  return [{ kind: 'refundSent', at, leg, tx: deeper, ...(fallback ? { fallback } : {}) }];
}

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
 * The transaction that the provider names as the payment of a swap without a reported hash, as far as the provider
 * knows it.
 */
function unreportedPayment(known: KnownSwap, provider: ObserveResult): { hash?: string } | undefined {
  if (known.swap.hash !== '') return undefined;
  const leg = isWatchedAtSecondLeg(known) ? 1 : 0;
  const seen = provider.observations.flatMap((fact) =>
    fact.kind === 'providerSeen' && fact.leg === leg ? [fact.tx?.hash] : [],
  );
  if (seen.length === 0) return undefined;
  const seenHash = seen.find((hash) => hash !== undefined);
  const hash = seenHash === undefined ? undefined : canonicalHash(known.route.chain, seenHash);
  return hash === undefined ? {} : { hash };
}

/**
 * What its own chain shows of a channel's payment whose transaction the provider does not name: its hash was reported
 * here, and its amount is the one that arrived. Its own swap may not have been looked at yet.
 */
async function reportedPayment(deps: ObserveDeps, look: Look, { observations }: ObserveResult): Promise<Observation[]> {
  const { known } = look;
  const { swap } = known;
  const arrived = observations.findLast((fact) => fact.kind === 'providerSeen' && fact.leg === 0);
  if (swap.hash !== '' || swap.channelId === null || arrived?.kind !== 'providerSeen' || !arrived.amount) return [];
  const { baseUnits } = arrived.amount;
  const isIt = (fact: Observation) => fact.kind === 'inboundSeen' && fact.tx.amount?.baseUnits === baseUnits;
  const bound = await deps.store.findSwapOfChannel(swap.channelId);
  const reported = bound && bound.id !== swap.id ? bound : await deps.store.findReportedSwap(swap);
  if (!reported) return [];
  const stored = reported.channelId === swap.channelId ? await deps.store.observationsOf(reported.id) : [];
  if (stored.some(isIt)) return stored.filter(isIt);
  const sighted = await lookAtSource(deps, { ...look, known: { ...known, swap: { ...swap, hash: reported.hash } } });
  return typeof sighted === 'object' && sighted.view.verdict === 'belongs'
    ? sighted.view.observations.filter(isIt)
    : [];
}

/**
 * The provider learns the payment's transaction from its chain; the swap of a channel or an order learns it from the
 * provider. A first leg pays the second leg's channel in the payment itself, so whatever is seen there names it.
 */
async function nameByPayment(deps: ObserveDeps, known: KnownSwap, paid: { hash?: string } | undefined): Promise<void> {
  if (!paid) return;
  const { hash } = paid;
  const { orderId } = known.route.draft;
  if (hash !== undefined) await deps.store.nameSwap(known.swap.id, hash);
  const isPaid = hash !== undefined || isWatchedAtSecondLeg(known);
  if (isPaid && orderId !== undefined) await deps.store.endOrder(orderId, deps.now());
}

/**
 * The observations of a payment that was first seen at the second leg, from its own chain and the first leg. Made at
 * once, because a swap that is already over is not observed again.
 */
async function firstLegFacts(deps: ObserveDeps, look: Look, hash: string | undefined): Promise<Observation[]> {
  if (hash === undefined || !isWatchedAtSecondLeg(look.known)) return [];
  const known: KnownSwap = { ...look.known, swap: { ...look.known.swap, hash } };
  const [sighted, provider] = await Promise.all([
    lookAtSource(deps, { ...look, known }),
    askProviders(deps, { ...look, known }, undefined),
  ]);
  const { facts, mismatch } = weigh(known, sighted, provider);
  return mismatch.length > 0 ? [] : facts;
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
  const before = [...(await firstLegFacts(deps, look, paid?.hash)), ...(await reportedPayment(deps, look, provider))];
  // A payout found by this look is observed at once, so that a client that stops at the final status has its
  // confirmations.
  const facts = [...known.facts, ...before, ...seen.facts];
  const payout = await lookAtPayout(deps, { ...look, derived: derive({ ...known, facts }, deps.now()) });
  const stored = await store(deps, known, { ...seen, facts: [...before, ...seen.facts, ...payout] });
  await nameByPayment(deps, known, paid);
  return stored;
}
