/** Defines the part of a wire route that describes the payment, and derives from it what every payment needs. */

/** The part of a wire route that paying needs; every wire route is one. */
export type PayableRoute = {
  /** The provider: decides the rules by which the transaction is compared with the route. */
  providers?: readonly string[] | undefined;
  sellAsset: string;
  sellAmount: string;
  buyAsset: string;
  sourceAddress: string;
  destinationAddress: string;
  expectedBuyAmountMaxSlippage: string;
  targetAddress?: string | undefined;
  inboundAddress?: string | undefined;
  memo?: string | undefined;
  expiration?: string | undefined;
  tx?: unknown;
  /** The part of each provider; of two legs the first is signed. */
  legs?:
    | readonly {
        provider: string;
        sellAsset: string;
        sellAmount: string;
        buyAsset: string;
        buyAmount?: string | undefined;
        buyAmountMaxSlippage: string;
      }[]
    | undefined;
  meta: {
    txType?: string | undefined;
    approvalAddress?: string | undefined;
    vaultAddress?: string | undefined;
    approvals?: unknown[] | undefined;
    txUnavailable?: string | undefined;
    /** The refund address, if one was requested; otherwise `sourceAddress`. */
    refundAddress?: string | undefined;
    /** The route may be paid without a memo, by a plain transfer to an address opened for it alone. */
    depositChannel?: unknown;
    /** The requested tolerance, percent. */
    slippagePercent?: number | undefined;
    /** Basis points of this site's fee. */
    affiliateFee?: number | undefined;
    /** The deposit is credited before its confirmations, for at most this fee. */
    boost?: { maxFeeBps: number } | undefined;
    /** The order upstream that waits for this payment alone. */
    orderId?: string | undefined;
    /** EIP-712 data whose signature can replace the transaction; untrusted. */
    typedData?: unknown;
    /**
     * EIP-2612 message (`Permit`) that is signed in place of the approvals; once it is, `tx` carries its signature.
     * Never taken from an answer: whoever pays adds it.
     */
    permit?: unknown;
    /** The asset in which the two legs of a route meet; the address once it was opened for this route. */
    bridge?: { asset: string; depositAddress?: string | undefined } | undefined;
  };
};

/** By its transaction, or by the signature of its typed data, for which another party sends one. */
export type PaidBy = 'transaction' | 'signature';

/** Where the route's refunds go. */
export const refundAddressOf = ({
  sourceAddress,
  meta,
}: Pick<PayableRoute, 'sourceAddress'> & { meta?: Pick<PayableRoute['meta'], 'refundAddress'> }): string =>
  meta?.refundAddress ?? sourceAddress;

/**
 * An address that was opened for this swap alone (a channel, an order) takes coins without a memo; any other address
 * of a route would lose them.
 */
export const isPlainTransfer = (route: PayableRoute): boolean =>
  route.memo === undefined &&
  route.inboundAddress !== undefined &&
  (route.meta.depositChannel !== undefined || route.meta.orderId !== undefined);

/** The route as it is paid by a transfer to its address: its transaction, and the copy of it, are not used. */
export const withoutTransaction = <T extends { tx?: unknown }>(route: T): T => ({
  ...route,
  tx: undefined,
  transaction: undefined,
});

/** The upstream that a route goes through first: `CHAINFLIP` for all its ids. */
export const upstreamOf = ({ providers }: PayableRoute): string | undefined =>
  providers?.[0]?.split('->')[0]?.replace(/_STREAMING$/, '');
