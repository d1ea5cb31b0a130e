/** Combines two routes into one: pure; no fee is counted twice, and nothing rounds in the seller's disfavour. */
import { CHAINS } from '../../chains/chains.ts';
import { type Amount, amountText, mulDiv, smaller } from '../../domain/amount.ts';
import { assetKey } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import { type Fee, paidOnTop } from '../../domain/fee.ts';
import type { EstimatedTime, Leg, RouteDraft, TwoLeg } from '../../domain/route.ts';
import { amountUsd } from '../../domain/route-value.ts';
import type { Provider, ProviderQuoteRequest } from '../provider.ts';
import { legName } from './legs.ts';
import type { TwoLegPair, TwoLegSetup } from './two-leg.ts';
import { warningsOf } from './warnings.ts';

type TwoQuotes = { pair: TwoLegPair; first: RouteDraft; second: RouteDraft };

const MARGIN_OF_MAXIMUM = 20n;
const READABLE_DIGITS = 3;

const withUnits = (amount: Amount, baseUnits: bigint): Amount => ({ ...amount, baseUnits });

/** Rounded up to three significant digits: it is an estimate. */
function readable(baseUnits: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(baseUnits.toString().length - READABLE_DIGITS, 0));
  return mulDiv(baseUnits, 1n, unit, 'up') * unit;
}

/** The amount to sell for the first leg to guarantee `wanted`, as far as its price holds. */
export function leastSale({ sell, guaranteedBuy }: RouteDraft, wanted: Amount): Amount | undefined {
  if (guaranteedBuy.baseUnits <= 0n) return undefined;
  return withUnits(sell, readable(mulDiv(sell.baseUnits, wanted.baseUnits, guaranteedBuy.baseUnits, 'up')));
}

/**
 * The guarantee of the whole: what the second leg's own terms (minimum price, minimum return) give for what the first
 * guarantees. It keeps the tolerance of the whole, apart from the legs' fixed fees (a payout's, say), which do not
 * shrink with the amount.
 */
export function guaranteeOf(provider: Provider, first: RouteDraft, second: RouteDraft): bigint {
  const sold = smaller(first.guaranteedBuy.baseUnits, second.sell.baseUnits);
  // Less goes in than was quoted, so it cannot guarantee more.
  return smaller(provider.guaranteeFor?.(second, sold) ?? 0n, second.guaranteedBuy.baseUnits);
}

/**
 * Checks that the second leg takes exactly the first leg's expected output, and would take its guaranteed one.
 * @throws {ProviderError} when the second leg's network could keep a part of the payment.
 */
export function checkMeeting(pair: TwoLegPair, first: RouteDraft, second: RouteDraft): void {
  const { expectedBuy, guaranteedBuy } = first;
  const { sell, channel } = second;
  const fails = (code: ProviderError['code'], message: string) =>
    new ProviderError(code, `${legName(pair, 1)}: ${message}`);
  if (sell.decimals !== expectedBuy.decimals || sell.baseUnits !== expectedBuy.baseUnits)
    throw fails('unknownError', `it quoted ${amountText(sell)} instead of ${amountText(expectedBuy)}.`);
  if (pair.meeting !== 'channel') return;
  if (!channel)
    throw fails('tradingHalted', `no deposit channel for ${sell.asset.symbol} can be opened at the moment.`);
  const { minimumDeposit, maximumDeposit } = channel;
  if (guaranteedBuy.baseUnits < minimumDeposit.baseUnits) {
    const least = leastSale(first, minimumDeposit);
    throw fails(
      'swapAmountTooSmall',
      `only ${amountText(guaranteedBuy)} are sure to arrive there, and less than ${amountText(minimumDeposit)} would not be swapped for certain, but kept.${least ? ` Sell about ${amountText(least)} or more.` : ''}`,
    );
  }
  // More than expected may arrive.
  if (maximumDeposit && expectedBuy.baseUnits + expectedBuy.baseUnits / MARGIN_OF_MAXIMUM > maximumDeposit.baseUnits)
    throw fails(
      'insufficientLiquidity',
      `it swaps at most ${amountText(maximumDeposit)} at once, and the first leg brings ${amountText(expectedBuy)} or more. Sell less.`,
    );
}

/** The second leg has no payment of its own: the first leg pays what its sender would pay on top. */
const secondFees = ({ fees }: RouteDraft): Fee[] => fees.filter((fee) => !paidOnTop(fee));

function legsOf({ pair, first, second }: TwoQuotes, guaranteedBuy: Amount): Leg[] {
  const { sell, expectedBuy } = first;
  return [
    { provider: pair.legs[0], sell, buy: expectedBuy, buyAtMaxSlippage: first.guaranteedBuy, fees: first.fees },
    {
      provider: pair.legs[1],
      sell: expectedBuy,
      buy: second.expectedBuy,
      buyAtMaxSlippage: guaranteedBuy,
      fees: secondFees(second),
    },
  ];
}

const seconds = (value: number): number => Math.round(value * 10) / 10;

/**
 * One after the other. The receiver makes the second leg in its payout; a channel's deposit is swapped once it is
 * seen.
 */
function timeOf({ pair, first, second }: TwoQuotes): EstimatedTime | undefined {
  const [a, b] = [first.estimatedTime, second.estimatedTime];
  if (!a || !b) return undefined;
  const total = a.total + b.total;
  const { inbound } = a;
  const outbound = pair.meeting === 'channel' ? b.outbound : (a.outbound ?? 0) + b.total;
  return {
    ...(inbound === undefined ? {} : { inbound: seconds(inbound) }),
    swap: seconds(Math.max(total - (inbound ?? 0) - (outbound ?? 0), 0)),
    ...(outbound === undefined ? {} : { outbound: seconds(outbound) }),
    total: seconds(total),
  };
}

