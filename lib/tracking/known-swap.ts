/** A swap with everything stored of it, and the state derived from that. */
import type { Store, StoredSwap } from '../db/store.ts';
import { type DerivedSwap, deriveSwap } from '../domain/derive-swap.ts';
import type { Observation } from '../domain/swap-status.ts';
import { channelsOf, type PayChannel } from './channel-payment.ts';
import type { TrackedRoute } from './locate-swap.ts';

export type KnownSwap = {
  route: TrackedRoute;
  swap: StoredSwap;
  facts: Observation[];
  /** As `channelsOf` returns them. */
  channels: PayChannel[];
};

export const derive = ({ route, swap, facts }: KnownSwap, now: number): DerivedSwap =>
  deriveSwap(facts, { now, legs: Math.max(route.draft.legs.length, 1), storedStatus: swap.status });

/** The hash of the payment, or of the transaction that replaced it. */
export const currentHash = ({ swap, facts }: Pick<KnownSwap, 'swap' | 'facts'>): string =>
  facts.findLast((fact) => fact.kind === 'inboundReplaced')?.byHash ?? swap.hash;

/** Loads everything stored of a swap. @param given its facts, where they have just been loaded. */
export async function knownSwap(
  store: Pick<Store, 'observationsOf' | 'loadChannel' | 'channelsOfRoute'>,
  route: TrackedRoute,
  swap: StoredSwap,
  given?: Observation[],
): Promise<KnownSwap> {
  const [facts, channels] = await Promise.all([
    given ?? store.observationsOf(swap.id),
    channelsOf(store, swap, route.draft),
  ]);
  return { route, swap, facts, channels };
}
