/** Puts routes of several providers on one footing: one set of prices, the value after all fees, warnings. Pure. */
import { type Amount, formatAmount } from '../domain/amount.ts';
import { assetKey } from '../domain/asset.ts';
import type { RouteDraft, Warning } from '../domain/route.ts';

/** USD by `assetKey`. */
export type Prices = ReadonlyMap<string, number>;

/**
 * One price per asset for the whole quote, so that no provider's own prices favour its own route: the middle one of
 * those that the providers know, the lower of two middle ones.
 */
export function pricesOf(drafts: readonly RouteDraft[]): Prices {
  const all = new Map<string, number[]>();
  for (const { asset, priceUsd } of drafts.flatMap((draft) => draft.pricesUsd)) {
    if (!Number.isFinite(priceUsd) || priceUsd <= 0) continue;
    const known = all.get(assetKey(asset));
    if (known) known.push(priceUsd);
    else all.set(assetKey(asset), [priceUsd]);
  }
  const middle = (prices: number[]) => prices.sort((a, b) => a - b)[Math.floor((prices.length - 1) / 2)] ?? 0;
  return new Map([...all].map(([key, prices]) => [key, middle(prices)]));
}

/** For ranking only: a number that never becomes an amount again. */
function valueUsd(amount: Amount, prices: Prices): number | undefined {
  const price = prices.get(assetKey(amount.asset));
  return price === undefined ? undefined : Number(formatAmount(amount)) * price;
}

/**
 * What the route is worth in USD after all fees, also those that the sender pays on top (`inbound`, and gas as
 * `network`); a fee of unknown price counts as nothing. Undefined when the bought asset has no price.
 */
export function netValueUsd(draft: RouteDraft, prices: Prices): number | undefined {
  const bought = valueUsd(draft.expectedBuy, prices);
  if (bought === undefined) return undefined;
  const onTop = draft.fees.filter((fee) => fee.type === 'inbound' || fee.type === 'network');
  return onTop.reduce((value, fee) => value - (valueUsd(fee.amount, prices) ?? 0), bought);
}

/** Thresholds are ours. */
const HIGH_COST_BPS = 1000;
const WIDE_TOLERANCE_BPS = 2000;

const percent = (bps: number) => `${Number((bps / 100).toFixed(2))} %`;

/** What the whole quote can see; a provider's own warning of the same kind stands. */
export function warningsOf(draft: RouteDraft, slippageBps: number): Warning[] {
  const has = (code: Warning['code']) => draft.warnings.some((warning) => warning.code === code);
  const costly: Warning[] =
    draft.totalSlippageBps >= HIGH_COST_BPS && !has('highPriceImpact')
      ? [
          {
            code: 'highPriceImpact',
            display: `This route costs ${percent(draft.totalSlippageBps)} of what you sell.`,
            tooltip: 'Price impact and fees together, against the market price.',
          },
        ]
      : [];
  const wide: Warning[] =
    slippageBps >= WIDE_TOLERANCE_BPS && !has('highSlippage')
      ? [
          {
            code: 'highSlippage',
            display:
              slippageBps >= 10_000
                ? 'No least amount is enforced: you accept any result.'
                : `You accept up to ${percent(slippageBps)} less than expected.`,
          },
        ]
      : [];
  return [...draft.warnings, ...costly, ...wide];
}
