/** Quotes one provider id: one upstream call shared by both ids, routes that passed every check, or one error. */

import { CHAINS } from '../../chains/chains.ts';
import type { Amount } from '../../domain/amount.ts';
import { ProviderError } from '../../domain/errors.ts';
import { PRICE_LIVES_MS } from '../../domain/price-life.ts';
import type { BoostTerms, RouteDraft } from '../../domain/route.ts';
import { type CfAsset, cfAssetOf } from '../../payments/chainflip/assets.ts';
import type { Unavailable } from '../../transfer/built-tx.ts';
import type { CallOptions, ProviderQuoteRequest } from '../provider.ts';
import type { UnitPrices } from '../unit-price.ts';
import { type BrokerSetup, type Commission, commissionBpsOf, commissionFor } from './affiliates.ts';
import type { Answered, QuoteAsker } from './ask-quote.ts';
import { checkDust, checkLimits, depositLimits, refuseAsset, sellAmountOf, type Ways, waysToPay } from './checks.ts';
import type { Payment } from './fees.ts';
import type { NetworkState, NetworkStateSource, Prices } from './network-state.ts';
import { checkPayoutCall } from './payout-call.ts';
import { termsOf } from './terms.ts';
import { toRoute } from './to-routes.ts';
import type { CfPlainQuote, CfQuote } from './upstream-schemas.ts';
import type { BuiltVaultSwap, VaultSwapRequest } from './vault-swap/request.ts';

export type VaultSwapBuilt = BuiltVaultSwap | Unavailable;
export type VaultSwapBuilder = (request: VaultSwapRequest, options: CallOptions) => Promise<VaultSwapBuilt>;

export type QuoteDeps = {
  state: NetworkStateSource;
  ask: QuoteAsker;
  setup: BrokerSetup;
  buildVaultSwap: VaultSwapBuilder;
  unitPrices: UnitPrices;
  now: () => number;
};

const lapsesAt = ({ now }: Pick<QuoteDeps, 'now'>, livesMs: number): number => Math.floor((now() + livesMs) / 1000);

/** Everything that is decided before a price is requested. */
type Prepared = {
  request: ProviderQuoteRequest;
  sell: CfAsset;
  buy: CfAsset;
  amount: Amount;
  commission: Commission;
  ways: Ways;
  state: NetworkState;
};

function knownAssets(deps: QuoteDeps, { sellAsset, buyAsset }: ProviderQuoteRequest): { sell: CfAsset; buy: CfAsset } {
  const refused = refuseAsset(sellAsset, 'Sell', deps.state.lists) ?? refuseAsset(buyAsset, 'Buy', deps.state.lists);
  if (refused) throw new ProviderError(refused.code, refused.message);
  const [sell, buy] = [cfAssetOf(sellAsset), cfAssetOf(buyAsset)];
  if (!sell || !buy) throw new ProviderError('tokenNotFound', 'Chainflip does not swap this pair.');
  return { sell, buy };
}

async function prepare(deps: QuoteDeps, request: ProviderQuoteRequest, signal: AbortSignal): Promise<Prepared> {
  knownAssets(deps, request);
  const state = await deps.state.now(signal);
  // Checked again: the live list is loaded now.
  const { sell, buy } = knownAssets(deps, request);
  if (request.payoutCall) checkPayoutCall(request.payoutCall, buy);
  const amount = sellAmountOf(sell, request.sellAmount);
  const ways = waysToPay(state, deps.setup, sell, buy);
  if (request.payoutCall && !ways.channel)
    throw new ProviderError(
      'tradingHalted',
      'Chainflip opens no deposit channels at the moment, and only those take a payout that calls a contract.',
    );
  checkLimits(depositLimits(state, sell), state, sell, amount);
  const commission = commissionFor(deps.setup, request.affiliate);
  return { request, sell, buy, amount, commission, ways, state };
}

