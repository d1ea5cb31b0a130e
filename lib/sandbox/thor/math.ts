/** Computes swaps, fees and quantities as the nodes do: integers only, rounded where they round. */

/** Depths in 1e8 (Maya's native coin in 1e10). `decimals` 0 means unset, which rounds like 8. */
export type Depths = { native: bigint; asset: bigint; decimals: number };

/** `part / total` of `allocation`, rounded half up. Source: common/type_convert.go GetUncappedShare. */
export function share(numerator: bigint, total: bigint, allocation: bigint): bigint {
  if (numerator === 0n || total === 0n || allocation === 0n) return 0n;
  return (allocation * numerator + total / 2n) / total;
}

/** Like `share`, but never more than the whole. Source: common/type_convert.go GetSafeShare. */
export const cappedShare = (numerator: bigint, total: bigint, allocation: bigint): bigint =>
  share(numerator > total ? total : numerator, total, allocation);

export const subtractToZero = (a: bigint, b: bigint): bigint => (a > b ? a - b : 0n);
export const greater = (a: bigint, b: bigint): bigint => b + subtractToZero(a, b);
export const lesser = (a: bigint, b: bigint): bigint => a - subtractToZero(a, b);

/** Rounds an amount in 1e8 down to the token's own decimals. */
export function floorToDecimals(amount: bigint, decimals: number): bigint {
  if (decimals <= 0 || decimals >= 8) return amount;
  const step = 10n ** BigInt(8 - decimals);
  return (amount / step) * step;
}

export const assetInNative = (pool: Depths, amount: bigint): bigint => share(pool.native, pool.asset, amount);
export const nativeInAsset = (pool: Depths, amount: bigint): bigint =>
  floorToDecimals(share(pool.asset, pool.native, amount), pool.decimals);

/** The slip of `x` into depth `depth` in basis points, rounded half to even like the SDK's Dec. */
export function slipBps(depth: bigint, x: bigint): bigint {
  const total = depth + x;
  if (total === 0n) return 0n;
  const scale = 10n ** 18n;
  // The node keeps 18 digits of the quotient, rounded half to even, and rounds again after ×10000.
  const ratio = halfEven(x * scale, total);
  return halfEven(ratio * 10_000n, scale);
}

function halfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  if (twice < denominator || (twice === denominator && quotient % 2n === 0n)) return quotient;
  return quotient + 1n;
}

export type LegRules =
  /** THORChain: a minimum slip, and the fee leaves the pool. */
  | { readonly style: 'thor'; readonly minSlipBps: bigint }
  /** Maya: a constant is added to the slip, and the fee stays in the pool. */
  | { readonly style: 'maya'; readonly addedBps: bigint };

export type Direction = 'toNative' | 'fromNative';
export type LegResult = {
  emit: bigint;
  /** In the asset emitted. */
  fee: bigint;
  feeNative: bigint;
  slip: bigint;
  pool: Depths;
};

/**
 * Emission and fee of `x` into depth `X` against `Y`, before rounding to the pool's decimals. Source: swap_current.go
 * GetSwapCalc.
 */
export function emission(x: bigint, X: bigint, Y: bigint, minSlipBps: bigint) {
  const sum = x + X;
  const natural = slipBps(X, x);
  if (minSlipBps <= natural) {
    return { emit: (x * X * Y) / (sum * sum), fee: (x * x * Y) / (sum * sum), slip: natural };
  }
  const fee = cappedShare(minSlipBps, 10_000n, x * Y) / sum;
  return { emit: subtractToZero((x * Y) / sum, fee), fee, slip: minSlipBps };
}

/** Swaps through one pool. Undefined when the pool cannot pay it (`fail swap, not enough balance`). */
export function swapLeg(pool: Depths, x: bigint, direction: Direction, rules: LegRules): LegResult | undefined {
  const [X, Y] = direction === 'toNative' ? [pool.asset, pool.native] : [pool.native, pool.asset];
  if (x <= 0n || X <= 0n || Y <= 0n) return undefined;
  return rules.style === 'thor'
    ? thorLeg(pool, x, X, Y, direction, rules.minSlipBps)
    : mayaLeg(pool, x, X, Y, direction, rules.addedBps);
}