/** The first leg's price of an asset before the second's. */
function pricesUsd({ first, second }: TwoQuotes): RouteDraft['pricesUsd'] {
  const all = [...second.pricesUsd, ...first.pricesUsd];
  return [...new Map(all.map((one) => [assetKey(one.asset), one])).values()];
}

/** The second takes its part of what the first leaves. Fractions. */
const oneAfterTheOther = (a: number, b: number): number => 1 - (1 - a) * (1 - b);

/** Against the market price when both ends have one; floats, for ranking and display only. */
function costs(quotes: TwoQuotes): Pick<RouteDraft, 'totalSlippageBps' | 'priceImpactPercent'> {
  const { first, second } = quotes;
  const prices = new Map(pricesUsd(quotes).map(({ asset, priceUsd }) => [assetKey(asset), priceUsd]));
  const [sold, bought] = [amountUsd(first.sell, prices), amountUsd(second.expectedBuy, prices)];
  const lost =
    sold !== undefined && sold > 0 && bought !== undefined
      ? 1 - bought / sold
      : oneAfterTheOther(first.totalSlippageBps / 10_000, second.totalSlippageBps / 10_000);
  const [a, b] = [first.priceImpactPercent, second.priceImpactPercent];
  const impact = a === undefined && b === undefined ? undefined : oneAfterTheOther((a ?? 0) / 100, (b ?? 0) / 100);
  return {
    totalSlippageBps: Math.round(lost * 10_000),
    ...(impact === undefined ? {} : { priceImpactPercent: Math.round(impact * 10_000) / 100 }),
  };
}

function otherwiseOf({ pair, first, second }: TwoQuotes, refundAddress: string | undefined): TwoLeg['otherwise'] {
  const [sold, bridge, bought] = [first.sell.asset, first.expectedBuy.asset, second.expectedBuy.asset];
  const chain = CHAINS[bridge.chain].name;
  if (pair.meeting === 'channel')
    return {
      kind: 'refund',
      note: `If ${bought.symbol} cannot be bought within your limit, Chainflip refunds ${bridge.symbol} on ${chain}, not ${sold.symbol}, to ${refundAddress ? 'your refund address' : 'the address that you pay from'}, less the cost of sending it. If the first leg fails, nothing is sold.`,
    };
  return {
    kind: 'fallback',
    note: `If ${bought.symbol} cannot be bought within your limit on ${chain}, you get the ${bridge.symbol} that Chainflip paid out instead, at your destination address. If Chainflip itself cannot swap within your limit, it refunds ${sold.symbol} to your refund address, less the cost of sending it.`,
  };
}

/** The tolerance is split in halves: for a leg to have what its provider advises, the whole needs twice that. */
function recommendedSlippage({ first, second }: TwoQuotes): number | undefined {
  const advised = [first, second].flatMap((draft) => draft.recommendedSlippagePercent ?? []);
  return advised.length === 0 ? undefined : Math.min(2 * Math.max(...advised), 100);
}

function minimumOf({ pair, first, second }: TwoQuotes): Amount | undefined {
  if (pair.meeting !== 'channel') return first.recommendedMinimum;
  const least = second.channel && leastSale(first, second.channel.minimumDeposit);
  if (!least) return undefined;
  // The amount itself is sufficient.
  return least.baseUnits < first.sell.baseUnits ? least : first.sell;
}

type Asked = Pick<ProviderQuoteRequest, 'slippageBps' | 'sourceAddress' | 'destinationAddress' | 'refundAddress'>;

/**
 * The route of the whole, without anything payable: the pair's preparer adds that. @param first the first leg's
 * offer, paid out in the bridge asset. @param second the second leg's offer for the first one's whole expected
 * output.
 */
export function composeRoute(
  setup: Pick<TwoLegSetup, 'pair' | 'second'>,
  request: Asked,
  first: RouteDraft,
  second: RouteDraft,
): RouteDraft {
  const { pair } = setup;
  const quotes = { pair, first, second };
  const guaranteedBuy = withUnits(second.expectedBuy, guaranteeOf(setup.second, first, second));
  const affiliate = first.affiliate ?? second.affiliate;
  const time = timeOf(quotes);
  const advised = recommendedSlippage(quotes);
  const minimum = minimumOf(quotes);
  return {
    providers: [pair.id],
    sell: first.sell,
    expectedBuy: second.expectedBuy,
    guaranteedBuy,
    sourceAddress: request.sourceAddress ?? '',
    destinationAddress: request.destinationAddress ?? '',
    ...(request.refundAddress ? { refundAddress: request.refundAddress } : {}),
    ...(first.expirationSeconds === undefined ? {} : { expirationSeconds: first.expirationSeconds }),
    fees: [...first.fees, ...secondFees(second)],
    ...(time ? { estimatedTime: time } : {}),
    ...costs(quotes),
    legs: legsOf(quotes, guaranteedBuy),
    warnings: warningsOf(pair, request.slippageBps, [first.warnings, second.warnings]),
    ...(affiliate ? { affiliate } : {}),
    ...(pair.meeting === 'receiver' && first.channel ? { channel: first.channel } : {}),
    ...(advised === undefined ? {} : { recommendedSlippagePercent: advised }),
    ...(minimum ? { recommendedMinimum: minimum } : {}),
    pricesUsd: pricesUsd(quotes),
    twoLeg: {
      bridge: first.expectedBuy.asset,
      legs: [first, second],
      otherwise: otherwiseOf(quotes, request.refundAddress),
    },
  };
}
