/** The warnings of a route: price impact, costs, tolerance. And the one set of prices by which routes are compared. Pure. */
import { assetKey } from '../domain/asset.ts';
import type { RouteDraft, Warning } from '../domain/route.ts';
import { middlePrices, type Prices } from '../domain/route-value.ts';
import { bpsToPercent, shortfallBps } from '../domain/slippage.ts';

/** One price per asset for the whole quote. */
export const pricesOf = (drafts: readonly RouteDraft[]): Prices =>
  middlePrices(
    drafts.flatMap(({ pricesUsd }) => pricesUsd.map(({ asset, priceUsd }) => [assetKey(asset), priceUsd] as const)),
  );

/** Thresholds are ours. */
const HIGH_IMPACT_BPS = 300;
const HIGH_COST_BPS = 1000;
/** A tolerance that suits any route, and one that is never accepted without a warning. */
const MODEST_TOLERANCE_BPS = 300;
const WIDE_TOLERANCE_BPS = 2000;
const TOLERANCE_PER_IMPACT = 3;

const percent = (bps: number) => `${bpsToPercent(bps)} %`;

/** `meta.priceImpact` in basis points; a gain or an unknown impact counts as none. */
const impactBpsOf = (draft: RouteDraft): number => Math.max(Math.round((draft.priceImpactPercent ?? 0) * 100), 0);

/** The pools' part: the number of `meta.priceImpact`. */
function impactWarning(draft: RouteDraft): Warning[] {
  const impactBps = impactBpsOf(draft);
  if (impactBps < HIGH_IMPACT_BPS) return [];
  const display = `The pools move the price by ${percent(impactBps)} against you.`;
  return [{ code: 'highPriceImpact', display, tooltip: 'A smaller amount moves it less.' }];
}

/** The whole cost of the route: the number of `totalSlippageBps`. */
function costWarning({ totalSlippageBps }: RouteDraft): Warning[] {
  if (totalSlippageBps < HIGH_COST_BPS) return [];
  const display = `This route costs ${percent(totalSlippageBps)} of what you sell.`;
  return [{ code: 'highSlippage', display, tooltip: 'Price impact and fees together, against the market price.' }];
}

/** The requested tolerance, compared with what this route may need. */
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

/** Adds a guarantee below the tolerance to any other reason for the same code. */
function withShortfall(
  warnings: Warning[],
  { expectedBuy, guaranteedBuy }: RouteDraft,
  slippageBps: number,
): Warning[] {
  const shortfall = shortfallBps(expectedBuy.baseUnits, guaranteedBuy.baseUnits);
  if (shortfall <= slippageBps) return warnings;
  const sentence = `It guarantees ${percent(shortfall)} less than expected, which is more than your ${percent(slippageBps)}.`;
  const others = warnings.filter(({ code }) => code !== 'highSlippage');
  const [same] = warnings.filter(({ code }) => code === 'highSlippage');
  return [{ code: 'highSlippage', ...same, display: same ? `${sentence} ${same.display}` : sentence }, ...others];
}

/** The warnings that apply to any provider's route; a provider's own warning of the same kind is kept. */
export function warningsOf(draft: RouteDraft, slippageBps: number): Warning[] {
  const own = new Set(draft.warnings.map(({ code }) => code));
  const ours = [...impactWarning(draft), ...costWarning(draft), ...toleranceWarning(draft, slippageBps)];
  return withShortfall([...draft.warnings, ...ours.filter(({ code }) => !own.has(code))], draft, slippageBps);
}
