import type { ReactNode } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { percent, usdRounded } from '../ui/format.ts';
import { routeMoney } from './route-money.ts';

/**
 * "$128 (0.27%)": everything between what is sold and what arrives, at market prices; undefined without prices. A route
 * that pays more than the market says so.
 */
export function routeCost(t: Text, route: WireRoute): ReactNode {
  const { sellUsd, netUsd, allInPercent } = routeMoney(route);
  if (sellUsd === undefined || netUsd === undefined || allInPercent === undefined) return undefined;
  const cost = sellUsd - netUsd;
  const costPercent = percent(Math.abs(allInPercent), t.tag);
  return (
    <span>
      <span className="ltr">{usdRounded(Math.abs(cost), t.tag)}</span> (
      {cost < 0 ? t('{percent} gain', { percent: costPercent }) : costPercent})
    </span>
  );
}
