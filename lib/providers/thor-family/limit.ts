/**
 * Relates the limit of a memo to the least that the receiver gets. A network may take fees from a payout after it has
 * held the output of the swap against the limit. Sources: THORNode and MAYANode, swap.go (the limit) and
 * manager_txout_current.go (the affiliates' shares, the least payout of a swap that does not stream).
 */
import { CHAINS } from '../../chains/chains.ts';
import { larger, mulDiv, smaller } from '../../domain/amount.ts';
import { memoBytes } from '../../domain/memo.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import type { AffiliatePayout } from './affiliates.ts';
import { type FamilyConfig, isStreaming } from './config.ts';
import { parseLimit, parseSwapMemo, printLimit, withLimit } from './memo.ts';
import type { NodeQuote } from './upstream-schemas.ts';

/** All amounts in this file are node units of the bought asset. */
export type Quoted = {
  config: FamilyConfig;
  request: ProviderQuoteRequest;
  quote: NodeQuote;
  affiliate: AffiliatePayout | undefined;
};

const BPS = 10_000n;
/** The outbound fee is taken as it is at the payout: a guarantee holds until the fee has grown by a quarter. */
const FEE_GROWTH_PERCENT = 125n;

/** The receiver's least amount at the slippage asked for; 0n for none. Slippage 0 is the tightest possible. */
export const askedLeast = (request: ProviderQuoteRequest, expected: bigint): bigint =>
  request.slippageBps >= 10_000 ? 0n : (expected * BigInt(10_000 - Math.max(request.slippageBps, 1))) / BPS;

/**
 * What is taken from an output at the limit: `fee`, and the affiliate's share of the limit and `shared`; `most`: the
 * limit that the expected output just reaches.
 */
function takenAfter({ config, request, quote, affiliate }: Quoted) {
  const outbound = quote.fees.outbound ?? 0n;
  const fee = mulDiv(outbound, FEE_GROWTH_PERCENT, 100n, 'up');
  const bps = BigInt(affiliate?.feeBps ?? 0);
  const beforeShare = quote.expected_amount_out + (quote.fees.affiliate ?? 0n);
  switch (config.limitHolds[isStreaming(config, request) ? 'streaming' : 'plain']) {
    case 'payout':
      return { bps: 0n, shared: 0n, fee: 0n, most: quote.expected_amount_out };
    case 'outputLessFee':
      return { bps, shared: fee, fee: 0n, most: beforeShare };
    case 'output':
      return { bps, shared: 0n, fee, most: beforeShare + outbound };
  }
}

/** The least that the receiver gets by a memo with this limit. */
export function leastPayout(quoted: Quoted, limit: bigint): bigint {
  const { bps, shared, fee } = takenAfter(quoted);
  return limit === 0n ? 0n : larger(limit - mulDiv(bps, limit + shared, BPS, 'up') - fee, 0n);
}

/** The limit by which the receiver gets the least amount asked for, or the tightest that the expected output reaches. */
export function neededLimit(quoted: Quoted): bigint {
  const least = askedLeast(quoted.request, quoted.quote.expected_amount_out);
  if (least === 0n) return 0n;
  const { bps, shared, fee, most } = takenAfter(quoted);
  return smaller(mulDiv((least + fee) * BPS + bps * shared, 1n, BPS - bps, 'up'), most);
}

/** Four digits tighten a limit by a thousandth at most. */
const LEAST_LIMIT_DIGITS = 4;

/**
 * The memo with that limit, rounded up to as many digits as fit; undefined where none fits, or the expected output would
 * miss the limit.
 */
export function memoWithLimit(quoted: Quoted, memo: string, limit: bigint): string | undefined {
  const { most } = takenAfter(quoted);
  const mostBytes = CHAINS[quoted.request.sellAsset.chain].memoLimitBytes;
  for (let digits = limit.toString().length; digits >= LEAST_LIMIT_DIGITS; digits -= 1) {
    const text = printLimit(limit, digits);
    const written = withLimit(memo, text);
    if (memoBytes(written) <= mostBytes && (parseLimit(text) ?? 0n) <= most) return written;
  }
  return undefined;
}

/** The quote with a memo that keeps the receiver's least amount, where the node's own does not and one fits. */
export function withKeptLeast(quoted: Quoted): NodeQuote {
  const { quote } = quoted;
  const needed = neededLimit(quoted);
  const named = quote.memo === undefined ? undefined : parseSwapMemo(quote.memo);
  if (!quote.memo || !named || named.limit >= needed) return quote;
  return { ...quote, memo: memoWithLimit(quoted, quote.memo, needed) ?? quote.memo };
}
