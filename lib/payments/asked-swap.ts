/**
 * Defines what a person or a program requested. A payment is compared with this, never with an answer's copy of the
 * request.
 */

export type AskedSwap = {
  /** Identifiers of assets: `ETH.USDC-0x…`. */
  sellAsset: string;
  buyAsset: string;
  /** Decimal, in the sold asset's own unit. */
  sellAmount: string;
  /** The payer; absent when left open. */
  sourceAddress?: string | undefined;
  /** An address: names are resolved before anything is requested. */
  destinationAddress: string;
  /** The refund address, if one was requested; otherwise the payer gets refunds. */
  refundAddress?: string | undefined;
  /** Tolerance. 10000: no limit requested. */
  slippageBps: number;
  /** The highest fee of a site or an integrator that was agreed to, basis points. */
  affiliateFeeBps?: number | undefined;
  /**
   * Who may get that fee: THORNames, MAYANames or addresses, as memos of THORChain and Maya name them, Chainflip's
   * accounts (`cF…`), as its channels store them, and owners of the token accounts that Jupiter pays. Absent: the one
   * that the service names.
   */
  affiliates?: readonly string[] | undefined;
  /** The highest fee for a deposit credited before its confirmations, basis points. */
  maxBoostFeeBps?: number | undefined;
  /** The route as it was chosen, or as it was agreed to later. */
  chosen?:
    | {
        provider: string;
        /** Decimal, of the bought asset. */
        leastBuyAmount: string;
      }
    | undefined;
};

/** Facts about the route's payees from sources other than the service that made the route. */
export type Witnessed = {
  /** Vaults and channel addresses that witnesses named. Absent: no witness was asked, and payees are not compared. */
  payees?: readonly string[] | undefined;
  /** Contracts and programs beside those known in the code. */
  contracts?: readonly string[] | undefined;
};
