/**
 * What an upstream must offer to be asked for quotes. Quoting has no side effect upstream; an adapter throws only
 * `ProviderError`; amounts are `Amount`; units are converted inside the adapter and nowhere else.
 */
import type { ChainClients } from '../chain-clients/chain-clients.ts';
import type { Fetch } from '../chain-clients/pooled-fetch.ts';
import type { Settings } from '../config/env.ts';
import type { Amount } from '../domain/amount.ts';
import type { Asset } from '../domain/asset.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { OpenedChannel, RoutedChannel } from '../domain/deposit-channel.ts';
import type { ProviderErrorCode } from '../domain/errors.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { ObserveResult } from '../domain/swap-status.ts';

export type Pair = { sellAsset: Asset; buyAsset: Asset };

/** Gas units for the called contract alone, and the length of its message. Source: Chainflip's cross-chain messaging. */
export type PayoutCallSize = { gasBudget: bigint; messageBytes: number };

/** What a payout calls the contract at its destination with. */
export type PayoutCall = { message: `0x${string}`; gasBudget: bigint };

/**
 * A swap as another contract makes it later, with an amount of its own: the call, and where in its data the words stand
 * that are to be replaced (byte offsets, each a 32-byte word). No `amountOffset`: the amount is the call's value.
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

/** A request for a quote as one provider id gets it. `sellAmount` is the caller's decimal string, above zero. */
export type ProviderQuoteRequest = Pair & {
  providerId: ProviderId;
  sellAmount: string;
  /** 0 to 10000; 10000 means no limit, 0 the tightest that can be expressed. */
  slippageBps: number;
  sourceAddress?: string;
  destinationAddress?: string;
  /** `payout` is what the setting AFFILIATES maps the name to for this upstream (a THORName, say); undefined: nothing. */
  affiliate?: { name: string; feeBps: number; payout?: Record<string, string> };
  includeTx: boolean;
  /** Where refunds go; undefined: to the payer. A provider that cannot refund there offers no route. */
  refundAddress?: string;
  /** An account's transaction is made whatever the account holds now, and is not tried out. */
  allowUnfunded?: boolean;
  /** Chainflip's payout calls a contract with a message: what that costs is in the quote. */
  payoutCall?: PayoutCallSize;
  /**
   * The swap will be made by a contract with an amount that is not known yet: only paths whose call lets amount and
   * least output be replaced (`SwapCall`) may be quoted.
   */
  adjustable?: boolean;
  /** Bitcoin sells: above zero, boosted variants are offered beside the plain ones, up to this fee. */
  maxBoostFeeBps?: number;
};

export type ListedToken = {
  asset: Asset;
  name: string;
  decimals: number;
  /** Ids of this upstream that can swap it now. */
  providers: ProviderId[];
  priceUsd?: number;
  logoURI?: string;
  /** The upstream lists it without vouching for it. */
  unverified?: true;
  /** Set when it is listed but cannot be swapped now: the reason, a sentence. Left out of GET /v1/tokens. */
  unavailable?: string;
};

