/** Asks the providers of a swap's legs what they know of it. */
import type { ObserveResult } from '../domain/swap-status.ts';
import { likelyChannel, type PayChannel } from './channel-payment.ts';
import type { KnownSwap } from './known-swap.ts';
import { attempt, type Look, type ObserveDeps } from './look.ts';
import type { Sighted } from './reconcile-observations.ts';
import { legsOf, longUnpaid, ofLaterLeg } from './tracked-legs.ts';

/**
 * The channel by which the provider follows the swap; undefined when it was paid another way and is followed by its
 * hash.
 */
export function channelToFollow({ swap, route, channels, facts }: KnownSwap, sighted: Sighted): PayChannel | undefined {
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

export async function askProviders(
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
