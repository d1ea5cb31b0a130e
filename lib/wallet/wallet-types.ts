/** Defines the page's view of wallets: accounts by chain, and one way to pay a route, whatever signs it. */
import type { ChainId } from '../domain/chain-id.ts';
import type { AskedSwap, Witnessed } from '../payments/asked-swap.ts';
import type { PaidBy, PayableRoute } from '../payments/payable-route.ts';

/** The request that a payment is compared with before a wallet is asked; `witnessed` from the review. */
export type Asked = AskedSwap & { witnessed?: Witnessed | undefined };

export type ConnectedAccount = { walletId: string; walletName: string; chain: ChainId; address: string };

export type WalletOption = {
  id: string;
  name: string;
  /** data: URL or undefined. */
  icon?: string;
};

/** The steps of a payment, in order; each appears only when it applies. */
export type PayStep =
  | 'switchingNetwork'
  | 'checking'
  /** The allowance is a message to sign (EIP-2612), which the payment carries. */
  | 'permitting'
  | 'approving'
  | 'waitingForApproval'
  | 'signing'
  /** Allowance and payment in one request: both happen or neither does, or one after the other. */
  | 'signingAtOnce'
  | 'signingInTurn'
  /** A Safe has the payment; its other owners sign, then it has a hash. */
  | 'waitingForOwners'
  /** The signature is submitted to the provider, which sends the payment and pays the gas. */
  | 'handingIn'
  | 'sending'
  | 'sent';

/** Every way in which a payment stops. */
export const PAYMENT_FAULTS = [
  'rejected', // refused in the wallet
  'permitRefused', // the allowance was not signed; a transaction can still give it
  'mismatch', // what would be signed, or what was signed, differs from the route
  'expired',
  'insufficientFunds',
  'lowGas', // too little of the chain's own coin for the network fee
  'priceMoved', // the chain would pay out less than the limit
  'priceUnknown', // it is unknown whether the price is still valid
  'replaced', // the wallet sent another transaction instead of the allowance
  'wrongAccount',
  'wrongNetwork',
  'notSupported',
  'contractAccount', // a contract pays, and the networks behind this route would not see it, or its hash is no hash
  'delegatedAccount', // EIP-7702: the same for accounts that delegate to a contract
  'busy', // the wallet has a question open already (-32002)
  'locked',
  'disconnected', // the wallet no longer knows this page, or is gone from it
  'refusedByNetwork',
  'vetoed', // the site around this frame refused; its sentence is the message
  'unknown',
] as const;
export type PaymentFault = (typeof PAYMENT_FAULTS)[number];

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
  /** Offered second: the chain that receives the bought asset. */
  receive?: ChainId;
  /** When given, the sheet offers to go on without a wallet, and calls this. */
  withoutWallet?: () => void;
};

/** What is paid, by whom, and who is told of it. */
export type PaymentRequest = {
  account: ConnectedAccount;
  /** The person's request: the route is compared with it once more. */
  asked: Asked;
  /** A route of the wire, with `tx` and `meta.approvals` if it has them. */
  route: PayableRoute;
  /** The route's quote and index; required to pay by signature. */
  routeKey?: RouteKey;
  /** `signature`: the route's typed data is signed and the provider pays the gas. Default: the transaction is sent. */
  by?: PaidBy;
  /** `transaction`: an allowance is sent also where it could be signed (EIP-2612). */
  allowanceBy?: PaidBy | undefined;
  onStep(step: PayStep): void;
  onHash(hash: string): void;
  /** Called right before an allowance and before the payment go to the wallet. @throws {PaymentError} `vetoed` */
  before?(deed: PaymentDeed): Promise<void>;
  /**
   * Called, even after `pay` has returned, when the wallet replaced the payment. `repriced`: the same payment with
   * another fee, tracked by its new hash from then on; otherwise the payment was not made.
   */
  onReplaced?(now: ReplacedPayment): void;
};

/** The result of `useWallets()` of components/wallet/wallet-provider.tsx. */
export type Wallets = {
  /** One for each connection: an EVM wallet is listed once, as its account on Ethereum. */
  accounts: ConnectedAccount[];
  /** One for each chain that a connected wallet has an account on, to query balances. */
  everyAccount: ConnectedAccount[];
  accountFor(chain: ChainId): ConnectedAccount | undefined;
  /** Whether some wallet kind can make this payment on this chain (otherwise the deposit card is the way). */
  canSign(chain: ChainId, kind?: PaymentKind): boolean;
  /** Opens the picker for that chain; undefined when the person closed it. */
  connect(chain: ChainId, options?: ConnectOptions): Promise<ConnectedAccount | undefined>;
  /** Connects a wallet of this page by its id, without the picker. @throws the wallet's error. */
  adopt(chain: ChainId, walletId: string): Promise<ConnectedAccount | undefined>;
  disconnect(account: ConnectedAccount): void;
  /** Whether the connected EVM wallet is on another network than this chain's; false when unknown. */
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
  pay(payment: PaymentRequest): Promise<{ hash: string }>;
};

/** The kinds of transactions that a wallet is asked to sign. */
export type PaymentDeed = 'approval' | 'payment';

export type ReplacedPayment = { reason: 'repriced' | 'cancelled' | 'replaced'; hash: string };

/**
 * `transaction` as the route prepared it; `memo` and `transfer` to an address, with and without a memo, when nothing
 * is prepared; `signature` of typed data.
 */
export type PaymentKind = 'transaction' | 'memo' | 'transfer' | 'signature';

export type RouteKey = { quoteId: string; routeIndex: number };
export const sameRoute = (a: RouteKey, b: RouteKey): boolean =>
  a.quoteId === b.quoteId && a.routeIndex === b.routeIndex;
