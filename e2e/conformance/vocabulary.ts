/**
 * Lists the identifiers of the interface specification, copied from its text by hand. Nothing here derives from the
 * product, because a suite that shared the product's lists would share its misunderstandings.
 */

/** Section 1, "Provider identifiers". */
export const PROVIDERS = [
  'THORCHAIN',
  'THORCHAIN_STREAMING',
  'CHAINFLIP',
  'CHAINFLIP_STREAMING',
  'MAYACHAIN',
  'MAYACHAIN_STREAMING',
  'ONEINCH',
  'JUPITER',
  'GARDEN',
  'JUPITER->CHAINFLIP',
  'ONEINCH->CHAINFLIP',
  'CHAINFLIP->ONEINCH',
] as const;

/** Section 1, "Chain identifiers". */
export const CHAINS =
  'ARB AVAX BASE BSC BTC BCH GAIA DASH DOGE ETH FIAT KUJI LTC MAYA OP DOT FLIP MATIC XRD THOR SOL ZEC HYPE'.split(' ');

/** Section 2.5. */
export const FEE_TYPES = ['liquidity', 'network', 'inbound', 'outbound', 'affiliate', 'tax', 'priority'];
export const WARNING_CODES = ['highSlippage', 'highPriceImpact', 'lowLiquidity', 'exceedsRecommendedSlippage'];

/** Section 2.7. */
export const TAGS = ['CHEAPEST', 'FASTEST', 'RECOMMENDED'];

/** Section 7.3. */
export const PROVIDER_ERROR_CODES = [
  'unknownError',
  'tradingHalted',
  'providerQuoteTimeout',
  'tokenNotFound',
  'unsupportedChainId',
  'invalidSellAmount',
  'crossChainNotSupported',
  'insufficientLiquidity',
  'swapAmountTooSmall',
  'quoteNotFound',
  'dexAggregationNotSupported',
  'httpError',
  'missingChainflipBuyAsset',
  'missingChainflipBuyChain',
  'missingChainflipSellAsset',
  'missingChainflipSellChain',
];

/** Portage's values beyond those that the specification shows; section 3 leaves the set open. */
export const TRACKING_STATUSES = ['not_started', 'pending', 'swapping', 'completed', 'refunded', 'failed'];
export const STAGES = ['inbound', 'swap', 'outbound', 'refund'];
export const SWAP_STATUSES = ['pending', 'success', 'refunded', 'failed'];
/** Of `GET /v1/chains`, as are the kinds of transaction. */
export const CHAIN_STATES = ['trading', 'partlyPaused', 'paused', 'switchedOff', 'unknown', 'notTraded'];
export const TX_TYPES = ['EVM', 'COSMOS', 'SOLANA', 'PSBT'];
/** Of `data.reasonCode`. */
export const REASON_CODES = [
  'priceLimit',
  'insufficientLiquidity',
  'belowMinimum',
  'wrongAmount',
  'insufficientFunds',
  'invalidTerms',
  'rejected',
  'halted',
  'noSolver',
  'expired',
  'refunded',
  'secondLegRefunded',
  'paidInBridgeAsset',
  'paymentFailed',
  'paymentReplaced',
  'swapFailed',
  'secondLegFailed',
  'payoutNotSent',
];

/** Section 1: native `CHAIN.SYMBOL`, token `CHAIN.SYMBOL-ADDRESS`, synthetic `CHAIN.ASSET/ASSET`. */
const ASSET = /^([A-Za-z0-9]+)\.([^\s/]+?)(?:-([^\s/-]+)|\/(\S+))?$/;

export function splitAssetId(text: string): { chain: string; symbol: string; address?: string } | undefined {
  const [, chain, symbol, address] = ASSET.exec(text) ?? [];
  if (chain === undefined || symbol === undefined) return undefined;
  return { chain: chain.toUpperCase(), symbol, ...(address === undefined ? {} : { address }) };
}

/** Section 1: "A client compares asset identifiers case-insensitively." */
export const sameAsset = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export type ChainKind = 'evm' | 'utxo' | 'cosmos' | 'solana' | 'other';
const KINDS: Readonly<Record<Exclude<ChainKind, 'other'>, string>> = {
  evm: 'ARB AVAX BASE BSC ETH OP MATIC HYPE',
  utxo: 'BTC BCH DASH DOGE LTC ZEC',
  cosmos: 'GAIA KUJI MAYA THOR',
  solana: 'SOL',
};
export const chainKind = (chain: string): ChainKind => {
  const found = Object.entries(KINDS).find(([, chains]) => chains.split(' ').includes(chain.toUpperCase()));
  return (found?.[0] as Exclude<ChainKind, 'other'> | undefined) ?? 'other';
};