/** A streaming swap may not take longer than the chain allows. */
function checkDuration({ state }: Prepared, { dcaParams }: CfPlainQuote): void {
  const most = state.environment.swapping.max_swap_request_duration_blocks;
  const blocks = (dcaParams?.numberOfChunks ?? 0) * (dcaParams?.chunkIntervalBlocks ?? 0);
  if (most !== undefined && blocks > most)
    throw new ProviderError(
      'quoteNotFound',
      'Streaming this amount would take longer than Chainflip allows. Sell less.',
    );
}

/** The element of the answer for this id. @throws {ProviderError} when there is none. */
function elementFor(prepared: Prepared, { quotes, from }: Answered): CfQuote {
  const streaming = prepared.request.providerId === 'CHAINFLIP_STREAMING';
  const found = quotes.find(({ type }) => type === (streaming ? 'DCA' : 'REGULAR'));
  if (found && (!streaming || found.dcaParams)) {
    checkDuration(prepared, found);
    return found;
  }
  if (!streaming)
    throw new ProviderError(
      'insufficientLiquidity',
      'Chainflip swaps this amount only in parts, as CHAINFLIP_STREAMING does.',
    );
  if (from === 'rpc')
    throw new ProviderError(
      'httpError',
      'The swap backend, which says how an amount streams, cannot be reached at the moment; CHAINFLIP still quotes.',
    );
  throw new ProviderError(
    'quoteNotFound',
    'This amount does not stream: Chainflip would swap it at once, as CHAINFLIP does.',
  );
}

/** The cost of a boosted deposit, when a boost is offered within the caller's limit. */
function boostTermsOf({ request, sell, state }: Prepared, { boostQuote }: CfQuote): BoostTerms | undefined {
  const limit = Math.floor(request.maxBoostFeeBps ?? 0);
  const feeBps = boostQuote?.estimatedBoostFeeBps;
  if (limit <= 0 || sell.cf.chain !== 'Bitcoin' || feeBps === undefined || feeBps > limit) return undefined;
  if (state.switches?.get(sell)?.boostDepositsEnabled === false) return undefined;
  return { feeBps, maxFeeBps: Math.max(feeBps, Math.min(limit, boostQuote?.maxBoostFeeBps ?? limit)) };
}

function routesOf(
  deps: QuoteDeps,
  prepared: Prepared,
  answered: Answered,
  prices: Prices,
  payment: Payment,
): RouteDraft[] {
  const { state, buy, commission, ways } = prepared;
  const element = elementFor(prepared, answered);
  const boost = boostTermsOf(prepared, element);
  // A channel that the backend opens without a key cannot pay an affiliate.
  const channel = ways.channel && (deps.setup.hasBroker || commissionBpsOf(commission) === 0);
  const limits = channel ? depositLimits(state, prepared.sell) : undefined;
  const variants: { quote: CfPlainQuote; boost?: BoostTerms }[] = [
    { quote: element },
    ...(boost && element.boostQuote
      ? [{ quote: { ...element.boostQuote, dcaParams: element.boostQuote.dcaParams ?? element.dcaParams }, boost }]
      : []),
  ];
  return variants.map(({ quote, boost: terms }) => {
    checkDust(state, buy, quote.egressAmount);
    const route = toRoute({ ...prepared, quote, limits, payment, prices, ...(terms ? { boost: terms } : {}) });
    // The chain would hold to the price for as long as its channel lives; the caller means an hour of that. A channel
    // takes the payment from any sender; a transaction needs its sender.
    const payable = route.destinationAddress !== '' && (route.sourceAddress !== '' || route.channel !== undefined);
    return payable ? { ...route, expirationSeconds: lapsesAt(deps, PRICE_LIVES_MS) } : route;
  });
}