export type ChannelRequest = {
  /** As it was quoted and stored: assets, price, DCA, boost and whatever `tracking` keeps. */
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
 * `invalid`: the upstream refuses something that the caller sent (`field` names it). `refused`: it opened none, for the
 * reason given. `uncertain`: no clear answer, it may have opened one; never ask again for the same. `tooMany`: its limit.
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

/** What the deployment's settings say of deposit channels. */
export type ChannelPolicy = {
  limits: { enabled: boolean; perClientADay: number; aDay: number };
  /** Where deposits go back to of requests that name no refund address. */
  refundAddresses: Partial<Record<ChainId, string>>;
  /** Whether a channel can pay an affiliate's share. */
  paysAffiliates: boolean;
};

/** Of a deployment that opens no channels. */
export const NO_CHANNELS: ChannelPolicy = {
  limits: { enabled: false, perClientADay: 0, aDay: 0 },
  refundAddresses: {},
  paysAffiliates: false,
};

export type ChannelOpener = {
  policy: ChannelPolicy;
  /** An amount well within the limits, as a decimal string: a channel without an amount is priced by it. */
  referenceAmount(pair: Pair, options: CallOptions): Promise<string>;
  /**
   * Opens exactly one channel. Called once for the same terms; the answer has been checked against the request.
   * @throws {ChannelError}; nothing else on purpose.
   */
  open(request: ChannelRequest, options: CallOptions): Promise<OpenedChannel>;
};

/** A route whose order exists upstream. `livesUntil` (unix ms): from then on it is not handed out for payment. */
export type PreparedRoute = { draft: RouteDraft; livesUntil: number };

/**
 * What a route needs created upstream before it can be paid (an order, say). Used only for requests with `includeTx`
 * and both addresses, which is the caller's word that it is about to sign; `quote` itself creates nothing.
 */
export type RoutePreparer = {
  needs(draft: RouteDraft, request: ProviderQuoteRequest): boolean;
  /**
   * Creates it. Called once for the same terms, with time of its own (CREATE_TIMEOUT_MS and more), and finished whatever
   * becomes of the request. The draft answered is stored before anybody sees it and holds all that `complete` and
   * `track` need (JSON), the order's number in `orderId`; its amounts are the order's.
   * @throws {ProviderError}; nothing was created then that could take money.
   */
  create(draft: RouteDraft, request: ProviderQuoteRequest, options: CallOptions): Promise<PreparedRoute>;
  /**
   * Adds what changes from block to block: approvals, gas, the transaction. Creates nothing; may be called again and
   * again. Undefined: it was paid or is over, and the same terms get a new one.
   * @throws {ProviderError}
   */
  complete(prepared: RouteDraft, request: ProviderQuoteRequest, options: CallOptions): Promise<RouteDraft | undefined>;
};

/** A leg under way, with everything that was stored when it was quoted. */
export type TrackedLeg = {
  route: RouteDraft;
  /** Zero-based. */
  leg: number;
  /** The channel that was opened for the route, where one was. */
  channel?: RoutedChannel;
  /** '' while only the channel or the order (`route.orderId`) is known. */
  hash: string;
  chain: ChainId;
  /** What the leg before paid out, where that is known: this one's deposit. */
  paidIn?: Amount;
  /** When the swap became known here, unix ms. */
  knownSince: number;
};

/** A chain that the upstream trades; `stopped` is a sentence, where it does not at the moment. */
export type ChainTrade = { chain: ChainId; stopped?: string };

/**
 * Whose nodes confirm where money goes before anything is paid. `differing`: the chains for which those that answer name
 * different vaults, and since when (unix ms).
 */
export type WitnessFacts = {
  /** The setting that names the nodes. */
  setting: string;
  /** What the nodes confirm, for sentences. */
  confirmed: 'vaults' | 'deposit channels';
  /** Operators without whom nothing is confirmed. */
  needed: number;
  operators: readonly { name: string; answering: boolean }[];
  differing: readonly { chain: string; since: number }[];
};

/** A name as the upstream's own registry has it: what it stands for on each chain. */
export type NameRecord = { addresses: ReadonlyMap<ChainId, string>; expired: boolean };

export type NameRegistry = {
  service: 'THORName' | 'MAYAName';
  /** Undefined: nobody owns the name. @throws {ProviderError} when the registry cannot be asked. */
  find(name: string, options: CallOptions): Promise<NameRecord | undefined>;
};

/**
 * `budgetMs`: how long the caller waits from now on, where it is known; whatever cannot be done by then is not begun.
 * `helpers` ends a little sooner: what the answer can do without stops with it.
 */
export type CallOptions = { signal: AbortSignal; budgetMs?: number; helpers?: AbortSignal };

export type Provider = {
  /** The upstream's folder name. */
  name: string;
  ids: readonly ProviderId[];
  /** Longest time that this provider's quote may take, where that is less than the deadline of the whole. */
  timeoutMs?: number;
  /** Cheap and local. Undefined: worth asking. */
  refuse(pair: Pair, providerId: ProviderId): { code: ProviderErrorCode; message: string } | undefined;
  quote(request: ProviderQuoteRequest, options: CallOptions): Promise<RouteDraft[]>;
  track(leg: TrackedLeg, options: CallOptions): Promise<ObserveResult>;
  tokens(options: CallOptions): Promise<ListedToken[]>;
  /**
   * Present where the upstream says of whole chains whether it trades there: every chain it reaches, as it is now.
   * @throws {ProviderError} when that cannot be had.
   */
  pauses?(options: CallOptions): Promise<readonly ChainTrade[]>;
  /** Present where nodes of several operators confirm the payee, as far as they are configured. Makes no request. */
  witnesses?(): WitnessFacts;
  /** Present where the upstream's network has names that stand for addresses. */
  names?: NameRegistry;
  /**
   * Present where a route of this upstream can be a leg behind or before another: the least that the route as it was
   * quoted would guarantee if this other amount (base units, not above the quoted) were sold under its very terms.
   */
  guaranteeFor?(draft: RouteDraft, sellBaseUnits: bigint): bigint;
  /**
   * Present where this upstream's swap can be made by a contract: `sourceAddress` is that contract, which need not hold
   * anything yet, and the output goes to `destinationAddress`.
   * @throws {ProviderError} also where the answer's amounts cannot be replaced.
   */
  swapCall?(request: ProviderQuoteRequest, options: CallOptions): Promise<SwapCall>;
  /** Present where this upstream takes deposits by channels that are opened on request. */
  channels?: ChannelOpener;
  /** Present where routes need something created upstream before they can be paid. */
  prepare?: RoutePreparer;
  /**
   * Present where a signature of the route's `typedData` can be the payment: the upstream sends it to the chain itself.
   * Answers the hash of that transaction.
   * @throws {ProviderError}
   */
  submitSignature?(draft: RouteDraft, signature: string, options: CallOptions): Promise<{ hash: string }>;
};

/** What every adapter is made with. `log` gets one structured line an upstream call; never addresses in full, never keys. */
export type ProviderDeps = {
  fetch: Fetch;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

/** What each upstream makes its provider from. */
export type RegistryDeps = ProviderDeps & { settings: Pick<Settings, 'network' | 'upstreams'>; clients: ChainClients };
