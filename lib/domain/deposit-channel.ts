/** Describes a deposit channel to adapters, tracking and the page alike. */

export type OpenedChannel = {
  /** In the spelling of the deposit chain. */
  depositAddress: string;
  /** The full id, such as `6726421-Bitcoin-34009`. */
  channelId: string;
  /** Block height of the state chain at which the channel was opened. */
  issuedBlock: number;
  /** Last block height of the deposit chain at which a deposit counts. */
  sourceChainExpiryBlock: number;
  /** The expiry height as a time in unix ms; an estimate. */
  expiresAt: number;
  /** False: no node of the network could confirm it. Absent: it was opened before nodes were asked. */
  witnessed?: boolean;
};

/** An opened channel with the address that its swap pays to and the address that its refunds go to. */
export type RoutedChannel = OpenedChannel & { destinationAddress: string; refundAddress: string };

const MARGIN_MS = 30 * 60_000;

/**
 * Unix ms until which a channel is shown to a user who has yet to pay. This is half an hour before its end, since a
 * payment needs time to get into a block, or the last tenth of its life when that is shorter.
 */
export const usableUntil = (channel: Pick<OpenedChannel, 'expiresAt'>, openedAt: number): number =>
  Math.floor(channel.expiresAt - Math.min(MARGIN_MS, Math.max(channel.expiresAt - openedAt, 0) / 10));