async function ask(
  deps: QuoteDeps,
  prepared: Prepared,
  vaultSwap: boolean,
  signal: AbortSignal,
): Promise<RouteDraft[]> {
  const { request, sell, buy, amount, commission, state, ways } = prepared;
  const asked = {
    sell,
    buy,
    baseUnits: amount.baseUnits,
    commissionBps: commissionBpsOf(commission),
    vaultSwap,
    payoutCall: request.payoutCall,
  };
  const [answered, prices, utxoRate] = await Promise.all([
    deps.ask(asked, state.environment, signal),
    deps.state.prices(signal),
    sell.cf.chain === 'Bitcoin' ? deps.unitPrices.of(sell.asset.chain, signal) : undefined,
  ]);
  const inOneTransaction = ways.vault && !request.payoutCall;
  return routesOf(deps, prepared, answered, prices, { sell, buy, throughVault: vaultSwap, inOneTransaction, utxoRate });
}

const CALL_BY_CHANNEL =
  'A swap whose payout calls a contract is paid through a deposit channel, which carries the message of the call.';

/** Why no transaction can be made at all, before one is tried. */
function whyNoTx({ request, ways }: Prepared): string | undefined {
  if (!request.destinationAddress) return 'A transaction needs a destination address.';
  if (!request.sourceAddress) return 'A transaction needs the address that it is sent from.';
  if (request.payoutCall) return CALL_BY_CHANNEL;
  return ways.noVault;
}

/** The payment of a route from the caller's own address, refunded to it unless the route says otherwise. */
async function built(
  deps: QuoteDeps,
  route: RouteDraft,
  { allowUnfunded }: ProviderQuoteRequest,
  options: CallOptions,
): Promise<RouteDraft | { why: string }> {
  const terms = termsOf(route);
  if (!terms) throw new ProviderError('unknownError', 'The terms of the route are lost.');
  const { sourceAddress, destinationAddress, sell } = route;
  const refundAddress = route.refundAddress ?? sourceAddress;
  let result: VaultSwapBuilt;
  try {
    const swap = { terms, sell, sourceAddress, destinationAddress, refundAddress };
    result = await deps.buildVaultSwap({ ...swap, ...(allowUnfunded ? { allowUnfunded } : {}) }, options);
  } catch (error) {
    // An encoding that differs from the quote is never passed on. An upstream's failure only costs the transaction.
    const trouble = error instanceof ProviderError && ['httpError', 'providerQuoteTimeout'].includes(error.code);
    if (!trouble || options.signal.aborted) throw error;
    return { why: `${CHAINS[sell.asset.chain].name} or Chainflip could not be asked for what a transaction needs.` };
  }
  if ('unavailable' in result) return { why: result.unavailable };
  const { livesMs = PRICE_LIVES_MS, ...payment } = result;
  return { ...route, ...payment, expirationSeconds: lapsesAt(deps, Math.min(livesMs, PRICE_LIVES_MS)) };
}

/**
 * With transactions when they can be made; otherwise routes paid through a channel, and why there is no transaction.
 */
async function withTx(deps: QuoteDeps, prepared: Prepared, options: CallOptions): Promise<RouteDraft[]> {
  const channelRoutes = async (why: string) =>
    (await ask(deps, prepared, false, options.signal)).map((route) => ({ ...route, txUnavailable: why }));
  const hindered = whyNoTx(prepared);
  if (hindered !== undefined) return channelRoutes(hindered);
  const routes = await ask(deps, prepared, true, options.signal);
  const results = await Promise.all(routes.map((route) => built(deps, route, prepared.request, options)));
  const paid = results.filter((one) => 'providers' in one);
  if (paid.length === results.length) return paid;
  const why = results.find((one) => 'why' in one)?.why ?? 'No transaction could be made.';
  // A channel takes another fee from the deposit: its price is requested again.
  const unpaid = await channelRoutes(why);
  return results.map((one, index) => ('providers' in one ? one : unpaid[index])).filter((one) => one !== undefined);
}

/** @throws {ProviderError} */
export async function quoteSwap(
  deps: QuoteDeps,
  request: ProviderQuoteRequest,
  options: CallOptions,
): Promise<RouteDraft[]> {
  const prepared = await prepare(deps, request, options.signal);
  return request.includeTx ? withTx(deps, prepared, options) : ask(deps, prepared, false, options.signal);
}
