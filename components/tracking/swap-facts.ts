/** Plain facts of one tracking answer that its steps and its words share. */
import type { TrackData } from '../../lib/api/schemas/track.ts';
import { parseAsset } from '../../lib/domain/asset.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { shortAmount } from '../ui/format.ts';

export const symbolOf = (asset: string | undefined): string => {
  const parsed = asset ? parseAsset(asset) : undefined;
  return parsed?.ok ? parsed.asset.symbol : '';
};
export const chainOfAsset = (asset: string | undefined): ChainId | undefined => {
  const parsed = asset ? parseAsset(asset) : undefined;
  return parsed?.ok ? parsed.asset.chain : undefined;
};
export const money = (amount: string | undefined, asset: string | undefined): string =>
  amount === undefined ? symbolOf(asset) : `${shortAmount(amount)} ${symbolOf(asset)}`;

/** One transaction on one chain does it all: there is nothing to wait for behind it. */
export const isAtOnce = ({ route }: TrackData): boolean =>
  route?.providers.length === 1 && (route.providers[0] === 'ONEINCH' || route.providers[0] === 'JUPITER');

/** Both sides lock what they swap, and a secret opens both locks. */
export const isLocked = ({ route }: TrackData): boolean => route?.providers[0] === 'GARDEN';

/** Hash of the payment, as far as there is one: that of another payment is none. */
export const paymentHash = (data: TrackData): string | undefined =>
  data.mismatch?.length ? undefined : (data.inbound?.hash ?? data.quoteInfo?.trackParams?.hash);
