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
