/** What a deposit address promises, and what becomes of deposits that differ from what was agreed. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { assetView } from '../tokens/asset-view.ts';
import { duration, shortAmount } from '../ui/format.ts';

/**
 * Whether the route's channel is what the sender pays to. That of a second leg takes what the first leg pays: the sold
 * asset would be lost in it.
 */
export const isPaidByDeposit = ({ providers }: Pick<WireRoute, 'providers'>): boolean =>
  !providers[0]?.endsWith('->CHAINFLIP');

/** Whether the swap waits for a deposit, or ended waiting for one. */
export const waitsForDeposit = ({ data, trackingStatus, stage }: TrackResponse): boolean =>
  data.depositChannel !== undefined &&
  data.route !== undefined &&
  isPaidByDeposit(data.route) &&
  data.inbound?.hash === undefined &&
  (trackingStatus === 'not_started' || (trackingStatus === 'failed' && stage === 'inbound'));

export type WhatIf = { name: string; words: string };

export function whatIf(route: Pick<WireRoute, 'sellAsset' | 'meta'>): WhatIf[] {
  const { symbol, chainName } = assetView(route.sellAsset);
  const { minimumDeposit, maximumDeposit, retrySeconds = 0 } = route.meta.depositChannel ?? {};
  const least = minimumDeposit ? `${shortAmount(minimumDeposit)} ${symbol}` : 'the minimum';
  return [
    {
      name: 'Less or more',
      words: `It is swapped at the same minimum price. Never send less than ${least}: the network keeps it, without a swap and without a refund.${
        maximumDeposit ? ` What is above ${shortAmount(maximumDeposit)} ${symbol} is kept as well.` : ''
      }`,
    },
    {
      name: 'Late',
      words: 'A deposit that is not in a block before the address expires is neither swapped nor sent back by itself.',
    },
    {
      name: 'Another asset or chain',
      words: `Only ${symbol} on ${chainName} counts. Anything else is lost to the swap.`,
    },
    {
      name: 'Twice',
      words: 'Each deposit is a swap of its own. Send once.',
    },
    {
      name: 'The price moves',
      words: `Below your minimum the network waits up to ${duration(retrySeconds)} for a better price, then sends the ${symbol} back to your refund address, less fees.`,
    },
    ...secondLegCase(route),
  ];
}

/** Where what the network pays out is swapped once more. */
const secondLegCase = ({ meta: { bridge } }: Pick<WireRoute, 'meta'>): WhatIf[] =>
  bridge
    ? [{ name: `The ${assetView(bridge.asset).symbol} cannot be swapped any further`, words: bridge.otherwise.note }]
    : [];
