/** A deposit channel as everybody who deals with one knows it. */

export type OpenedChannel = {
  /** As the deposit chain writes it. */
  depositAddress: string;
  /** Full form: `6726421-Bitcoin-34009`. */
  channelId: string;
  /** State-chain block. */
  issuedBlock: number;
  /** Height of the deposit chain up to which a deposit counts. */
  sourceChainExpiryBlock: number;
  /** The same as a time, unix ms; an estimate. */
  expiresAt: number;
};

/** With where its swap pays, and where its refunds go. */
export type RoutedChannel = OpenedChannel & { destinationAddress: string; refundAddress: string };

const MARGIN_MS = 30 * 60_000;

/**
 * Unix ms until which a channel is shown to somebody who has yet to pay: half an hour before its end, since a payment
 * needs time to get into a block; for short-lived channels the last tenth of their life.
 */
export const usableUntil = (channel: Pick<OpenedChannel, 'expiresAt'>, openedAt: number): number =>
  Math.floor(channel.expiresAt - Math.min(MARGIN_MS, Math.max(channel.expiresAt - openedAt, 0) / 10));
