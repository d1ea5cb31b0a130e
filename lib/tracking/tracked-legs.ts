/**
 * Lists the legs of a swap that are followed, each with what its payment is known by, and translates the reports on
 * later legs.
 */
import { PROVIDER_NAMES } from '../domain/provider-id.ts';
import type { Observation, Why } from '../domain/swap-status.ts';
import { traitsOf } from '../payments/traits.ts';
import type { TrackedLeg } from '../providers/provider.ts';
import type { PayChannel } from './channel-payment.ts';
import { currentHash, type KnownSwap } from './known-swap.ts';

/**
 * Whether no payment is named yet while its result is visible at the second leg's channel, which belongs to this
 * route alone.
 */
export const isWatchedAtSecondLeg = ({ swap, route }: KnownSwap): boolean =>
  swap.hash === '' &&
  route.draft.twoLeg?.channel !== undefined &&
  traitsOf(route.draft.legs[1]?.provider).opensDepositChannels === true;

/** A later leg: known by the payout of the one before, or, while that is unknown, by what was already seen of it. */
function laterLeg(known: KnownSwap, leg: number): Pick<TrackedLeg, 'hash' | 'chain' | 'paidIn'> | undefined {
  const paid = known.facts.findLast((fact) => fact.kind === 'outboundSent' && fact.leg === leg - 1);
  if (paid?.kind === 'outboundSent') {
    const { hash, chain, amount } = paid.tx;
    return { hash, chain, ...(amount ? { paidIn: amount } : {}) };
  }
  const chain = known.route.draft.legs[leg]?.sell.asset.chain;
  const isSeen = known.facts.some((fact) => 'leg' in fact && fact.leg === leg);
  return chain && (isSeen || (leg === 1 && isWatchedAtSecondLeg(known))) ? { hash: '', chain } : undefined;
}

/**
 * The legs whose payment is known: the first by the caller's hash or the channel that it went into, each later one by
 * the payout of the one before.
 */
export function legsOf(known: KnownSwap, channel: PayChannel | undefined): TrackedLeg[] {
  const { route, swap } = known;
  const { draft, chain } = route;
  const through = channel && traitsOf(draft.legs[0]?.provider).opensDepositChannels ? { channel: channel.channel } : {};
  const about = { route: draft, knownSince: swap.createdAt, ...through };
  return draft.legs.flatMap((_leg, leg): TrackedLeg[] => {
    const paid = leg === 0 ? { hash: currentHash(known), chain } : laterLeg(known, leg);
    return paid ? [{ ...about, leg, ...paid }] : [];
  });
}

const nothingPaid = (channelId: string): Why => ({
  reason: `Nothing was paid before the second leg’s deposit channel (${channelId}) ended. Do not sign its transaction any more; ask for a new quote.`,
  cause: 'expired',
});

/**
 * Turns a provider's report on a later leg's deposit into observations of the whole swap. That deposit is not the
 * user's payment: what happens to it ends the second leg, and a missing deposit means that nothing was paid.
 */
export function ofLaterLeg(known: KnownSwap, leg: number, said: readonly Observation[]): Observation[] {
  const { draft } = known.route;
  const all = [...known.facts, ...said];
  const isPaid = all.some(
    (fact) =>
      (fact.kind === 'outboundSent' && fact.leg === leg - 1) || (fact.kind === 'providerSeen' && fact.leg === leg),
  );
  const id = draft.legs[leg]?.provider;
  const name = id ? PROVIDER_NAMES[id] : 'Its provider';
  return said.flatMap((fact): Observation[] => {
    if (fact.kind === 'inboundSeen' || fact.kind === 'inboundReplaced') return [];
    if (fact.kind !== 'inboundFailed') return [fact];
    const { at, reason } = fact;
    if (isPaid)
      return [
        {
          kind: 'providerFailed',
          at,
          leg,
          reason: `The first leg is through. ${name}, the second leg: ${reason}`,
        },
      ];
    const channelId = draft.twoLeg?.channel?.channelId;
    return [channelId === undefined ? fact : { kind: 'inboundFailed', at, ...nothingPaid(channelId) }];
  });
}

/**
 * Long past its channel's end an unseen payment cannot arrive any more, even when its provider has dropped the
 * channel.
 */
const FORGOTTEN_AFTER_MS = 86_400_000;

export function longUnpaid({ route, swap, facts }: KnownSwap, now: number): Observation[] {
  const channel = route.draft.twoLeg?.channel;
  if (!channel || swap.hash !== '' || swap.channelId !== null || facts.length > 0) return [];
  const isOver = now > channel.expiresAt + FORGOTTEN_AFTER_MS;
  return isOver ? [{ kind: 'inboundFailed', at: now, ...nothingPaid(channel.channelId) }] : [];
}
