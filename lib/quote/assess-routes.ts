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
const HIGH_IMPACT_BPS = 300;
const HIGH_COST_BPS = 1000;
/** What a tolerance may be whatever the route, and what it may never be without a word. */
const MODEST_TOLERANCE_BPS = 300;
const WIDE_TOLERANCE_BPS = 2000;
const TOLERANCE_PER_IMPACT = 3;

const percent = (bps: number) => `${Number((bps / 100).toFixed(2))} %`;

/** `meta.priceImpact` in basis points; a gain, or one that is not known, counts as none. */
const impactBpsOf = (draft: RouteDraft): number => Math.max(Math.round((draft.priceImpactPercent ?? 0) * 100), 0);

/** The pools' part: says the same number as `meta.priceImpact`. */
function impactWarning(draft: RouteDraft): Warning[] {
  const impactBps = impactBpsOf(draft);
  if (impactBps < HIGH_IMPACT_BPS) return [];
  const display = `The pools move the price by ${percent(impactBps)} against you.`;
  return [{ code: 'highPriceImpact', display, tooltip: 'A smaller amount moves it less.' }];
}

/** Everything that the route costs: says the same number as `totalSlippageBps`. */
function costWarning({ totalSlippageBps }: RouteDraft): Warning[] {
  if (totalSlippageBps < HIGH_COST_BPS) return [];
  const display = `This route costs ${percent(totalSlippageBps)} of what you sell.`;
  return [{ code: 'highSlippage', display, tooltip: 'Price impact and fees together, against the market price.' }];
}

/** The tolerance that was asked for, against what this route may need. */
function toleranceWarning(draft: RouteDraft, slippageBps: number): Warning[] {
  const needed = Math.min(
    Math.max(TOLERANCE_PER_IMPACT * impactBpsOf(draft), MODEST_TOLERANCE_BPS),
    WIDE_TOLERANCE_BPS,
  );
  if (slippageBps <= needed) return [];
  const display =
    slippageBps >= 10_000
      ? 'No least amount is enforced: you accept any result.'
      : `You accept up to ${percent(slippageBps)} less than expected.`;
  return [{ code: 'exceedsRecommendedSlippage', display, tooltip: `For this route ${percent(needed)} would do.` }];
}

/** What is to be said of any provider's route; a provider's own warning of the same kind stands. */
export function warningsOf(draft: RouteDraft, slippageBps: number): Warning[] {
  const own = new Set(draft.warnings.map(({ code }) => code));
  const ours = [...impactWarning(draft), ...costWarning(draft), ...toleranceWarning(draft, slippageBps)];
  return [...draft.warnings, ...ours.filter(({ code }) => !own.has(code))];
}
