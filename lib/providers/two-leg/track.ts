/**
 * Follows a route of two legs: each leg by its own provider and its own draft, reported as one swap. The end of a leg
 * ends the swap only when nothing else is under way: money between the legs has not failed.
 */

import type { Amount } from '../../domain/amount.ts';
import { isWithin } from '../../domain/is-within.ts';
import type { Observation, ObserveResult } from '../../domain/swap-status.ts';
import type { CallOptions, TrackedLeg } from '../provider.ts';
import { legName } from './legs.ts';
import { type DeliverySetup, trackDelivery } from './track-delivery.ts';
import type { TwoLegSetup } from './two-leg.ts';

export type TrackSetup = DeliverySetup & Pick<TwoLegSetup, 'first' | 'second'>;

const NOTHING: ObserveResult = { observations: [], stale: false };

/** Chainflip needs a while to know a channel, and blocks callers who ask too often for unknown ones. */
export const UNKNOWN_AT_FIRST_MS = 15_000;

/** A first leg that is one transaction and failed has sold nothing: the payment never happened. */
function asPayment(fact: Observation, { hash, chain }: TrackedLeg): Observation {
  if (fact.kind !== 'providerFailed') return fact;
  const { at, reason, cause } = fact;
  return { kind: 'inboundFailed', at, reason, ...(cause ? { cause } : {}), tx: { hash, chain } };
}

/** The first leg has paid: the fate of that deposit ends the second leg and does not concern the user's own payment. */
const asSecondLeg = ({ pair }: TrackSetup, fact: Observation, { hash, leg }: TrackedLeg): Observation =>
  fact.kind === 'inboundFailed' && (hash !== '' || fact.tx !== undefined)
    ? {
        kind: 'providerFailed',
        at: fact.at,
        leg,
        reason: `The first leg is through. ${legName(pair, 1)}: ${fact.reason}`,
      }
    : fact;

/** The transaction of the first leg, which pays into the second leg's channel. */
async function swapIntoChannel(
  { first }: TrackSetup,
  tracked: TrackedLeg,
  options: CallOptions,
): Promise<ObserveResult> {
  const { twoLeg } = tracked.route;
  if (!twoLeg || tracked.hash === '') return NOTHING;
  const { channel: _between, ...rest } = tracked;
  const seen = await first.track({ ...rest, route: twoLeg.legs[0] }, options);
  return { observations: seen.observations.map((fact) => asPayment(fact, tracked)), stale: seen.stale };
}

/** Dust that another sender paid before is counted with the deposit. */
const WITH_DUST = 1000n;

/** Whether a deposit of that amount can be the first leg's payment; it can when either amount is unknown. */
function canBe(paidIn: Amount | undefined, deposit: Amount | undefined): boolean {
  if (!paidIn || !deposit) return true;
  const more = deposit.baseUnits - paidIn.baseUnits;
  return more >= 0n && more * WITH_DUST <= paidIn.baseUnits;
}

/**
 * A deposit on Solana is counted from the balance, and its transaction is named late: until then it is recognised by
 * its amount. When the channel shows another deposit (anyone can pay into it) this one is asked for by its own hash.
 */
async function depositOnSolana({ second }: TrackSetup, tracked: TrackedLeg, options: CallOptions) {
  const shown = await second.track({ ...tracked, hash: '' }, options);
  const deposit = shown.observations.find((fact) => fact.kind === 'providerSeen');
  if (tracked.hash === '' || !deposit || deposit.tx?.hash === tracked.hash) return shown;
  const own = await second.track(tracked, options);
  if (deposit.tx !== undefined) return own;
  const isOurs = own.observations.every(
    (fact) => fact.kind !== 'providerSeen' || canBe(tracked.paidIn, fact.tx?.amount),
  );
  return isOurs ? own : { ...NOTHING, stale: own.stale };
}

/** The channel between the legs; also while the payment is unknown, which is then recognised by what arrived there. */
async function channelBetween(setup: TrackSetup, tracked: TrackedLeg, options: CallOptions): Promise<ObserveResult> {
  const { twoLeg } = tracked.route;
  const channel = twoLeg?.channel ?? tracked.channel;
  if (!twoLeg || !channel) return NOTHING;
  if (tracked.hash === '' && isWithin(UNKNOWN_AT_FIRST_MS, tracked.knownSince, setup.now())) return NOTHING;
  const asked = { ...tracked, route: twoLeg.legs[1], channel };
  const seen = await (tracked.chain === 'SOL'
    ? depositOnSolana(setup, asked, options)
    : setup.second.track(asked, options));
  return { observations: seen.observations.map((fact) => asSecondLeg(setup, fact, tracked)), stale: seen.stale };
}

/** The deposit and the swap of the first leg: the channel pays the receiver, wherever its owner is paid in the end. */
async function depositForReceiver(
  { first, now }: TrackSetup,
  tracked: TrackedLeg,
  options: CallOptions,
): Promise<ObserveResult> {
  const { twoLeg } = tracked.route;
  const known = tracked.channel ?? twoLeg?.channel;
  if (!twoLeg || (tracked.hash === '' && isWithin(UNKNOWN_AT_FIRST_MS, tracked.knownSince, now()))) return NOTHING;
  const [route] = twoLeg.legs;
  const { channel: _other, ...rest } = tracked;
  const channel = known && { ...known, destinationAddress: route.destinationAddress };
  return first.track({ ...rest, route, ...(channel ? { channel } : {}) }, options);
}

/**
 * Makes one look at a leg. `tracked.route` is the whole route; a leg's own provider gets the leg's own draft. An
 * upstream's failure is `stale`, never an end.
 */
export async function trackTwoLeg(
  setup: TrackSetup,
  tracked: TrackedLeg,
  options: CallOptions,
): Promise<ObserveResult> {
  if (setup.pair.meeting === 'channel')
    return (tracked.leg === 0 ? swapIntoChannel : channelBetween)(setup, tracked, options);
  return (tracked.leg === 0 ? depositForReceiver : trackDelivery)(setup, tracked, options);
}
