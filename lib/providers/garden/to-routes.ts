/** Turns Garden's best quote into a route: pure. The order fixes the output to the unit. */
import type { NetworkName } from '../../chains/chain.ts';
import { CHAINS } from '../../chains/chains.ts';
import { type Amount, mulDiv } from '../../domain/amount.ts';
import type { Fee } from '../../domain/fee.ts';
import type { EstimatedTime, RouteDraft } from '../../domain/route.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import { amountIn, type GardenAsset } from './assets.ts';
import type { AffiliateFee } from './client.ts';
import type { GardenTerms } from './order-terms.ts';
import { refundOf } from './refund-text.ts';
import type { GardenQuote } from './upstream-schemas.ts';

export type Quoted = {
  request: ProviderQuoteRequest;
  network: NetworkName;
  sell: GardenAsset;
  buy: GardenAsset;
  amount: Amount;
  quote: GardenQuote & { solver_id: string };
  affiliateFee: AffiliateFee | undefined;
  /** The sender's cost on its own chain. */
  paid: readonly Fee[];
};

const BPS = 10_000n;
const PROTOCOL = 'GARDEN';
/** The rounding of a price with four digits is not a fee. */
const NOISE_USD = 0.002;

const lossOf = ({ quote }: Quoted): number | undefined => {
  const { source, destination } = quote;
  return source.value !== undefined && destination.value !== undefined && source.value > 0
    ? 1 - destination.value / source.value
    : undefined;
};

/** A share of an amount, in the same unit; rounded up, so that no cost is understated. */
const shareOf = (amount: Amount, bps: number): Amount => ({
  ...amount,
  baseUnits: mulDiv(amount.baseUnits, BigInt(Math.max(0, Math.round(bps * 100))), BPS * 100n, 'up'),
});

/**
 * The declared fee may include the affiliate's, and the declared ones together may not explain the whole loss: the
 * affiliate's is exact, Garden's is at most the rest of the loss, and the remainder is the cost of the payout.
 */
function feeBpsOf(quoted: Quoted): { affiliate: number; liquidity: number; rest: number } {
  const { quote, affiliateFee } = quoted;
  const affiliate = affiliateFee?.fee ?? 0;
  const loss = lossOf(quoted);
  const lost = loss === undefined ? undefined : Math.max(0, loss * 10_000 - affiliate);
  const declared = quote.fee;
  if (lost === undefined) return { affiliate, liquidity: declared ?? 0, rest: 0 };
  if (declared === undefined) return { affiliate, liquidity: lost, rest: 0 };
  const liquidity = Math.min(declared, lost);
  return { affiliate, liquidity, rest: lost - liquidity };
}

function feesOf(quoted: Quoted): Fee[] {
  const { amount, request, buy, quote } = quoted;
  const { affiliate, liquidity, rest } = feeBpsOf(quoted);
  const sold = (type: Fee['type'], bps: number): Fee[] =>
    bps <= 0 ? [] : [{ type, amount: shareOf(amount, bps), chain: amount.asset.chain, protocol: PROTOCOL }];
  const worth = quote.destination.value ?? 0;
  const restUsd = (rest / 10_000) * (quote.source.value ?? 0);
  const bought = amountIn(request.buyAsset, buy, quote.destination.amount);
  const outbound: Fee[] =
    restUsd <= NOISE_USD || worth <= 0
      ? []
      : [
          {
            type: 'outbound',
            amount: shareOf(bought, (restUsd / worth) * 10_000),
            chain: request.buyAsset.chain,
            protocol: PROTOCOL,
          },
        ];
  return [...quoted.paid, ...sold('liquidity', liquidity), ...sold('affiliate', affiliate), ...outbound];
}

/** Seconds: the payment's confirmations on its chain, the rest in proportion to Garden's estimate. */
function estimatedTime({ quote, amount, request }: Quoted): EstimatedTime {
  const confirming = CHAINS[amount.asset.chain].blockSeconds;
  const paying = CHAINS[request.buyAsset.chain].blockSeconds;
  // Without Garden's estimate: a block there, a block here, and about half a minute for the solver.
  const total = Math.max(1, Math.round(quote.estimated_time ?? confirming + paying + 30));
  const inbound = Math.min(Math.round(confirming), total);
  const outbound = Math.min(Math.round(paying), total - inbound);
  return { inbound, swap: total - inbound - outbound, outbound, total };
}

function costs(quoted: Quoted): Pick<RouteDraft, 'totalSlippageBps' | 'priceImpactPercent'> {
  const loss = lossOf(quoted);
  const { affiliate, liquidity } = feeBpsOf(quoted);
  if (loss === undefined) return { totalSlippageBps: Math.round(affiliate + liquidity) };
  // No pool moves: the whole loss is fees and is not counted again as price impact.
  return { totalSlippageBps: Math.round(loss * 10_000), priceImpactPercent: 0 };
}

function termsFor({ quote, sell, buy, affiliateFee }: Quoted): GardenTerms {
  return {
    kind: 'garden',
    from: sell.id,
    to: buy.id,
    fromAmount: quote.source.amount.toString(),
    toAmount: quote.destination.amount.toString(),
    solverId: quote.solver_id,
    ...(affiliateFee ? { affiliateFee } : {}),
  };
}

/** The minimum output of an order with a tolerance; our orders name none. */
export const leastOf = (amount: Amount, slippageBps: number | undefined): Amount => {
  const bps = Math.min(10_000, Math.max(0, Math.ceil(slippageBps ?? 0)));
  return { ...amount, baseUnits: mulDiv(amount.baseUnits, BPS - BigInt(bps), BPS, 'down') };
};

export function toRoute(quoted: Quoted): RouteDraft {
  const { request, amount, buy, sell, quote } = quoted;
  const expectedBuy = amountIn(request.buyAsset, buy, quote.destination.amount);
  const guaranteedBuy = leastOf(expectedBuy, quote.slippage);
  const fees = feesOf(quoted);
  const prices = [
    { asset: request.sellAsset, priceUsd: sell.priceUsd },
    { asset: request.buyAsset, priceUsd: buy.priceUsd },
  ];
  return {
    providers: [PROTOCOL],
    sell: amount,
    expectedBuy,
    guaranteedBuy,
    sourceAddress: request.sourceAddress ?? '',
    destinationAddress: request.destinationAddress ?? '',
    ...(request.refundAddress ? { refundAddress: request.refundAddress } : {}),
    fees,
    estimatedTime: estimatedTime(quoted),
    ...costs(quoted),
    legs: [{ provider: PROTOCOL, sell: amount, buy: expectedBuy, buyAtMaxSlippage: guaranteedBuy, fees }],
    warnings: [],
    ...(request.affiliate && request.affiliate.feeBps > 0
      ? { affiliate: { name: request.affiliate.name, feeBps: request.affiliate.feeBps } }
      : {}),
    refund: refundOf(amount.asset.chain, undefined, request.refundAddress !== undefined),
    ...(sell.minimum === undefined ? {} : { recommendedMinimum: { ...amount, baseUnits: sell.minimum } }),
    pricesUsd: prices.flatMap(({ asset, priceUsd }) => (priceUsd === undefined ? [] : [{ asset, priceUsd }])),
    tracking: termsFor(quoted),
  };
}
