/**
 * Words a route's warnings in our own sentences, by code and by the route's figures, because one code has several
 * causes.
 */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { percent } from '../ui/format.ts';
import { beyondTolerance } from './route-money.ts';

type Warning = WireRoute['warnings'][number];

/** From this total cost on, the service itself warns (lib/quote/assess-routes.ts). */
const HIGH_COST_BPS = 1000;

export type WarningWords = {
  words: string;
  /** The service's own sentence, in English, if it says more than ours. */
  detail?: string;
};

/** The sentence about the total cost, or about a tolerance that is too tight. */
function causeWords(t: Text, { totalSlippageBps, meta }: WireRoute): string | undefined {
  const { slippagePercent: tolerance, recommendedSlippagePercent: advised } = meta;
  if (totalSlippageBps >= HIGH_COST_BPS)
    return t('This route costs {cost} of what you sell.', { cost: percent(totalSlippageBps / 100, t.tag) });
  if (tolerance !== undefined && advised !== undefined && tolerance < advised)
    return t('Your slippage is tight: {advised} is advised. Below it the swap may come back as a refund.', {
      advised: percent(advised, t.tag),
    });
  return undefined;
}

/** Every cause of this code that the route's figures show; the service's own sentence if they show none. */
function slippageWords(t: Text, route: WireRoute, display: string): WarningWords {
  const beyond = beyondTolerance(route);
  const causes = [
    beyond === undefined
      ? undefined
      : t(
          'Up to {shortfall} less than expected may arrive on this route: that is more than your slippage of {tolerance}.',
          { shortfall: percent(beyond / 100, t.tag), tolerance: percent(route.meta.slippagePercent ?? 100, t.tag) },
        ),
    causeWords(t, route),
  ].filter((cause) => cause !== undefined);
  return causes.length > 0
    ? { words: causes.join(' ') }
    : { words: t('Less may arrive than expected, or the swap may not be done.'), detail: display };
}

export function warningWords(t: Text, route: WireRoute, { code, display }: Warning): WarningWords {
  const { priceImpact, slippagePercent } = route.meta;
  switch (code) {
    case 'highSlippage':
      return slippageWords(t, route, display);
    case 'highPriceImpact':
      return priceImpact === undefined
        ? { words: t('The pools move the price against you. A smaller amount moves it less.'), detail: display }
        : {
            words: t('The pools move the price by {impact} against you. A smaller amount moves it less.', {
              impact: percent(priceImpact, t.tag),
            }),
          };
    case 'lowLiquidity':
      return { words: t('There is little to trade with for this amount. A smaller one loses less.') };
    case 'exceedsRecommendedSlippage':
      return {
        words:
          route.expectedBuyAmountMaxSlippage === '0' || slippagePercent === undefined
            ? t('Nothing enforces a least amount: you take any result.')
            : t('You accept up to {tolerance} less than expected. That is more than this route needs.', {
                tolerance: percent(slippagePercent, t.tag),
              }),
      };
  }
}
