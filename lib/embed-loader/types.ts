/** Defines what a host page may pass and receives. Shipped as /embed.d.ts, where the languages stand in place of the import. */
import type { Locale } from '../i18n/locales.ts';

export type EmbedLocale = Locale;

/** Options of the swap in the frame. `null` and absent both mean the default. /docs describes each of them. */
export interface EmbedOptions {
  /** Asset that is sold when the frame opens: `BTC.BTC`, `ETH.USDC-0x…`. */
  sell?: string | null;
  /** Asset that is bought when the frame opens. */
  buy?: string | null;
  /** Decimal amount that is sold when the frame opens. */
  amount?: string | null;
  /** Address or name that receives the bought asset. */
  to?: string | null;
  /** Address that pays where no wallet is connected, and that receives refunds. */
  from?: string | null;
  /** The values above that the person cannot change. */
  lock?: readonly ('sell' | 'buy' | 'amount' | 'to' | 'from' | 'slippage')[] | null;
  /** Only these chains, such as `BTC`, `ETH`. */
  chains?: readonly string[] | null;
  hideChains?: readonly string[] | null;
  /** Only these assets. */
  tokens?: readonly string[] | null;
  hideTokens?: readonly string[] | null;
  /** Only these providers, such as `THORCHAIN`. */
  providers?: readonly string[] | null;
  hideProviders?: readonly string[] | null;
  affiliate?: string | null;
  /** Basis points, 0 to 1000. */
  affiliateFee?: number | null;
  /** Percent. */
  slippage?: number | null;
  /** The highest percent that a person may set. */
  maxSlippage?: number | null;
  /** Percent against the market price; routes that lose more cannot be paid. */
  maxPriceImpact?: number | null;
  language?: 'auto' | EmbedLocale | null;
  theme?: 'light' | 'dark' | 'system' | null;
  /** Colours as `#rrggbb`, from which readable shades are derived. */
  accent?: string | null;
  background?: string | null;
  text?: string | null;
  /** Pixels, 0 to 24. */
  radius?: number | null;
  font?: 'sans' | 'mono' | 'system' | null;
  layout?: 'compact' | 'full' | null;
  hide?: readonly ('header' | 'activity' | 'settings' | 'poweredBy' | 'tracking')[] | null;
}

/** The part of a route that a host needs. Amounts are decimals in the asset's own unit. */
export interface RouteSummary {
  providers: string[];
  expectedBuyAmount: string;
  /** The least output that the route guarantees. */
  expectedBuyAmountMaxSlippage: string;
  tags: string[];
  /** Total loss against the market price; positive is a loss. */
  totalSlippageBps: number;
  /** The pools' part of that loss, in percent; positive is a loss. */
  priceImpact?: number;
  /** Expected seconds from payment to arrival. */
  seconds?: number;
}

export interface Sides {
  sellAsset: string;
  buyAsset: string;
  sellAmount: string;
}

/** The payment that is about to be approved or signed. */
export interface Payment extends Sides {
  quoteId: string;
  routeIndex: number;
  route: RouteSummary;
  sourceAddress: string;
  destinationAddress: string;
}

/** A swap under way, in the form of a request to `POST /v1/track`. */
export interface SwapPlace {
  quoteId: string;
  routeIndex: number;
  hash: string;
}

/** The data of every event that a host can listen to, by name. */
export interface EmbedEvents {
  /** The frame can be used. */
  ready: { options?: EmbedOptions };
  quote: Sides & { routes: RouteSummary[]; errors: { provider: string; errorCode: string; message: string }[] };
  routeChosen: Sides & { route: RouteSummary };
  /** The accounts that are connected now. */
  wallet: { accounts: { chain: string; address: string; walletName: string }[] };
  beforeQuote: Sides & { destinationAddress?: string; sourceAddress?: string };
  beforeApproval: Payment & { spender?: string };
  beforeSign: Payment & { by: 'transaction' | 'signature' | 'byHand' };
  sent: SwapPlace & Sides & { chain: string };
  stage: SwapPlace & { trackingStatus: string; stage?: string };
  completed: SwapPlace & Sides & { buyAmount?: string; outboundHash?: string };
  refunded: SwapPlace & Sides & { refundAmount?: string; reason?: string };
  failed: SwapPlace & Sides & { reason?: string };
  /** `code` is for programs; `notLoaded` and `version` come from the loader, all others from the frame. */
  error: { code: string; message: string; option?: string };
  /** CSS pixels that the page in the frame needs. */
  height: { height: number };
}

