/** Types of Portage's embed loader: of window.Portage (/embed.js) and of the module /embed.mjs. Apache-2.0. */

export type EmbedLocale = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'tr' | 'ru' | 'zh' | 'ja' | 'ko' | 'ar';

/** What the swap in the frame is like. `null` and leaving out are the same: the default. Described one by one at /docs. */
export interface EmbedOptions {
  /** Asset that is sold when the frame opens: `BTC.BTC`, `ETH.USDC-0x…`. */
  sell?: string | null;
  /** Asset that is bought when the frame opens. */
  buy?: string | null;
  /** Decimal amount that is sold when the frame opens. */
  amount?: string | null;
  /** Address or name that receives. */
  to?: string | null;
  /** Address that pays where no wallet is connected, and gets refunds. */
  from?: string | null;
  /** Which of the values above the person cannot change. */
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
  /** Percent: the most that a person may set. */
  maxSlippage?: number | null;
  /** Percent against the market price: routes that lose more cannot be paid. */
  maxPriceImpact?: number | null;
  language?: 'auto' | EmbedLocale | null;
  theme?: 'light' | 'dark' | 'system' | null;
  /** Colours as `#rrggbb`; shades that can be read are derived from them. */
  accent?: string | null;
  background?: string | null;
  text?: string | null;
  /** Pixels, 0 to 24. */
  radius?: number | null;
  font?: 'sans' | 'mono' | 'system' | null;
  layout?: 'compact' | 'full' | null;
  hide?: readonly ('header' | 'activity' | 'settings' | 'poweredBy' | 'tracking')[] | null;
}

/** A route as far as a host has use for it. Amounts are decimals in the asset's own unit. */
export interface RouteSummary {
  providers: string[];
  expectedBuyAmount: string;
  /** What the route guarantees. */
  expectedBuyAmountMaxSlippage: string;
  tags: string[];
  /** Against the market price, all in, a loss positive. */
  totalSlippageBps: number;
  /** Percent, a loss positive. */
  priceImpact?: number;
  /** Expected, from payment to arrival. */
  seconds?: number;
}

export interface Sides {
  sellAsset: string;
  buyAsset: string;
  sellAmount: string;
}

/** The payment that somebody is about to approve or sign. */
export interface Payment extends Sides {
  quoteId: string;
  routeIndex: number;
  route: RouteSummary;
  sourceAddress: string;
  destinationAddress: string;
}

/** A swap under way: what `POST /v1/track` is asked with. */
export interface SwapPlace {
  quoteId: string;
  routeIndex: number;
  hash: string;
}

/** Everything that a host is told, by name. */
export interface EmbedEvents {
  /** The frame can be used. */
  ready: { options?: EmbedOptions };
  quote: Sides & { routes: RouteSummary[]; errors: { provider: string; errorCode: string; message: string }[] };
  routeChosen: Sides & { route: RouteSummary };
  /** Which accounts are connected now. */
  wallet: { accounts: { chain: string; address: string; walletName: string }[] };
  beforeQuote: Sides & { destinationAddress?: string; sourceAddress?: string };
  beforeApproval: Payment & { spender?: string };
  beforeSign: Payment & { by: 'transaction' | 'signature' | 'byHand' };
  sent: SwapPlace & Sides & { chain: string };
  stage: SwapPlace & { trackingStatus: string; stage?: string };
  completed: SwapPlace & Sides & { buyAmount?: string; outboundHash?: string };
  refunded: SwapPlace & Sides & { refundAmount?: string; reason?: string };
  failed: SwapPlace & Sides & { reason?: string };
  /** `code` is for programs; `notLoaded` and `version` are the loader's own, the others the frame's. */
  error: { code: string; message: string; option?: string };
  /** CSS pixels that the page in the frame needs. */
  height: { height: number };
}

export type EmbedEventName = keyof EmbedEvents;
export type EmbedEvent<Name extends EmbedEventName = EmbedEventName> = {
  [Each in Name]: { type: Each } & EmbedEvents[Each];
}[Name];

/** `false`, a sentence, or an error thrown stop it, and the person reads the sentence; anything else lets it go on. */
export type Verdict = boolean | string | undefined;
type Answer = Verdict | void | Promise<Verdict | void>;

/** Asked before the deed. A quote waits 5 seconds and then goes on; the others wait 60 and then do not happen. */
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
/** A wallet of the Wallet Standard: `standard:connect`, and `solana:signTransaction` or `solana:signAndSendTransaction`. */
export interface SolanaProvider {
  readonly accounts: readonly { readonly address: string }[];
  readonly features: Readonly<Record<string, unknown>>;
}
/** In the shape of UniSat's provider; a PSBT is hex. */
export interface BitcoinProvider extends TellsEvents {
  requestAccounts(): Promise<string[]>;
  getAccounts?(): Promise<string[]>;
  signPsbt(psbt: string, options?: unknown): Promise<string>;
}
/** A wallet, or the wallet with the name (at most 40 characters) and the picture (`data:image/…`) that the frame shows. */
export type Lent<Provider> = Provider | { provider: Provider; name?: string; icon?: string };

/** What the loader itself does; everything else goes to the frame. */
export interface HostOptions {
  /** Public name of the integrator: decides which origins may frame. Never the API key. */
  embedId?: string;
  /** Where Portage is; left out, where this script came from. */
  baseUrl?: string;
  before?: BeforeHooks | null;
  /** The page's own wallets, lent to the frame so that nobody connects twice. */
  ethereum?: Lent<EthereumProvider> | null;
  solana?: Lent<SolanaProvider> | null;
  bitcoin?: Lent<BitcoinProvider> | null;
  /** CSS pixels; the frame is as high as its page within them. Left out: 360 and 3000. */
  minHeight?: number;
  maxHeight?: number;
  /** How long nothing may be heard of the frame before it counts as not loaded. Left out: 20. */
  timeoutSeconds?: number;
  /** Of the frame, for screen readers, and the words of the loader's own states. */
  texts?: { title?: string; loading?: string; failed?: string; reload?: string };
}

export type MountOptions = EmbedOptions & HostOptions;

/** One embed in the page. */
export interface EmbedHandle {
  readonly element: HTMLElement;
  readonly iframe: HTMLIFrameElement;
  /** Calls with every event of that name, of any with `*`. Answers how to stop. */
  on<Name extends EmbedEventName>(event: Name, listener: (event: EmbedEvent<Name>) => void): () => void;
  on(event: '*', listener: (event: EmbedEvent) => void): () => void;
  off<Name extends EmbedEventName>(event: Name, listener: (event: EmbedEvent<Name>) => void): void;
  off(event: '*', listener: (event: EmbedEvent) => void): void;
  /** Changes the options that are named, at once; `null` puts one back to its default. */
  setOptions(options: Omit<MountOptions, 'embedId' | 'baseUrl'>): void;
  /** Loads the frame anew, with the options of now. */
  reload(): void;
  /** Takes everything out of the page again. */
  unmount(): void;
}

export interface PortageLoader {
  /** Puts a swap into `element`, or into what this CSS selector finds. @throws when there is no such element. */
  mount(element: Element | string, options?: MountOptions): EmbedHandle;
  readonly protocol: number;
}

export declare const Portage: PortageLoader;

declare global {
  interface Window {
    /** There once the classic script /embed.js has run. */
    Portage: PortageLoader;
  }
}
