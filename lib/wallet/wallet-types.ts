/** What the page knows of wallets: accounts by chain, and one way to pay a route, whatever signs it. */
import type { ChainId } from '../domain/chain-id.ts';
import type { PaidBy, PayableRoute } from '../payments/payable-route.ts';
import type { Asked } from './assert-asked.ts';

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
  /** A Safe has the payment; its other owners sign, then it has a hash. */
  | 'waitingForOwners'
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
  | 'priceUnknown' // nobody could say whether the price still stands
  | 'replaced' // the wallet sent something else in place of the allowance
  | 'wrongAccount'
  | 'wrongNetwork'
  | 'notSupported'
  | 'contractAccount' // a contract pays, and the networks behind this route would not see it, or its hash is no hash
  | 'delegatedAccount' // EIP-7702: the same for accounts that run a contract's code
  | 'busy' // the wallet has a question open already (-32002)
  | 'locked'
  | 'disconnected' // the wallet does not know this page any more, or is gone from it
  | 'refusedByNetwork'
  | 'vetoed' // the site around this frame said no; its sentence is the message
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

export type ConnectOptions = {
  /** Offered second: where what is bought shall arrive. */
  receive?: ChainId;
  /** Where given, the sheet offers to go on without a wallet, and calls this. */
  withoutWallet?: () => void;
};

/** What `useWallets()` of components/wallet/wallet-provider.tsx answers. */
export type Wallets = {
  /** One for each connection: an EVM wallet stands once, as its account on Ethereum. */
  accounts: ConnectedAccount[];
  /** One for each chain that a connected wallet has an account on: those to ask balances for. */
  everyAccount: ConnectedAccount[];
  accountFor(chain: ChainId): ConnectedAccount | undefined;
  /** True where some wallet kind can make this payment on this chain (else the deposit card is the way). */
  canSign(chain: ChainId, kind?: PaymentKind): boolean;
  /** Opens the picker for that chain; undefined when the person closed it. */
  connect(chain: ChainId, options?: ConnectOptions): Promise<ConnectedAccount | undefined>;
  /** Connects a wallet of this page by its id, without the picker. @throws what the wallet throws. */
  adopt(chain: ChainId, walletId: string): Promise<ConnectedAccount | undefined>;
  disconnect(account: ConnectedAccount): void;
  /** The connected EVM wallet stands on another network than this chain's; false where that is not known. */
  isElsewhere(chain: ChainId): boolean;
  /** Asks the EVM wallet to go to this chain's network. @throws {PaymentError} */
  goTo(chain: ChainId): Promise<void>;
  /** Opens the sheet of all wallets: what is connected, and what can be. */
  manage(): void;
  /** Loads what paying from that chain needs, so that the wallet opens within the gesture that asks for it. */
  prepare(chain: ChainId): void;
  /**
   * Checks the route against what was reviewed, gets approvals, signs and sends.
   * `onHash` is called the moment the hash is known, before it is broadcast where the chain allows that.
   * @throws {PaymentError}
   */
  pay(payment: {
    account: ConnectedAccount;
    /** What the person asked for: the route is held against it once more. */
    asked: Asked;
    /** A route of the wire, with `tx` and `meta.approvals` where it has them. */
    route: PayableRoute;
    /** Where the route stands; needed to pay by signature. */
    place?: RoutePlace;
    /** `signature`: the route's typed data is signed and the provider pays the gas. Default: the transaction is sent. */
    by?: PaidBy;
    onStep(step: PayStep): void;
    onHash(hash: string): void;
    /** Asked right before an allowance and before the payment go to the wallet. @throws {PaymentError} `vetoed` */
    before?(deed: PaymentDeed): Promise<void>;
    /**
     * Called, also after `pay` has answered, when the wallet sent something else in the payment's place. `repriced`: the
     * same payment with another fee, tracked by its new hash from then on; else the payment was not made.
     */
    onReplaced?(now: ReplacedPayment): void;
  }): Promise<{ hash: string }>;
};

/** What a wallet is asked to sign. */
export type PaymentDeed = 'approval' | 'payment';

export type ReplacedPayment = { reason: 'repriced' | 'cancelled' | 'replaced'; hash: string };

/**
 * `transaction` as the route prepared it; `memo` and `transfer` to an address, with and without a memo, where nobody
 * prepares anything; `signature` of typed data.
 */
export type PaymentKind = 'transaction' | 'memo' | 'transfer' | 'signature';

export type RoutePlace = { quoteId: string; routeIndex: number };
