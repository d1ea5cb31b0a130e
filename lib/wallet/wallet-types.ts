/** What the page knows of wallets: accounts by chain, and one way to pay a route, whatever signs it. */
import type { ChainId } from '../domain/chain-id.ts';

export type ConnectedAccount = { walletId: string; walletName: string; chain: ChainId; address: string };

export type WalletOption = {
  id: string;
  name: string;
  /** data: URL or undefined. */
  icon?: string;
};

/** Where a payment stands, in order; each appears only where it applies. */
export type PayStep =
  | 'switchingNetwork'
  | 'checking'
  | 'approving'
  | 'waitingForApproval'
  | 'signing'
  /** What was signed is handed to the provider, which sends it and pays the gas. */
  | 'handingIn'
  | 'sending'
  | 'sent';

export type PaymentFault =
  | 'rejected' // refused in the wallet
  | 'mismatch' // what would be signed, or what was signed, differs from the route
  | 'expired'
  | 'insufficientFunds'
  | 'lowGas' // too little of the chain's own coin for the network fee
  | 'priceMoved' // the chain would pay out less than the limit
  | 'replaced' // the wallet sent something else in place of the allowance
  | 'wrongAccount'
  | 'wrongNetwork'
  | 'notSupported'
  | 'refusedByNetwork'
  | 'unknown';

/** `nothingSent` false means: a payment may be under way, look at the hash before trying again. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError';
  readonly fault: PaymentFault;
  readonly nothingSent: boolean;
  constructor(fault: PaymentFault, message: string, options: { nothingSent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.fault = fault;
    this.nothingSent = options.nothingSent;
  }
}

/** What `useWallets()` of components/wallet/wallet-provider.tsx answers. */
export type Wallets = {
  accounts: ConnectedAccount[];
  accountFor(chain: ChainId): ConnectedAccount | undefined;
  /** True where some wallet kind can sign for this chain (else the deposit card is the way). */
  canSign(chain: ChainId): boolean;
  /** Opens the picker for that chain; undefined when the person closed it. */
  connect(chain: ChainId): Promise<ConnectedAccount | undefined>;
  disconnect(account: ConnectedAccount): void;
  /**
   * Checks the route against what was reviewed, gets approvals, signs and sends.
   * `onHash` is called the moment the hash is known, before it is broadcast where the chain allows that.
   * @throws {PaymentError}
   */
  pay(payment: {
    account: ConnectedAccount;
    /** A route of the wire, with `tx` and `meta.approvals` where it has them. */
    route: PayableRoute;
    /** Where the route stands; needed to pay by signature. */
    place?: RoutePlace;
    /** `signature`: the route's typed data is signed and the provider pays the gas. Default: the transaction is sent. */
    by?: PaidBy;
    onStep(step: PayStep): void;
    onHash(hash: string): void;
  }): Promise<{ hash: string }>;
};

export type PaidBy = 'transaction' | 'signature';
export type RoutePlace = { quoteId: string; routeIndex: number };

/** The part of a wire route that paying needs; every wire route is one. */
export type PayableRoute = {
  /** Who swaps: decides by which rules the transaction is held against the route. */
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
  /** What each provider of the route does; of two legs the first is what is signed. */
  legs?:
    | readonly {
        provider: string;
        sellAsset: string;
        sellAmount: string;
        buyAsset: string;
        buyAmountMaxSlippage: string;
      }[]
    | undefined;
  meta: {
    txType?: string | undefined;
    approvalAddress?: string | undefined;
    vaultAddress?: string | undefined;
    approvals?: unknown[] | undefined;
    txUnavailable?: string | undefined;
    /** The route may be paid without a memo, by a plain transfer to an address opened for it alone. */
    depositChannel?: unknown;
    /** The tolerance that was asked for, percent. */
    slippagePercent?: number | undefined;
    /** Basis points of this site's fee. */
    affiliateFee?: number | undefined;
    /** The order upstream that waits for this payment alone. */
    orderId?: string | undefined;
    /** EIP-712 data whose signature can stand for the transaction; untrusted. */
    typedData?: unknown;
    /** Where the two legs of a route meet; the address once it was opened for this route. */
    bridge?: { asset: string; depositAddress?: string | undefined } | undefined;
  };
};
