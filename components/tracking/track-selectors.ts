/** Derives from one tracking answer the facts that its steps and texts share. */

import type { TrackData } from '../../lib/api/schemas/track.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { PROVIDER_NAMES, type ProviderId } from '../../lib/domain/provider-id.ts';
import { splitAsset } from '../../lib/domain/split-asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { traitsOf } from '../../lib/payments/traits.ts';
import { isPaidByDeposit } from '../deposit/channel-text.ts';
import { shortAmount } from '../ui/format.ts';

export const symbolOf = (asset: string | undefined): string => {
  const parsed = asset ? splitAsset(asset) : undefined;
  return parsed?.ok ? parsed.asset.symbol : '';
};
export const chainOfAsset = (asset: string | undefined): ChainId | undefined => {
  const parsed = asset ? splitAsset(asset) : undefined;
  return parsed?.ok ? parsed.asset.chain : undefined;
};

/** Marks text that reads left to right for use in a right-to-left sentence. U+2066 and U+2069: isolates of UAX #9. */
export const leftToRight = (t: Text, text: string): string => (t.dir === 'rtl' && text ? `\u2066${text}\u2069` : text);

/** "0.5 BTC"; the symbol alone when the amount is unknown. */
export const money = (t: Text, amount: string | undefined, asset: string | undefined): string =>
  leftToRight(t, amount === undefined ? symbolOf(asset) : `${shortAmount(amount, t.tag)} ${symbolOf(asset)}`);

/** A provider's name without its manner of swapping: "THORChain", not "THORChain, streaming". */
export const shortProvider = (id: ProviderId): string => PROVIDER_NAMES[id].split(',')[0] ?? id;

/** The facts of a two-leg route. */
export type TwoLegs = {
  /** Names of the two providers. */
  names: readonly [string, string];
  /** The asset in which the legs meet. */
  bridge: string;
  /** The payment itself is the first leg: one transaction swaps and pays the second leg. */
  paysByItself: boolean;
  /** What the first leg paid out, if known. */
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

/** Whether the first leg is known to be done. */
export function isHandedOver(data: TrackData, { handedOver }: Pick<TwoLegs, 'handedOver'>): boolean {
  const ends: readonly string[] = ['swapDone', 'payoutPlanned', 'payoutSent'];
  return (
    handedOver !== undefined ||
    data.timeline?.some((entry) => entry.leg === 1 || (entry.leg === 0 && ends.includes(entry.milestone))) === true
  );
}

/** Whether the second provider has seen the first leg's payout. */
export const isAtSecond = (data: TrackData): boolean => data.timeline?.some((entry) => entry.leg === 1) === true;

/**
 * Whether the bridge asset was paid instead of the bought one: 'fallback' at the destination, 'refund' back at the
 * sender; else undefined.
 */
export function paidInBridge(data: TrackData): 'fallback' | 'refund' | undefined {
  const legs = twoLegsOf(data);
  if (!legs || !data.refund) return undefined;
  if (data.refund.fallback) return 'fallback';
  const asset = data.refund.asset?.toLowerCase();
  return asset === legs.bridge.toLowerCase() && asset !== data.route?.sellAsset.toLowerCase() ? 'refund' : undefined;
}

/** Whether one transaction on one chain does everything, so that nothing follows it. */
export const isAtOnce = ({ route }: TrackData): boolean =>
  route?.providers.length === 1 && traitsOf(route.providers[0]).settlesInOneTransaction === true;

/** Whether both sides lock what they swap, and a secret opens both locks. */
export const isLocked = ({ route }: TrackData): boolean => traitsOf(route?.providers[0]).locksByHash === true;

/** The hash of the payment, if known; undefined when it belongs to another payment. */
export const paymentHash = (data: TrackData): string | undefined =>
  data.mismatch?.length ? undefined : (data.inbound?.hash ?? data.quoteInfo?.trackParams?.hash);

/** Where refunds go: to the address given for them, or back to the sender of the payment. */
export const refundTarget = ({ depositChannel, route }: TrackData): 'refundAddress' | 'sender' =>
  depositChannel && (!route || isPaidByDeposit(route)) ? 'refundAddress' : 'sender';

type Entry = NonNullable<TrackData['timeline']>[number];

/** When the first of these milestones was seen, Unix milliseconds. */
export function seenAt({ timeline }: TrackData, ...milestones: Entry['milestone'][]): number | undefined {
  const entry = timeline?.find(({ milestone }) => milestones.includes(milestone));
  return entry && Date.parse(entry.at);
}

/** When a finished swap ended, by its evidence; Unix milliseconds. */
export function endedAt({ timeline }: TrackData): number | undefined {
  const ends: readonly string[] = ['payoutSent', 'refundSent', 'paymentFailed', 'swapFailed'];
  const entry = timeline?.findLast(({ milestone }) => ends.includes(milestone));
  return entry && Date.parse(entry.at);
}