function thorLeg(pool: Depths, x: bigint, X: bigint, Y: bigint, direction: Direction, minSlip: bigint) {
  const calc = emission(x, X, Y, minSlip);
  const emit = floorToDecimals(calc.emit, pool.decimals);
  if (emit >= Y) return undefined;
  const moved = move(pool, x, emit, direction);
  const feeNative = direction === 'toNative' ? calc.fee : share(moved.native, moved.asset, calc.fee);
  const after = { ...moved, native: subtractToZero(moved.native, feeNative) };
  return { emit, fee: calc.fee, feeNative, slip: calc.slip, pool: after };
}

function mayaLeg(pool: Depths, x: bigint, X: bigint, Y: bigint, direction: Direction, addedBps: bigint) {
  const calc = emission(x, X, Y, 0n);
  const added = addedBps > 0n ? cappedShare(addedBps, 10_000n, cappedShare(x, X + x, Y)) : 0n;
  const emit = floorToDecimals(subtractToZero(calc.emit, added), pool.decimals);
  if (emit >= Y) return undefined;
  // The fee is valued at the pool's state before the swap, and stays in the pool.
  const feeNative = direction === 'toNative' ? calc.fee : assetInNative(pool, calc.fee);
  return { emit, fee: calc.fee, feeNative, slip: calc.slip + addedBps, pool: move(pool, x, emit, direction) };
}

const move = (pool: Depths, x: bigint, emit: bigint, direction: Direction): Depths =>
  direction === 'toNative'
    ? { ...pool, asset: pool.asset + x, native: pool.native - emit }
    : { ...pool, native: pool.native + x, asset: pool.asset - emit };

/** The size and the minimum output of the next sub-swap. Source: types/msg_swap.go NextSize. */
export function nextSize(state: {
  deposit: bigint;
  quantity: bigint;
  successes: bigint;
  in: bigint;
  out: bigint;
  limit: bigint;
}): { size: bigint; target: bigint } {
  let size = state.deposit / state.quantity;
  if (state.successes < state.deposit % state.quantity) size += 1n;
  const left = subtractToZero(state.deposit, state.in);
  if (size > left) size = left;
  return { size, target: cappedShare(size, left, subtractToZero(state.limit, state.out)) };
}

export type QuantityRequest = {
  amount: bigint;
  interval: bigint;
  /** The pools by role; undefined if that side is the native coin. */
  source: Depths | undefined;
  target: Depths | undefined;
  bothNative: boolean;
};
const MAX_LENGTH = 14_400n;
const NATIVE_FACTOR = 365n;
const maxByLength = (request: QuantityRequest, interval: bigint) =>
  (request.bothNative ? MAX_LENGTH * NATIVE_FACTOR : MAX_LENGTH) / interval;

/** The most sub-swaps THORChain makes of an amount. Source: x/thorchain/helpers.go getMaxSwapQuantity. */
export function thorMaxQuantity(request: QuantityRequest, minSlipBps: bigint): bigint {
  const interval = request.interval === 0n ? 1n : request.interval;
  const sizes = [request.source, request.target]
    .filter((pool) => pool !== undefined)
    .map((pool) => cappedShare(minSlipBps, 10_000n, pool.native))
    .filter((size) => size > 0n);
  let least = sizes.reduce(lesser, sizes[0] ?? 0n);
  if (request.source) least = nativeInAsset(request.source, least);
  if (least === 0n) return 1n;
  const quantity = request.amount / least;
  const longest = maxByLength(request, interval);
  if (quantity > longest) return longest;
  return quantity === 0n ? 1n : quantity;
}

/** The most sub-swaps Maya makes; undefined when its minimum fee is zero. Source: x/mayachain/helpers.go. */
export function mayaMaxQuantity(request: QuantityRequest, minBpFee: bigint): bigint | undefined {
  if (request.interval === 0n) return 0n;
  const pools = [request.source, request.target].filter((pool) => pool !== undefined);
  const [first, second] = pools;
  if (!first) return undefined;
  const sum = first.native + (second?.native ?? 0n);
  if (sum === 0n) return undefined;
  let depth = second ? (2n * first.native * second.native) / sum : first.native;
  if (request.source) depth = share(depth, request.source.native, request.source.asset);
  const minBp = (minBpFee * 100n) / BigInt(pools.length);
  if (minBp === 0n) return undefined;
  const least = cappedShare(minBp, 1_000_000n, depth);
  if (least === 0n) return 1n;
  const quantity = request.amount / least;
  const longest = maxByLength(request, request.interval);
  if (quantity > longest) return longest;
  return quantity === 0n ? 1n : quantity;
}
