/** Quotes with one call to 1inch: a route that passed every check, or one error. */
import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { CHAINS } from '../../chains/chains.ts';
import { type Amount, toBaseUnits } from '../../domain/amount.ts';
import { type Asset, formatAsset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { oneinchRouter, routerTokenOf, sameRouterToken, wrappedNative } from '../../payments/oneinch/router.ts';
import type { RouterCall } from '../../payments/oneinch/router-call.ts';
import { orWithout } from '../helper-time.ts';
import type { CallOptions, ProviderQuoteRequest } from '../provider.ts';
import { refuseOtherRefund } from '../refund-address.ts';
import type { UnitPrices } from '../unit-price.ts';
import { riskOf } from './assets.ts';
import { buildTx } from './build-tx.ts';
import { checkedCall } from './check-tx.ts';
import type { OneinchClient } from './client.ts';
import type { AdjustableSources } from './liquidity-sources.ts';
import type { PriceBook } from './prices.ts';
import { type FeeTerms, feeOf, feePercent, leastOf, slippageOf } from './terms.ts';
import { toRoute } from './to-routes.ts';
import { chainIdOf, type TokenBook } from './token-book.ts';
import type { UpstreamQuote, UpstreamSwap, UpstreamToken } from './upstream-schemas.ts';

export type QuoteDeps = {
  client: OneinchClient;
  book: TokenBook;
  prices: PriceBook;
  gasPrices: UnitPrices;
  adjustableSources: AdjustableSources;
  clients: ChainClients;
  network: NetworkName;
  now: () => number;
};

/** Everything that is decided before a price is requested. */
export type Terms = {
  request: ProviderQuoteRequest;
  chainId: number;
  sell: Amount;
  buyDecimals: number;
  slippage: { bps: number; percent: string };
  fee: FeeTerms | undefined;
  /** Why no transaction is requested although the caller asks for one. */
  noTx: string | undefined;
  /** Ids of the only sources that may be used; undefined: all. */
  protocols: string | undefined;
};

type Answered = { quote: UpstreamQuote; swap?: undefined } | { quote: UpstreamSwap; swap: UpstreamSwap };

function whyNoTx(request: ProviderQuoteRequest, isCertain: boolean): string | undefined {
  const { includeTx, sourceAddress, destinationAddress, sellAsset } = request;
  if (!includeTx) return undefined;
  if (!destinationAddress) return 'A transaction needs a destination address.';
  if (!sourceAddress) return 'A transaction needs the address that it is sent from.';
  const chain = CHAINS[sellAsset.chain].name;
  return isCertain ? undefined : `${chain} could not be asked just now how many decimals the tokens have.`;
}

const wantsTx = ({ request, noTx }: Terms): boolean => request.includeTx && noTx === undefined;

function sellAmountOf({ sellAsset: asset, sellAmount }: ProviderQuoteRequest, decimals: number): Amount {
  const baseUnits = toBaseUnits(sellAmount, decimals, 'exact');
  if (baseUnits === undefined)
    throw new ProviderError(
      'invalidSellAmount',
      `${formatAsset(asset)} has ${decimals} decimals; the amount has more.`,
    );
  if (baseUnits === 0n || baseUnits >> 256n !== 0n)
    throw new ProviderError('invalidSellAmount', `No such amount of ${formatAsset(asset)} can be sold.`);
  return { asset, decimals, baseUnits };
}

/** 1inch's own warnings about a token, from its list or beside the quote. @throws {ProviderError} */
function checkToken(asset: Asset, token: UpstreamToken | null | undefined, fee: FeeTerms | undefined): void {
  if (!token) return;
  if (token.isFoT && fee)
    throw new ProviderError(
      'unknownError',
      `${formatAsset(asset)} takes a fee on every transfer, and then 1inch cannot pay an affiliate. Ask without the fee.`,
    );
  const risk = riskOf(token);
  if (risk !== undefined)
    throw new ProviderError('tokenNotFound', `1inch warns of ${formatAsset(asset)} (${risk}); it is not offered.`);
}

/** Refuses contracts from which tokens cannot be recovered. @throws {ProviderError} */
function checkDestination({ buyAsset, destinationAddress }: ProviderQuoteRequest): void {
  const lost = [oneinchRouter(buyAsset.chain), routerTokenOf(buyAsset), wrappedNative(buyAsset.chain)];
  if (destinationAddress && lost.some((one) => one?.toLowerCase() === destinationAddress.toLowerCase()))
    throw new ProviderError(
      'unknownError',
      'The destination address is a contract of the swap itself: what is paid to it would be lost.',
    );
}

/** Single paths through pools pay only the receiver. @throws {ProviderError} */
async function protocolsOf(
  deps: QuoteDeps,
  { adjustable, sellAsset }: ProviderQuoteRequest,
  fee: FeeTerms | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!adjustable) return undefined;
  if (fee)
    throw new ProviderError('quoteNotFound', '1inch pays no affiliate out of a swap that a contract can adjust.');
  return deps.adjustableSources(sellAsset.chain, signal);
}

