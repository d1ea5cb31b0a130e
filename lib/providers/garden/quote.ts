/**
 * Quotes a swap by hash lock. Garden's live lists decide everything before a price is requested, and a quote creates
 * nothing. No tolerance is sent: the order fixes the output, so the minimum is the whole amount.
 */
import type { NetworkName } from '../../chains/chain.ts';
import { CHAINS } from '../../chains/chains.ts';
import { type Amount, amountText, toBaseUnits } from '../../domain/amount.ts';
import { type Asset, formatAsset, sameAsset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { RouteDraft } from '../../domain/route.ts';
import type { CallOptions, Pair, Provider, ProviderQuoteRequest } from '../provider.ts';
import { refuseOtherRefund } from '../refund-address.ts';
import type { UnitPrices } from '../unit-price.ts';
import { affiliateFeeOf } from './affiliates.ts';
import { amountIn, type Catalogue, type GardenAsset } from './assets.ts';
import type { GardenClient } from './client.ts';
import { NO_QUOTE, PAIR_CLOSED, withProviderCode } from './errors.ts';
import { paymentFee } from './payment-cost.ts';
import { isPairOpen } from './policy.ts';
import { deepestSolver, type GardenState } from './state.ts';
import { toRoute } from './to-routes.ts';
import type { GardenQuote, Policy } from './upstream-schemas.ts';

export type QuoteDeps = { client: GardenClient; state: GardenState; network: NetworkName; unitPrices: UnitPrices };

const reachable = (asset: Asset): boolean => {
  const { kind, id } = CHAINS[asset.chain];
  return kind === 'evm' || kind === 'solana' || id === 'BTC' || id === 'LTC';
};

function refuseAsset(asset: Asset, catalogue: Catalogue | undefined): ReturnType<Provider['refuse']> {
  if (asset.kind === 'synth')
    return { code: 'crossChainNotSupported', message: 'Garden does not swap synthetic assets.' };
  if (!reachable(asset) || catalogue?.reaches(asset.chain) === false)
    return { code: 'unsupportedChainId', message: `Garden does not reach ${CHAINS[asset.chain].name}.` };
  if (catalogue && !catalogue.find(asset))
    return { code: 'tokenNotFound', message: `Garden does not swap ${formatAsset(asset)}.` };
  return undefined;
}

/** Local and cheap: uses only what is already known of Garden. */
export const refusePair = (
  { sellAsset, buyAsset }: Pair,
  catalogue: Catalogue | undefined,
): ReturnType<Provider['refuse']> =>
  refuseAsset(sellAsset, catalogue) ??
  refuseAsset(buyAsset, catalogue) ??
  (sameAsset(sellAsset, buyAsset)
    ? { code: 'quoteNotFound', message: 'The asset cannot be swapped into itself.' }
    : undefined);

/** @throws {ProviderError} when Garden does not swap one of the two. */
export function knownPair(request: Pair, catalogue: Catalogue): { sell: GardenAsset; buy: GardenAsset } {
  const refused = refusePair(request, catalogue);
  if (refused) throw new ProviderError(refused.code, refused.message);
  const [sell, buy] = [catalogue.find(request.sellAsset), catalogue.find(request.buyAsset)];
  if (!sell || !buy) throw new ProviderError('tokenNotFound', PAIR_CLOSED);
  return { sell, buy };
}

function sellAmountOf(request: ProviderQuoteRequest, sell: GardenAsset): Amount {
  const baseUnits = toBaseUnits(request.sellAmount, sell.decimals, 'exact');
  if (baseUnits === undefined)
    throw new ProviderError(
      'invalidSellAmount',
      `${formatAsset(request.sellAsset)} has ${sell.decimals} decimals; the amount has more.`,
    );
  if (baseUnits <= 0n || baseUnits >= 2n ** 128n)
    throw new ProviderError('invalidSellAmount', 'Garden takes amounts above zero and below 2^128 base units.');
  return amountIn(request.sellAsset, sell, baseUnits);
}

const isClosed = (policy: Policy, { list }: Catalogue): boolean =>
  !list.some((a) => list.some((b) => isPairOpen(policy, a.id, b.id)));

/** @throws {ProviderError} when the policy closes this pair, or all pairs. */
function checkPolicy(policy: Policy | undefined, catalogue: Catalogue, from: string, to: string): void {
  if (!policy || isPairOpen(policy, from, to)) return;
  if (isClosed(policy, catalogue))
    throw new ProviderError('tradingHalted', 'Garden has closed all pairs at the moment. Try again later.');
  throw new ProviderError('quoteNotFound', PAIR_CLOSED);
}

function checkLimits(amount: Amount, { minimum, maximum }: GardenAsset): void {
  if (minimum !== undefined && amount.baseUnits < minimum)
    throw new ProviderError(
      'swapAmountTooSmall',
      `Garden swaps no less than ${amountText(amount, minimum)}. Sell more.`,
    );
  if (maximum !== undefined && maximum > 0n && amount.baseUnits > maximum)
    throw new ProviderError(
      'insufficientLiquidity',
      `Garden swaps no more than ${amountText(amount, maximum)} at once. Sell less.`,
    );
}

/** The quote with the highest output; one without a solver cannot become an order. */
export function bestQuote(
  quotes: readonly GardenQuote[],
  asked: { from: string; to: string; amount: bigint },
): GardenQuote & { solver_id: string } {
  const sound = quotes.flatMap((quote) => {
    const { source, destination, solver_id } = quote;
    const isAsked =
      source.amount === asked.amount &&
      source.asset.toLowerCase() === asked.from.toLowerCase() &&
      destination.asset.toLowerCase() === asked.to.toLowerCase();
    return isAsked && destination.amount > 0n && solver_id !== undefined ? [{ ...quote, solver_id }] : [];
  });
  const [best] = sound.sort((a, b) =>
    a.destination.amount === b.destination.amount ? 0 : a.destination.amount > b.destination.amount ? -1 : 1,
  );
  if (!best) throw new ProviderError('quoteNotFound', NO_QUOTE);
  return best;
}

function checkLiquidity(most: bigint | undefined, bought: Amount): void {
  if (most === undefined || bought.baseUnits <= most) return;
  throw new ProviderError(
    'insufficientLiquidity',
    `Garden’s solvers can pay out no more than ${amountText(bought, most)} at the moment. Sell less.`,
  );
}

/** The route without anything payable. @throws {ProviderError} */
export async function askQuote(
  { client, state, network, unitPrices }: QuoteDeps,
  request: ProviderQuoteRequest,
  { signal }: CallOptions,
): Promise<RouteDraft> {
  const early = refusePair(request, state.peek());
  if (early) throw new ProviderError(early.code, early.message);
  const [catalogue, policy, liquidity] = await Promise.all([
    state.catalogue(signal),
    state.policy(signal),
    state.liquidity(signal),
  ]);
  const { sell, buy } = knownPair(request, catalogue);
  const amount = sellAmountOf(request, sell);
  // The order's owner itself pays into a contract; a deposit may come from any sender.
  if (CHAINS[request.sellAsset.chain].kind !== 'utxo')
    refuseOtherRefund(request, 'Garden’s contract pays refunds to the account that locked the money, to no other.');
  checkPolicy(policy, catalogue, sell.id, buy.id);
  checkLimits(amount, sell);
  const affiliateFee = affiliateFeeOf(request.affiliate, catalogue, network);
  const asked = { from: sell.id, to: buy.id, amount: amount.baseUnits };
  try {
    const asking = client.quotes(
      {
        from: sell.id,
        to: buy.id,
        from_amount: amount.baseUnits.toString(),
        ...(affiliateFee ? { affiliate_fee: String(affiliateFee.fee) } : {}),
      },
      signal,
    );
    const [quotes, paid] = await Promise.all([asking, paymentFee(request.sellAsset, unitPrices, signal)]);
    const quote = bestQuote(quotes, asked);
    checkLiquidity(deepestSolver(liquidity, buy.id), amountIn(request.buyAsset, buy, quote.destination.amount));
    return toRoute({ request, network, sell, buy, amount, quote, paid, affiliateFee });
  } catch (error) {
    throw withProviderCode(error, { sell: amount, ...(affiliateFee ? { affiliateAsset: affiliateFee.asset } : {}) });
  }
}

/** @throws {ProviderError} */
export async function quoteSwap(
  deps: QuoteDeps,
  request: ProviderQuoteRequest,
  options: CallOptions,
): Promise<RouteDraft[]> {
  const route = await askQuote(deps, request, options);
  if (!request.includeTx || (request.sourceAddress && request.destinationAddress)) return [route];
  const missing = request.sourceAddress ? 'a destination address' : 'the address that it is sent from';
  return [{ ...route, txUnavailable: `A transaction needs ${missing}: Garden’s order names both.` }];
}