export type EmbedEventName = keyof EmbedEvents;
export type EmbedEvent<Name extends EmbedEventName = EmbedEventName> = {
  [Each in Name]: { type: Each } & EmbedEvents[Each];
}[Name];

/**
 * `false`, a sentence or a thrown error stops the action, and the person reads the sentence; anything else lets it
 * proceed.
 */
export type Verdict = boolean | string | undefined;
// biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing lets the deed go on
type Answer = Verdict | void | Promise<Verdict | void>;

/** Called before each action. A quote waits 5 seconds and then goes on; the others wait 60 and are then cancelled. */
export interface BeforeHooks {
  quote?: (about: EmbedEvents['beforeQuote']) => Answer;
  approval?: (about: EmbedEvents['beforeApproval']) => Answer;
  signing?: (about: EmbedEvents['beforeSign']) => Answer;
}

interface TellsEvents {
  on?(event: string, listener: (data: never) => void): unknown;
  removeListener?(event: string, listener: (data: never) => void): unknown;
}
/** EIP-1193. */
export interface EthereumProvider extends TellsEvents {
  request(call: { method: string; params?: unknown }): Promise<unknown>;
}
/**
 * A wallet of the Wallet Standard: `standard:connect`, and `solana:signTransaction` or `solana:signAndSendTransaction`.
 */
export interface SolanaProvider {
  readonly accounts: readonly { readonly address: string }[];
  readonly features: Readonly<Record<string, unknown>>;
}
/** A wallet with the interface of UniSat's provider; a PSBT is hex. */
export interface BitcoinProvider extends TellsEvents {
  requestAccounts(): Promise<string[]>;
  getAccounts?(): Promise<string[]>;
  signPsbt(psbt: string, options?: unknown): Promise<string>;
}
/**
 * A wallet, or a wallet with the name (at most 40 characters) and the picture (`data:image/…`) that the frame shows.
 */
export type Lent<Provider> = Provider | { provider: Provider; name?: string; icon?: string };

/** Options of the loader itself; all others go to the frame. */
export interface HostOptions {
  /** The integrator's public id, which decides what origins may frame the swap. Never the API key. */
  embedId?: string;
  /** URL of Portage. Default: where this script came from. */
  baseUrl?: string;
  before?: BeforeHooks | null;
  /** The page's own wallets, lent to the frame so that people need not connect twice. */
  ethereum?: Lent<EthereumProvider> | null;
  solana?: Lent<SolanaProvider> | null;
  bitcoin?: Lent<BitcoinProvider> | null;
  /** Limits of the frame's height in CSS pixels; within them it is as high as its page. Default: 360 and 3000. */
  minHeight?: number;
  maxHeight?: number;
  /** Seconds of silence after which the frame counts as not loaded. Default: 20. */
  timeoutSeconds?: number;
  /** The frame's title for screen readers, and the texts of the loader's own states. */
  texts?: { title?: string; loading?: string; failed?: string; reload?: string };
}

export type MountOptions = EmbedOptions & HostOptions;

/** One embed in the page. */
export interface EmbedHandle {
  readonly element: HTMLElement;
  readonly iframe: HTMLIFrameElement;
  /** Calls the listener for every event of that name, or for all events with `*`. Returns the function that ends it. */
  on<Name extends EmbedEventName>(event: Name, listener: (event: EmbedEvent<Name>) => void): () => void;
  on(event: '*', listener: (event: EmbedEvent) => void): () => void;
  off<Name extends EmbedEventName>(event: Name, listener: (event: EmbedEvent<Name>) => void): void;
  off(event: '*', listener: (event: EmbedEvent) => void): void;
  /** Changes the named options at once; `null` restores a default. */
  setOptions(options: Omit<MountOptions, 'embedId' | 'baseUrl'>): void;
  /** Reloads the frame with its current options. */
  reload(): void;
  /** Removes everything from the page. */
  unmount(): void;
}

export interface PortageLoader {
  /**
   * Mounts a swap in `element`, or in the element that this CSS selector finds. @throws when there is no such element.
   */
  mount(element: Element | string, options?: MountOptions): EmbedHandle;
  readonly protocol: number;
}
