import type { ReactNode } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { percent, usdRounded } from '../ui/format.ts';
import { routeMoney } from './route-money.ts';

/** "$128 (0.27%)": everything between what is sold and what arrives, at market prices; undefined without prices. */
export function routeCost(route: WireRoute, tag: string): ReactNode {
  const { sellUsd, netUsd, allInPercent } = routeMoney(route);
  if (sellUsd === undefined || netUsd === undefined || allInPercent === undefined) return undefined;
  return (
    <span className="ltr">
      {usdRounded(sellUsd - netUsd, tag)} ({percent(-allInPercent, tag)})
    </span>
  );
}
