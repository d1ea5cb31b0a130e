/**
 * Words a route's warnings in our own sentences, by code and by the route's figures, because one code has several
 * causes.
 */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { percent } from '../ui/format.ts';
import { beyondTolerance } from './route-money.ts';

type Warning = WireRoute['warnings'][number];

/** From this total cost on, the service itself warns (lib/quote/route-warnings.ts). */
const HIGH_COST_BPS = 1000;

export type WarningText = {
  text: string;
  /** The service's own sentence, in English, if it says more than ours. */
  detail?: string;
};

const isCostly = ({ totalSlippageBps }: WireRoute): boolean => totalSlippageBps >= HIGH_COST_BPS;
const enforcesNothing = (route: WireRoute): boolean => route.expectedBuyAmountMaxSlippage === '0';

/** The tolerance and the one that the provider advises, in percent, if the tolerance is below it. */
function tooTight({ meta }: WireRoute): { tolerance: number; advised: number } | undefined {
  const { slippagePercent: tolerance, recommendedSlippagePercent: advised } = meta;
  return tolerance !== undefined && advised !== undefined && tolerance < advised ? { tolerance, advised } : undefined;
}

/** Whether a warning judges nothing but the tolerance itself. */
const isAboutTolerance = (route: WireRoute, { code }: Warning): boolean =>
  code === 'exceedsRecommendedSlippage'
    ? !enforcesNothing(route)
    : code === 'highSlippage' &&
      !isCostly(route) &&
      beyondTolerance(route) === undefined &&
      tooTight(route) !== undefined;

/**
 * The warnings that a person sees, in the service's order.
 * @param auto the tolerance is Portage's own default, of which Portage does not warn.
 */
export const shownWarnings = (route: WireRoute, auto: boolean): Warning[] =>
  route.warnings.filter((warning) => !auto || !isAboutTolerance(route, warning));

/** The sentence about the total cost, or about a tolerance that is too tight. */
function causeText(t: Text, route: WireRoute): string | undefined {
  if (isCostly(route))
    return t('This route costs {cost} of what you sell.', { cost: percent(route.totalSlippageBps / 100, t.tag) });
  const tight = tooTight(route);
  return (
    tight &&
    t('At {tolerance} slippage this swap may be refunded. Use {advised}.', {
      tolerance: percent(tight.tolerance, t.tag),
      advised: percent(tight.advised, t.tag),
    })
  );
}

/** Every cause of this code that the route's figures show; the service's own sentence if they show none. */
function slippageText(t: Text, route: WireRoute, display: string): WarningText {
  const beyond = beyondTolerance(route);
  const causes = [
    beyond === undefined
      ? undefined
      : t('The minimum is {shortfall} below what is expected, more than your slippage of {tolerance}.', {
          shortfall: percent(beyond / 100, t.tag),
          tolerance: percent(route.meta.slippagePercent ?? 100, t.tag),
        }),
    causeText(t, route),
  ].filter((cause) => cause !== undefined);
  return causes.length > 0
    ? { text: causes.join(' ') }
    : { text: t('You may receive less than expected, or get a refund.'), detail: display };
}

export function warningText(t: Text, route: WireRoute, { code, display }: Warning): WarningText {
  const { priceImpact, slippagePercent } = route.meta;
  switch (code) {
    case 'highSlippage':
      return slippageText(t, route, display);
    case 'highPriceImpact':
      return priceImpact === undefined
        ? { text: t('High price impact. A smaller amount lowers it.'), detail: display }
        : {
            text: t('Price impact is {impact}. A smaller amount lowers it.', { impact: percent(priceImpact, t.tag) }),
          };
    case 'lowLiquidity':
      return { text: t('Liquidity is low for this amount. A smaller amount loses less.') };
    case 'exceedsRecommendedSlippage':
      return {
        text:
          enforcesNothing(route) || slippagePercent === undefined
            ? t('This route has no minimum: you take any result.')
            : t('{tolerance} slippage is more than this route needs.', {
                tolerance: percent(slippagePercent, t.tag),
              }),
      };
  }
}

/** The warning in two or three words. */
export function warningTag(t: Text, route: WireRoute, { code }: Warning): string {
  switch (code) {
    case 'highSlippage':
      return isCostly(route)
        ? t('High cost')
        : beyondTolerance(route) === undefined && tooTight(route)
          ? t('May be refunded')
          : t('Low minimum');
    case 'highPriceImpact':
      return t('High price impact');
    case 'lowLiquidity':
      return t('Low liquidity');
    case 'exceedsRecommendedSlippage':
      return enforcesNothing(route) ? t('No minimum') : t('High slippage');
  }
}
