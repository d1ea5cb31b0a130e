/**
 * Defines what an adapter offers. Quoting has no side effect upstream; an adapter throws only `ProviderError`;
 * amounts are `Amount`; units are converted inside the adapter and nowhere else.
 */
import type { ChainClients } from '../chain-clients/chain-clients.ts';
import type { Fetch } from '../chain-clients/pooled-fetch.ts';
import type { Settings } from '../config/env.ts';
import { type Amount, formatAmount } from '../domain/amount.ts';
import type { Asset } from '../domain/asset.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { OpenedChannel, RoutedChannel } from '../domain/deposit-channel.ts';
import type { ProviderErrorCode } from '../domain/errors.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { ObserveResult } from '../domain/swap-status.ts';
import type { WantedOutput } from '../domain/wanted-output.ts';
import type { WitnessFacts } from '../domain/witnesses.ts';

export type Pair = { sellAsset: Asset; buyAsset: Asset };

/**
 * Gas units for the called contract alone, and the length of its message. Source: Chainflip's cross-chain messaging.
 */
export type PayoutCallSize = { gasBudget: bigint; messageBytes: number };

/** The call of a payout to the contract at its destination. */
export type PayoutCall = { message: `0x${string}`; gasBudget: bigint };

/**
 * A swap that another contract makes later with an amount of its own: the call, and the positions of the words to
 * replace in its data (byte offsets, each a 32-byte word). Without `amountOffset` the amount is the call's value.
 */
export type SwapCall = {
  to: string;
  data: `0x${string}`;
  /** Of the quoted amount, in base units of the bought asset. */
  expected: bigint;
  least: bigint;
  amountOffset?: number;
  leastOffset: number;
};

/** A request for a quote to one provider id. `sellAmount` is the caller's decimal string, above zero. */
export type ProviderQuoteRequest = Pair & {
  providerId: ProviderId;
  sellAmount: string;
  /** 0 to 10000; 10000 means no limit, 0 the tightest that can be expressed. */
  slippageBps: number;
  sourceAddress?: string;
  destinationAddress?: string;
  /**
   * `payout` is what the setting AFFILIATES maps the name to for this upstream (a THORName, say); undefined: not set.
   */
  affiliate?: { name: string; feeBps: number; payout?: Record<string, string> };
  includeTx: boolean;
  /** Where refunds go; undefined: to the payer. A provider that cannot refund there offers no route. */
  refundAddress?: string;
  /** The transaction is made whatever the account holds now, and is not simulated. */
  allowUnfunded?: boolean;
  /** Chainflip's payout calls a contract with a message: the quote includes its cost. */
  payoutCall?: PayoutCallSize;
  /**
   * A contract will make the swap with an amount that is not known yet: only paths whose call allows amount and
   * minimum output to be replaced (`SwapCall`) may be quoted.
   */
  adjustable?: boolean;
  /** Bitcoin sells: above zero, boosted variants are offered beside the plain ones, up to this fee. */
  maxBoostFeeBps?: number;
};

type WithoutSale = Omit<ProviderQuoteRequest, 'sellAmount'>;

/** As a caller asks: with what is sold, or with the output that is wanted in its place. */
export type AskedQuote = ProviderQuoteRequest | WantedQuote;
export type WantedQuote = WithoutSale & { sellAmount?: undefined; wanted: WantedOutput };

/** The request for the route that was found: of a wanted output, with what that route sells. */
export const requestFor = (asked: AskedQuote, { sell }: Pick<RouteDraft, 'sell'>): ProviderQuoteRequest =>
  asked.sellAmount === undefined ? { ...asked, sellAmount: formatAmount(sell) } : asked;

/**
 * What to sell for a wanted output, decimal: an estimate, which a quote confirms; absent where the upstream gave none.
 * `questions` that it took upstream.
 */
export type SaleEstimate = { sellAmount?: string; questions: 0 | 1 };

