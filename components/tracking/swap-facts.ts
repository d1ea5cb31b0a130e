/** Plain facts of one tracking answer that its steps and its words share. */

import type { TrackData } from '../../lib/api/schemas/track.ts';
import { splitAsset } from '../../lib/domain/asset-parts.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { PROVIDER_NAMES, type ProviderId } from '../../lib/domain/provider-id.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { traitsOf } from '../../lib/payments/traits.ts';
import { isPaidByDeposit } from '../deposit/channel-words.ts';
import { shortAmount } from '../ui/format.ts';

export const symbolOf = (asset: string | undefined): string => {
  const parsed = asset ? splitAsset(asset) : undefined;
  return parsed?.ok ? parsed.asset.symbol : '';
};
export const chainOfAsset = (asset: string | undefined): ChainId | undefined => {
  const parsed = asset ? splitAsset(asset) : undefined;
  return parsed?.ok ? parsed.asset.chain : undefined;
};

/** Text that reads left to right also in a sentence that does not. U+2066 and U+2069: UAX #9, isolates. */
export const leftToRight = (t: Text, text: string): string => (t.dir === 'rtl' && text ? `\u2066${text}\u2069` : text);

/** "0.5 BTC"; the symbol alone where the amount is not known. */
export const money = (t: Text, amount: string | undefined, asset: string | undefined): string =>
  leftToRight(t, amount === undefined ? symbolOf(asset) : `${shortAmount(amount, t.tag)} ${symbolOf(asset)}`);

/** A provider without how it swaps: "THORChain", not "THORChain, streaming". */
export const shortProvider = (id: ProviderId): string => PROVIDER_NAMES[id].split(',')[0] ?? id;

/** What is to be told of a route of two legs. */
export type TwoLegs = {
  /** Of the two providers. */
  names: readonly [string, string];
  /** The asset in which the legs meet. */
  bridge: string;
  /** The first leg is the payment itself: one transaction swaps and pays the second leg. */
  paysByItself: boolean;
  /** What the first leg paid out, as far as it is known. */
  handedOver: string | undefined;
};

/** Undefined for a route of one leg. */
export function twoLegsOf({ route }: TrackData): TwoLegs | undefined {
  const [first, second] = route?.legs ?? [];
  if (!route || !first || !second) return undefined;
  return {
    names: [shortProvider(first.provider), shortProvider(second.provider)],
    bridge: route.meta.bridge?.asset ?? first.buyAsset,
    paysByItself: traitsOf(first.provider).settlesInOneTransaction === true,
    handedOver: first.actualBuyAmount,
  };
}

/** Whether the first leg is through, as far as anybody has said. */
export function isHandedOver(data: TrackData, { handedOver }: Pick<TwoLegs, 'handedOver'>): boolean {
  const ends: readonly string[] = ['swapDone', 'payoutPlanned', 'payoutSent'];
  return (
    handedOver !== undefined ||
    data.timeline?.some((entry) => entry.leg === 1 || (entry.leg === 0 && ends.includes(entry.milestone))) === true
  );
}

/** The second provider has seen what the first paid out. */
export const isAtSecond = (data: TrackData): boolean => data.timeline?.some((entry) => entry.leg === 1) === true;

/** The bridge asset in place of what was to be had: at the destination, or back at the sender's; else undefined. */
export function paidInBridge(data: TrackData): 'fallback' | 'refund' | undefined {
  const legs = twoLegsOf(data);
  if (!legs || !data.refund) return undefined;
  if (data.refund.fallback) return 'fallback';
  const asset = data.refund.asset?.toLowerCase();
  return asset === legs.bridge.toLowerCase() && asset !== data.route?.sellAsset.toLowerCase() ? 'refund' : undefined;
}

/** One transaction on one chain does it all: there is nothing to wait for behind it. */
export const isAtOnce = ({ route }: TrackData): boolean =>
  route?.providers.length === 1 && traitsOf(route.providers[0]).settlesInOneTransaction === true;

/** Both sides lock what they swap, and a secret opens both locks. */
export const isLocked = ({ route }: TrackData): boolean => traitsOf(route?.providers[0]).locksByHash === true;

/** Hash of the payment, as far as there is one: that of another payment is none. */
export const paymentHash = (data: TrackData): string | undefined =>
  data.mismatch?.length ? undefined : (data.inbound?.hash ?? data.quoteInfo?.trackParams?.hash);

/** Where refunds go: to an address that was named for them, or where the payment came from. */
export const refundPlace = ({ depositChannel, route }: TrackData): 'refundAddress' | 'sender' =>
  depositChannel && (!route || isPaidByDeposit(route)) ? 'refundAddress' : 'sender';

type Entry = NonNullable<TrackData['timeline']>[number];

/** Unix milliseconds of the first of these milestones that was seen. */
export function seenAt({ timeline }: TrackData, ...milestones: Entry['milestone'][]): number | undefined {
  const entry = timeline?.find(({ milestone }) => milestones.includes(milestone));
  return entry && Date.parse(entry.at);
}

/** Unix milliseconds at which a swap that is over ended, by its evidence. */
export function endedAt({ timeline }: TrackData): number | undefined {
  const ends: readonly string[] = ['payoutSent', 'refundSent', 'paymentFailed', 'swapFailed'];
  const entry = timeline?.findLast(({ milestone }) => ends.includes(milestone));
  return entry && Date.parse(entry.at);
}
