/** Checks what a node's quote does not check by itself, so that neither a mistake nor a lie of the node costs money. */
import { CHAINS } from '../../chains/chains.ts';
import { type Amount, amountText } from '../../domain/amount.ts';
import { type Asset, formatAsset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import { memoBytes } from '../../domain/memo.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import type { AffiliatePayout } from './affiliates.ts';
import { fromNode, nodeAssetOf } from './assets.ts';
import type { FamilyConfig } from './config.ts';
import { askedLeast } from './limit.ts';
import { memoAssetMeans, parseSwapMemo, type SwapMemo, sameDestination, sameVault } from './memo.ts';
import { haltOfChain, type NetworkState } from './network-state.ts';
import type { NodeQuote } from './upstream-schemas.ts';

const isNative = (config: FamilyConfig, asset: Asset) => asset.chain === config.nativeChain;

/** Whether both ends can be swapped now. Halts first: a halted chain's amounts mean nothing. @throws {ProviderError} */
export function checkTradable(config: FamilyConfig, state: NetworkState, ends: readonly Asset[]): void {
  for (const asset of ends) {
    if (!isNative(config, asset) && !state.inbound.has(asset.chain))
      throw new ProviderError('unsupportedChainId', `${config.title} has no vault on ${asset.chain} at the moment.`);
  }
  for (const asset of ends) {
    const halt = haltOfChain(config, state, asset.chain);
    if (halt) throw new ProviderError('tradingHalted', `${halt} Try again later.`);
  }
  for (const asset of ends) checkPool(config, state, asset);
}

function checkPool(config: FamilyConfig, state: NetworkState, asset: Asset): void {
  if (nodeAssetOf(asset) === config.poolAsset) return;
  const pool = state.pools.get(nodeAssetOf(asset));
  const named = formatAsset(asset);
  if (!pool) throw new ProviderError('tokenNotFound', `${config.title} has no pool for ${named}.`);
  if (pool.trading_halted) throw new ProviderError('tradingHalted', `${config.title} has halted trading of ${named}.`);
  const status = pool.status.toLowerCase();
  if (status === 'suspended')
    throw new ProviderError('tradingHalted', `${config.title} has suspended the pool of ${named}.`);
  if (status !== 'available')
    throw new ProviderError('insufficientLiquidity', `The pool of ${named} is not open for swaps yet.`);
}

/** The decimal number, rounded up, that a seller would have to offer. */
export function minimumInSellUnits(config: FamilyConfig, sell: Amount, nodeUnits: bigint): Amount {
  return fromNode(config, sell.asset, sell.decimals, nodeUnits, 'up');
}

export const tooSmall = (minimum: Amount, why: string) =>
  new ProviderError('swapAmountTooSmall', `${why} Sell ${amountText(minimum)} or more.`);

/** The network does not see payments below the dust threshold; they are lost. Counted in the chain's gas asset. */
export function checkDust(config: FamilyConfig, state: NetworkState, sell: Amount, nodeUnits: bigint): void {
  const dust = state.inbound.get(sell.asset.chain)?.dust_threshold ?? 0n;
  const isGasAsset = sell.asset.kind === 'native' && sell.asset.symbol === CHAINS[sell.asset.chain].native.symbol;
  if (isGasAsset && nodeUnits < dust)
    throw tooSmall(
      minimumInSellUnits(config, sell, dust),
      `${CHAINS[sell.asset.chain].name} payments below the dust threshold are lost.`,
    );
}

/** A swap below this may succeed, or be consumed by fees that rise before it is paid out. */
export function checkRecommendedMinimum(config: FamilyConfig, quote: NodeQuote, sell: Amount, nodeUnits: bigint): void {
  const least = quote.recommended_min_amount_in ?? 0n;
  if (nodeUnits < least)
    throw tooSmall(
      minimumInSellUnits(config, sell, least),
      `${config.title} advises against selling so little: fees may take all of it.`,
    );
}

/** The quote's vault and router must be one entry of the network's own list, and that vault must be payable. */
export function vaultMismatch(
  config: FamilyConfig,
  state: NetworkState,
  sell: Asset,
  quote: NodeQuote,
): string | undefined {
  if (isNative(config, sell)) {
    return quote.inbound_address === undefined
      ? undefined
      : `The node names a vault for a payment that is made on ${config.title} itself.`;
  }
  const same = (a: string | undefined, b: string | undefined) =>
    a !== undefined && b !== undefined && sameVault(sell.chain, a, b);
  const vaults = state.inbound.get(sell.chain)?.vaults ?? [];
  const named = vaults.filter(({ address }) => same(quote.inbound_address, address));
  if (named.length === 0) return "The vault that the quote names is not in the network's list of vaults.";
  if (CHAINS[sell.chain].kind === 'evm' && !named.some(({ router }) => same(quote.router, router)))
    return "The router that the quote names is not in the network's list of routers.";
  return undefined;
}

/** Checks the quote and its memo against the request. @throws {ProviderError} */
export function checkQuote(
  config: FamilyConfig,
  request: ProviderQuoteRequest,
  quote: NodeQuote,
  affiliate: AffiliatePayout | undefined,
  nowSeconds: number,
): void {
  const fail = (why: string) => new ProviderError('unknownError', why);
  if (quote.fees.asset.toUpperCase() !== nodeAssetOf(request.buyAsset))
    throw fail('The node quoted another asset than the one asked for.');
  if (quote.expected_amount_out === 0n)
    throw new ProviderError('swapAmountTooSmall', 'After fees nothing of the amount would be left.');
  if (quote.expiry !== undefined && quote.expiry <= nowSeconds)
    throw fail('The node gave a quote that has expired already.');
  if (affiliate && (quote.fees.affiliate ?? 0n) === 0n)
    throw new ProviderError(
      'swapAmountTooSmall',
      `At this amount ${config.title} would not pay the affiliate fee asked for. Sell more, or ask without the fee.`,
    );
  if (!request.destinationAddress) return;
  if (quote.memo === undefined) throw fail('The node gave no memo for the payment.');
  checkMemo(config, request, quote.memo, affiliate, askedLeast(request, quote.expected_amount_out));
}

function checkMemo(
  config: FamilyConfig,
  request: ProviderQuoteRequest,
  text: string,
  affiliate: AffiliatePayout | undefined,
  limit: bigint,
): void {
  const fail = (why: string) => new ProviderError('unknownError', why);
  const memo = parseSwapMemo(text);
  if (!memo) throw fail('The memo that the node gave is no swap.');
  if (!sameDestination(memo.destination, request.destinationAddress ?? ''))
    throw fail('The memo that the node gave pays to another address than the one asked for.');
  // Without one, refunds go to the payer.
  if (
    !sameDestination(memo.refund ?? request.sourceAddress ?? '', request.refundAddress ?? request.sourceAddress ?? '')
  )
    throw fail('The memo that the node gave sends refunds to another address than the one asked for.');
  if (!memoAssetMeans(config, memo.asset, request.buyAsset))
    throw fail('The memo that the node gave buys another asset than the one asked for.');
  const limitBytes = CHAINS[request.sellAsset.chain].memoLimitBytes;
  if (memoBytes(text) > limitBytes)
    throw fail(
      `The memo of this swap has ${memoBytes(text)} bytes; ${CHAINS[request.sellAsset.chain].name} carries ${limitBytes}. ${request.refundAddress ? 'Without refundAddress it is shorter.' : 'A shorter affiliate name would help.'}`,
    );
  // Nodes may print a limit in fewer digits; that costs less than a thousandth.
  if (memo.limit * 1000n < limit * 999n)
    throw fail('The memo that the node gave protects the price less than the slippage asked for.');
  if (affiliate && !paysAffiliate(memo, affiliate))
    throw fail('The memo that the node gave does not pay the affiliate fee asked for.');
}

const paysAffiliate = (memo: SwapMemo, { payout, feeBps }: AffiliatePayout) =>
  memo.affiliates.some(
    (name, i) =>
      name.toLowerCase() === payout.toLowerCase() && (memo.affiliateBps[i] ?? memo.affiliateBps[0]) === String(feeBps),
  );
