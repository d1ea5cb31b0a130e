/**
 * Defines what a person or a program asked for. A payment is held against this, never against what an answer repeats
 * of it.
 */

export type AskedSwap = {
  /** Identifiers of assets: `ETH.USDC-0x…`. */
  sellAsset: string;
  buyAsset: string;
  /** Decimal, in the sold asset's own unit. */
  sellAmount: string;
  /** Who pays; absent where that was left open. */
  sourceAddress?: string | undefined;
  /** An address: names are resolved before anything is asked. */
  destinationAddress: string;
  /** Where what cannot be swapped goes, where that was asked for; else to who pays. */
  refundAddress?: string | undefined;
  /** Tolerance. 10000: none is asked for. */
  slippageBps: number;
  /** The highest fee of a site or an integrator that was agreed to, basis points. */
  affiliateFeeBps?: number | undefined;
  /**
   * Who may get that fee: THORNames, MAYANames or addresses, as memos of THORChain and Maya name them, Chainflip's
   * accounts (`cF…`), as its channels store them, and owners of the token accounts that Jupiter pays. Absent: whoever the
   * service names.
   */
  affiliates?: readonly string[] | undefined;
  /** The highest fee for a deposit that counts before its confirmations, basis points. */
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

/** What others than the service that made the route say of where it pays to. */
export type Witnessed = {
  /** Vaults and channel addresses that witnesses named. Absent: no witness was asked, and payees are not compared. */
  payees?: readonly string[] | undefined;
  /** Contracts and programs beside those that are known here. */
  contracts?: readonly string[] | undefined;
};
