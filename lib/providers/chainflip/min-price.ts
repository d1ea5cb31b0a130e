/**
 * The minimum price that Chainflip enforces: unsigned fixed point with 128 fractional bits, output base units per input
 * base unit, exact, never zero and never above what was quoted.
 * Source: chainflip-product-toolkit packages/utils/src/tickMath.ts; chainflip-backend pallets/cf-swapping.
 */
import { DECIMAL_AMOUNT } from '../../domain/amount.ts';

const FRACTION_BITS = 128n;
/**
 * The smallest price that can be expressed: a route without any limit is opened with it, because zero is never asked
 * for.
 */
const LEAST = 1n;
/**
 * Significant digits of a price. Chainflip's SDK keeps as many as the bought asset has decimals, which costs the
 * seller of a dollar for bitcoin a thousandth; more digits only ever protect more.
 */
const PRICE_DIGITS = 18;
/** The quote's price text is not used when it is further below the price of the quote's own amounts. */
const TEXT_TOLERANCE_BPS = 10n;
const BPS = 10_000n;

/** A price in units of `10 ** -PRICE_DIGITS`, cut off. */
function digitsOf(price: string): bigint {
  const [whole = '0', fraction = ''] = price.split('.');
  return BigInt(whole + fraction.slice(0, PRICE_DIGITS).padEnd(PRICE_DIGITS, '0'));
}

const toX128 = (digits: bigint, sellDecimals: number, buyDecimals: number): bigint =>
  ((digits << FRACTION_BITS) * 10n ** BigInt(buyDecimals)) / 10n ** BigInt(PRICE_DIGITS + sellDecimals);

/** @param price whole units bought for one sold, a plain decimal. @throws {RangeError} for anything else. */
export function minPriceX128(price: string, sellDecimals: number, buyDecimals: number): bigint {
  if (!DECIMAL_AMOUNT.test(price)) throw new RangeError(`not a price: ${price.slice(0, 40)}`);
  return toX128(digitsOf(price), sellDecimals, buyDecimals);
}

export type PriceBasis = {
  /** Base units that are swapped: the deposit less boost and ingress fee. Above zero. */
  inputBaseUnits: bigint;
  /** Base units that the swap gives, before the egress fee. */
  outputBaseUnits: bigint;
  /**
   * The fee of the payout, contained in these. It does not fall with the price, so the tolerance applies to the rest.
   */
  egressBaseUnits?: bigint;
  /** As the quote says it, if it does. */
  estimatedPrice?: string | undefined;
  sellDecimals: number;
  buyDecimals: number;
};

/** The quote's own price without any tolerance: its text when that agrees with its amounts, never above them. */
function quotedX128(basis: PriceBasis): { digits: bigint; highest: bigint } {
  const { inputBaseUnits, outputBaseUnits, estimatedPrice, sellDecimals, buyDecimals } = basis;
  const scale = 10n ** BigInt(PRICE_DIGITS + sellDecimals);
  const implied = (outputBaseUnits * scale) / (inputBaseUnits * 10n ** BigInt(buyDecimals));
  const highest = (outputBaseUnits << FRACTION_BITS) / inputBaseUnits;
  if (estimatedPrice === undefined || !DECIMAL_AMOUNT.test(estimatedPrice)) return { digits: implied, highest };
  const text = digitsOf(estimatedPrice);
  const agrees = text <= implied && text * BPS >= implied * (BPS - TEXT_TOLERANCE_BPS);
  return { digits: agrees ? text : implied, highest };
}

/**
 * The minimum price for a tolerance. 0 bps is the tightest, the quoted price itself; at 10000 bps the smallest that
 * can be expressed, which enforces nothing.
 */
export function protectedPriceX128(basis: PriceBasis, slippageBps: number): bigint {
  if (basis.inputBaseUnits <= 0n || slippageBps >= 10_000) return LEAST;
  const { digits, highest } = quotedX128(basis);
  const { outputBaseUnits: output, egressBaseUnits: egress = 0n } = basis;
  const kept = output * BPS - (output - egress) * BigInt(slippageBps);
  const lowered = output > 0n ? (digits * kept) / (output * BPS) : 0n;
  const price = toX128(lowered, basis.sellDecimals, basis.buyDecimals);
  if (price < LEAST || highest < LEAST) return LEAST;
  if (price > highest) return highest;
  return price;
}

/**
 * The minimum output of a swap in `chunks`, before the egress fee: each chunk is held to the price by itself, and
 * remainders of divisions are not counted.
 */
export function enforcedOutput(priceX128: bigint, inputBaseUnits: bigint, chunks: number): bigint {
  const parts = BigInt(Math.max(chunks, 1));
  return parts * (((inputBaseUnits / parts) * priceX128) >> FRACTION_BITS);
}