/** @throws {ProviderError} */
export async function termsOf(deps: QuoteDeps, request: ProviderQuoteRequest, signal: AbortSignal): Promise<Terms> {
  const { sellAsset, buyAsset } = request;
  const slippage = slippageOf(request);
  const fee = feeOf(request, deps.network);
  checkDestination(request);
  refuseOtherRefund(request, 'A swap by 1inch that fails takes nothing from the account that pays: no refund is sent.');
  for (const asset of [sellAsset, buyAsset]) checkToken(asset, deps.book.known(asset), fee);
  const [ofSell, ofBuy, protocols] = await Promise.all([
    deps.book.decimalsOf(sellAsset, signal),
    deps.book.decimalsOf(buyAsset, signal),
    protocolsOf(deps, request, fee, signal),
  ]);
  return {
    request,
    chainId: chainIdOf(sellAsset.chain, deps.network),
    sell: sellAmountOf(request, ofSell.decimals),
    buyDecimals: ofBuy.decimals,
    slippage,
    fee,
    noTx: whyNoTx(request, deps.clients.evm(sellAsset.chain) === undefined || (ofSell.certain && ofBuy.certain)),
    protocols,
  };
}

/** One path and no splitting: only such a swap names nothing but pools. */
const SINGLE_PATH = { mainRouteParts: '1', parts: '1' };

function quoteParams({ request, sell, fee, protocols }: Terms): Record<string, string> {
  return {
    src: routerTokenOf(request.sellAsset) ?? '',
    dst: routerTokenOf(request.buyAsset) ?? '',
    amount: sell.baseUnits.toString(),
    ...(fee ? { fee: feePercent(fee) } : {}),
    ...(protocols === undefined ? {} : { protocols, ...SINGLE_PATH }),
    includeTokensInfo: 'true',
    includeGas: 'true',
  };
}

/**
 * Calls that name pools trust them: a pool of a liar's own would keep the sold amount. Through its executor the
 * router itself pays out what the call guarantees, or reverts. Sources: UnoswapRouter.sol `_unoswapV2`,
 * GenericRouter.sol `swap`; the API's parameter "compatibility: exclude the Unoswap method".
 */
const BY_EXECUTOR = { compatibility: 'true' };

export function swapParams(terms: Terms): Record<string, string> {
  const { request, slippage, fee, protocols } = terms;
  const { sourceAddress: from = '', destinationAddress: receiver = '' } = request;
  return {
    ...quoteParams(terms),
    from,
    origin: from,
    slippage: slippage.percent,
    // The sender may have approved nothing yet; the chain itself is asked for a simulation.
    disableEstimate: 'true',
    ...(protocols === undefined ? BY_EXECUTOR : {}),
    ...(receiver.toLowerCase() === from.toLowerCase() ? {} : { receiver }),
    ...(fee ? { referrer: fee.referrer } : {}),
  };
}

async function askUpstream(deps: QuoteDeps, terms: Terms, options: CallOptions): Promise<Answered> {
  const { request, chainId } = terms;
  if (!wantsTx(terms)) return { quote: await deps.client.quote(chainId, quoteParams(terms), request, options) };
  const swap = await deps.client.swap(chainId, swapParams(terms), request, options);
  return { quote: swap, swap };
}

/** The router takes no call without a minimum, and a guarantee of zero is not one. @throws {ProviderError} */
export function checkWorth(expected: bigint, slippageBps: number): void {
  if (expected === 0n)
    throw new ProviderError('swapAmountTooSmall', 'For so little 1inch would pay out nothing. Sell more.');
  if (leastOf(expected, slippageBps) === 0n)
    throw new ProviderError(
      'swapAmountTooSmall',
      'So little comes out that with this tolerance nothing would be guaranteed. Sell more.',
    );
}

