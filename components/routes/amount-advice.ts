/**
 * Advises how much is worth selling on a route: the minimum that it takes, and the amount from which its fixed fees are
 * a small part.
 */
import type { WireFee, WireRoute } from '../../lib/api/schemas/route.ts';
import { decimalValueUsd, fromBaseUnits } from '../../lib/domain/amount.ts';
import { compareDecimals } from '../ui/decimal-math.ts';
import { priceIn, routeMoney, worth } from './route-money.ts';

/** Above this share of the amount the page warns of the fees; our own choice. */
export const FEE_LIMIT_PERCENT = 5;

/** Fees that do not depend on the amount: gas and payouts. All others are a share of the amount. */
const FIXED: ReadonlySet<WireFee['type']> = new Set(['inbound', 'outbound', 'network']);

export type AmountAdvice = {
  /** The least amount that the provider takes or recommends, a decimal of the sold asset. */
  minimum?: string;
  /**
   * The amount from which fees take less than `FEE_LIMIT_PERCENT`: a decimal of the sold asset, rounded up to two
   * digits.
   */
  comfortable?: { amount: string; usd: number };
  /** Which of the two the requested amount falls below. */
  below?: 'minimum' | 'comfortable';
};

/** `value` rounded up to two significant digits, with at most `decimals` decimals. A plain decimal without exponent. */
export function roundedUp(value: number, decimals: number): string {
  if (!(value > 0) || !Number.isFinite(value)) return '0';
  const digits = Math.min(decimals, 1 - Math.floor(Math.log10(value)));
  const scaled = Math.ceil(Number((value * 10 ** digits).toPrecision(12)));
  return digits >= 0 ? fromBaseUnits(BigInt(scaled), digits) : (BigInt(scaled) * 10n ** BigInt(-digits)).toString();
}

function comfortable(route: WireRoute, decimals: number): AmountAdvice['comfortable'] {
  const price = priceIn(route, route.sellAsset);
  const { sellUsd, feesUsd } = routeMoney(route);
  if (!price || !sellUsd || feesUsd === undefined) return undefined;
  const fixed = route.fees
    .filter(({ type }) => FIXED.has(type))
    .reduce((sum, { asset, amount }) => sum + (worth(route, asset, amount) ?? 0), 0);
  const room = FEE_LIMIT_PERCENT / 100 - (feesUsd - fixed) / sellUsd;
  if (fixed <= 0 || room <= 0) return undefined;
  const amount = roundedUp(fixed / room / price, decimals);
  return { amount, usd: decimalValueUsd(amount, price) };
}

/** @param decimals of the sold asset. */
export function amountAdvice(route: WireRoute, decimals: number): AmountAdvice {
  const minimum = route.meta.depositChannel?.minimumDeposit ?? route.meta.recommendedMinimum;
  const from = comfortable(route, decimals);
  const tooSmall = (least: string | undefined) => least !== undefined && compareDecimals(route.sellAmount, least) < 0;
  const below = tooSmall(minimum) ? 'minimum' : tooSmall(from?.amount) ? 'comfortable' : undefined;
  return {
    ...(minimum === undefined ? {} : { minimum }),
    ...(from === undefined ? {} : { comfortable: from }),
    ...(below === undefined ? {} : { below }),
  };
}