export type ListedToken = {
  asset: Asset;
  name: string;
  decimals: number;
  /** The decimals could not be read just now: another list's are truer. */
  guessesDecimals?: true;
  /** Ids of this upstream that can swap it now. */
  providers: ProviderId[];
  priceUsd?: number;
  logoURI?: string;
  /** The upstream lists it but has not verified it. */
  unverified?: true;
  /** Set when it is listed but cannot be swapped now: the reason, a sentence. Left out of GET /v1/tokens. */
  unavailable?: string;
};

export type ChannelRequest = {
  /** As quoted and stored: assets, price, DCA, boost and the contents of `tracking`. */
  route: RouteDraft;
  destinationAddress: string;
  refundAddress: string;
  affiliate?: ProviderQuoteRequest['affiliate'];
  /** Undefined: as the route was quoted. 0: no boost. */
  maxBoostFeeBps?: number;
  /** The payout calls the contract at `destinationAddress`. The route was quoted with its size. */
  payoutCall?: PayoutCall;
};

/**
 * `invalid`: the upstream refuses something that the caller sent (`field` names it). `refused`: it opened none, for
 * the reason given. `uncertain`: no clear answer, it may have opened one; never ask again for the same. `tooMany`:
 * its limit.
 */
export class ChannelError extends Error {
  override readonly name = 'ChannelError';
  readonly fault: 'invalid' | 'refused' | 'uncertain' | 'tooMany';
  readonly field: string | undefined;
  constructor(fault: ChannelError['fault'], message: string, options: { field?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.fault = fault;
    this.field = options.field;
  }
}

export const isChannelError = (error: unknown): error is ChannelError =>
  error instanceof Error && error.name === 'ChannelError' && 'fault' in error;

/** The deployment's settings for deposit channels. */
export type ChannelPolicy = {
  limits: { enabled: boolean; perClientADay: number; aDay: number };
  /** Refund addresses for requests that name none. */
  refundAddresses: Partial<Record<ChainId, string>>;
  /** Whether a channel can pay an affiliate's share. */
  paysAffiliates: boolean;
};

/** For a deployment that opens no channels. */
export const NO_CHANNELS: ChannelPolicy = {
  limits: { enabled: false, perClientADay: 0, aDay: 0 },
  refundAddresses: {},
  paysAffiliates: false,
};

export type ChannelOpener = {
  policy: ChannelPolicy;
  /** An amount well within the limits, as a decimal string: it prices a channel without an amount. */
  referenceAmount(pair: Pair, options: CallOptions): Promise<string>;
  /**
   * Opens exactly one channel. Called once for the same terms; the answer has been checked against the request.
   * Deliberately throws {ChannelError} only.
   */
  open(request: ChannelRequest, options: CallOptions): Promise<OpenedChannel>;
};

/** A route whose order exists upstream. `livesUntil` (unix ms): from then on it is not handed out for payment. */
export type PreparedRoute = { draft: RouteDraft; livesUntil: number };

/**
 * Creates what a route needs upstream before it can be paid (an order, say). Used only for requests with `includeTx`
 * and both addresses, by which the caller declares that it is about to sign; `quote` itself creates nothing.
 */
export type RoutePreparer = {
  needs(draft: RouteDraft, request: ProviderQuoteRequest): boolean;
  /**
   * Creates it. Called once for the same terms, with time of its own (CREATE_TIMEOUT_MS and more), and finished even
   * when the request ends. The returned draft is stored before it is passed on and holds everything that `complete`
   * and `track` need (JSON), the order's number in `orderId`; its amounts are the order's. @throws {ProviderError};
   * nothing was created then that could take money.
   */
  create(draft: RouteDraft, request: ProviderQuoteRequest, options: CallOptions): Promise<PreparedRoute>;
  /**
   * Adds what changes from block to block: approvals, gas, the transaction. Creates nothing; may be called
   * repeatedly. Undefined: it is paid or over, and the same terms get a new one. @throws {ProviderError}
   */
  complete(prepared: RouteDraft, request: ProviderQuoteRequest, options: CallOptions): Promise<RouteDraft | undefined>;
};

/** A leg under way, with everything that was stored when it was quoted. */
export type TrackedLeg = {
  route: RouteDraft;
  /** Zero-based. */
  leg: number;
  /** The channel that was opened for the route, if any. */
  channel?: RoutedChannel;
  /** '' while only the channel or the order (`route.orderId`) is known. */
  hash: string;
  chain: ChainId;
  /** The payout of the leg before, when known: this one's deposit. */
  paidIn?: Amount;
  /** When the swap became known here, unix ms. */
  knownSince: number;
};

/** A chain that the upstream trades; `stopped` is a sentence, set while it does not. */
export type ChainTrade = { chain: ChainId; stopped?: string };

/** A name in the upstream's own registry: its address on each chain. */
export type NameRecord = { addresses: ReadonlyMap<ChainId, string>; expired: boolean };

export type NameRegistry = {
  service: 'THORName' | 'MAYAName';
  /** Undefined: the name has no owner. @throws {ProviderError} when the registry cannot be asked. */
  find(name: string, options: CallOptions): Promise<NameRecord | undefined>;
};

/**
 * `budgetMs`: how long the caller waits from now on, when known; work that cannot finish by then is not begun.
 * `helpers` aborts a little sooner, and ends the optional parts of the answer.
 */
export type CallOptions = { signal: AbortSignal; budgetMs?: number; helpers?: AbortSignal };

export type Provider = {
  /** The upstream's folder name. */
  name: string;
  ids: readonly ProviderId[];
  /** Longest time of this provider's quote, when that is less than the deadline of the whole. */
  timeoutMs?: number;
  /** Cheap and local. Undefined: worth asking. */
  refuse(pair: Pair, providerId: ProviderId): { code: ProviderErrorCode; message: string } | undefined;
  quote(request: ProviderQuoteRequest, options: CallOptions): Promise<RouteDraft[]>;
  /**
   * Present when this upstream says, or its known pools tell, what to sell for a wanted output. Undefined: not for
   * this one. @throws {ProviderError}
   */
  saleFor?(request: WantedQuote, options: CallOptions): Promise<SaleEstimate | undefined>;
  track(leg: TrackedLeg, options: CallOptions): Promise<ObserveResult>;
  tokens(options: CallOptions): Promise<ListedToken[]>;
  /**
   * Present when the upstream reports for whole chains whether it trades there: every chain it reaches, as it is now.
   * @throws {ProviderError} when that is unavailable.
   */
  pauses?(options: CallOptions): Promise<readonly ChainTrade[]>;
  /**
   * Present when nodes of several operators confirm the payee, as far as they are configured. `setting` lists the nodes.
   * Makes no request.
   */
  witnesses?(): WitnessFacts & { setting: string };
  /** Present when the upstream's network has names that resolve to addresses. */
  names?: NameRegistry;
  /**
   * Present when a route of this upstream can be a leg: the minimum output that the quoted route would guarantee if
   * this other amount (base units, not above the quoted) were sold under the same terms.
   */
  guaranteeFor?(draft: RouteDraft, sellBaseUnits: bigint): bigint;
  /**
   * Present when a contract can make this upstream's swap: `sourceAddress` is that contract, which need not hold
   * anything yet, and the output goes to `destinationAddress`. @throws {ProviderError} also when the answer's amounts
   * cannot be replaced.
   */
  swapCall?(request: ProviderQuoteRequest, options: CallOptions): Promise<SwapCall>;
  /** Present when this upstream takes deposits by channels that are opened on request. */
  channels?: ChannelOpener;
  /** Present when routes need something created upstream before they can be paid. */
  prepare?: RoutePreparer;
  /**
   * Present when a signature of the route's `typedData` can be the payment: the upstream sends it to the chain
   * itself. Returns the hash of that transaction. @throws {ProviderError}
   */
  submitSignature?(draft: RouteDraft, signature: string, options: CallOptions): Promise<{ hash: string }>;
};

/**
 * The dependencies of every adapter. `log` gets one structured line for each upstream call; never addresses in full,
 * never keys.
 */
export type ProviderDeps = {
  fetch: Fetch;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

/** The input from which each upstream makes its provider. */
export type RegistryDeps = ProviderDeps & { settings: Pick<Settings, 'network' | 'upstreams'>; clients: ChainClients };