/** The answer must concern the requested tokens, in the decimals that were used. @throws {ProviderError} */
export function checkTokens(terms: Terms, { srcToken, dstToken }: UpstreamQuote): void {
  const sides: [Asset, number, UpstreamToken | null | undefined][] = [
    [terms.request.sellAsset, terms.sell.decimals, srcToken],
    [terms.request.buyAsset, terms.buyDecimals, dstToken],
  ];
  for (const [asset, decimals, token] of sides) {
    if (!token) continue;
    if (!sameRouterToken(token.address, routerTokenOf(asset) ?? ''))
      throw new ProviderError('unknownError', `1inch quoted ${token.address} instead of ${formatAsset(asset)}.`);
    if (token.decimals !== decimals)
      throw new ProviderError(
        'unknownError',
        `1inch counts ${formatAsset(asset)} with ${token.decimals} decimals, its contract with ${decimals}.`,
      );
    checkToken(asset, token, terms.fee);
  }
}

/** The call of the answer, once every part of it is as requested. @throws {ProviderError} */
export async function callOf(
  deps: Pick<QuoteDeps, 'clients'>,
  terms: Terms,
  swap: UpstreamSwap,
  signal: AbortSignal,
): Promise<RouterCall> {
  const { request, sell, slippage, chainId } = terms;
  const expected = swap.dstAmount;
  const wanted = {
    sell,
    buyAsset: request.buyAsset,
    from: request.sourceAddress ?? '',
    receiver: request.destinationAddress ?? '',
    expected,
    least: leastOf(expected, slippage.bps),
    chainId,
  };
  return checkedCall(swap.tx, wanted, deps.clients.evm(sell.asset.chain), signal);
}

/**
 * Undefined when the chain cannot be asked what the call pays out: it must then not be signed. @throws
 * {ProviderError}
 */
const callInTime = (deps: QuoteDeps, terms: Terms, swap: UpstreamSwap, options: CallOptions) =>
  orWithout<RouterCall | undefined>(
    options,
    (signal) => callOf(deps, terms, swap, signal),
    (error) => {
      if (error instanceof ProviderError && error.code !== 'httpError') throw error;
      return undefined;
    },
  );

/** Units of gas from the answer; 0 means unknown. */
const gasOf = ({ quote, swap }: Answered): bigint | undefined => {
  const estimated = [swap?.tx.gas, quote.gas].find((gas) => gas !== undefined && gas >= 1);
  return estimated === undefined ? undefined : BigInt(Math.trunc(estimated));
};

/** @throws {ProviderError} */
export async function quoteSwap(
  deps: QuoteDeps,
  request: ProviderQuoteRequest,
  options: CallOptions,
): Promise<RouteDraft[]> {
  const { signal } = options;
  signal.throwIfAborted();
  const terms = await termsOf(deps, request, signal);
  const { sell, buyDecimals, slippage, fee } = terms;
  const { chain } = sell.asset;
  // In this order: with one turn a second the quote gets the first.
  const [answered, prices, gasPrice] = await Promise.all([
    askUpstream(deps, terms, options),
    deps.prices.of(request.sellAsset, request.buyAsset, options),
    deps.gasPrices.of(chain, signal),
  ]);
  const expected = answered.quote.dstAmount;
  checkTokens(terms, answered.quote);
  checkWorth(expected, slippage.bps);
  const call = answered.swap ? await callInTime(deps, terms, answered.swap, options) : undefined;
  const route = toRoute({
    request,
    sell,
    buyDecimals,
    expected,
    slippageBps: slippage.bps,
    fee,
    gas: gasOf(answered),
    gasPrice: gasPrice ?? answered.swap?.tx.gasPrice ?? undefined,
    prices,
    call,
    now: deps.now(),
  });
  if (terms.noTx !== undefined) return [{ ...route, txUnavailable: terms.noTx }];
  if (!answered.swap) return [route];
  if (!call) return [{ ...route, txUnavailable: `${CHAINS[chain].name} could not be asked what the swap pays out.` }];
  const { allowUnfunded } = request;
  return [{ ...route, ...(await buildTx(deps, answered.swap.tx, sell, { ...options, allowUnfunded })) }];
}
