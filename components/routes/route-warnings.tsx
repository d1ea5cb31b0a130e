import { TriangleAlert } from 'lucide-react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { msg } from '../../lib/i18n/text.ts';
import { percent } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';

type Code = WireRoute['warnings'][number]['code'];

/** Each number is the route's own, as the service compares it. */
const SENTENCES: Readonly<Record<Code, string>> = {
  highPriceImpact: msg('The pools move the price by {impact} against you. A smaller amount moves it less.'),
  highSlippage: msg('This route costs {cost} of what you sell.'),
  lowLiquidity: msg('There is little to trade with: the price may move before your swap is done.'),
  exceedsRecommendedSlippage: msg(
    'You accept up to {tolerance} less than expected. That is more than this route needs.',
  ),
};

/** What to take care of, in our words by its code; the service's own sentence is its title. */
export function RouteWarnings({ route }: { route: WireRoute }) {
  const t = useText();
  if (route.warnings.length === 0) return null;
  const values = {
    impact: percent(route.meta.priceImpact ?? 0, t.tag),
    cost: percent(route.totalSlippageBps / 100, t.tag),
    tolerance: percent(route.meta.slippagePercent ?? 0, t.tag),
  };
  return (
    <ul className="grid gap-0.5">
      {route.warnings.map(({ code, display }) => (
        <li key={code} title={display} className="flex items-start gap-1.5 text-12 text-amber">
          <TriangleAlert aria-hidden size={14} className="mt-px shrink-0" />
          {code === 'exceedsRecommendedSlippage' && route.expectedBuyAmountMaxSlippage === '0'
            ? t('Nothing enforces a least amount: you take any result.')
            : t(SENTENCES[code], values)}
        </li>
      ))}
    </ul>
  );
}
