/** Finds the payment of a swap whose hash nobody reported: of a channel, an order, or a first leg. */
import { canonicalHash } from '../chains/hash.ts';
import type { Observation, ObserveResult } from '../domain/swap-status.ts';
import { askProviders } from './ask-providers.ts';
import type { KnownSwap } from './known-swap.ts';
import type { Look, ObserveDeps } from './look.ts';
import { lookAtSource } from './look-at-source.ts';
import { weigh } from './reconcile-observations.ts';
import { isWatchedAtSecondLeg } from './tracked-legs.ts';

/**
 * The transaction that the provider names as the payment of a swap without a reported hash, as far as the provider
 * knows it.
 */
export function unreportedPayment(known: KnownSwap, provider: ObserveResult): { hash?: string } | undefined {
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
export async function reportedPayment(
  deps: ObserveDeps,
  look: Look,
  { observations }: ObserveResult,
): Promise<Observation[]> {
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
export async function nameByPayment(
  deps: ObserveDeps,
  known: KnownSwap,
  paid: { hash?: string } | undefined,
): Promise<void> {
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
export async function firstLegFacts(deps: ObserveDeps, look: Look, hash: string | undefined): Promise<Observation[]> {
  if (hash === undefined || !isWatchedAtSecondLeg(look.known)) return [];
  const known: KnownSwap = { ...look.known, swap: { ...look.known.swap, hash } };
  const [sighted, provider] = await Promise.all([
    lookAtSource(deps, { ...look, known }),
    askProviders(deps, { ...look, known }, undefined),
  ]);
  const { facts, mismatch } = weigh(known, sighted, provider);
  return mismatch.length > 0 ? [] : facts;
}
