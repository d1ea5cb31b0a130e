/**
 * Tells whether a route is paid to a deposit channel, and explains what happens to deposits that differ from the agreed
 * one.
 */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { traitsOf } from '../../lib/payments/traits.ts';
import { assetView } from '../tokens/asset-view.ts';
import { duration, shortAmount } from '../ui/format.ts';

/**
 * Whether the sender pays to the route's channel. The channel of a second leg receives the first leg's payout: the sold
 * asset would be lost in it.
 */
export const isPaidByDeposit = ({ providers }: Pick<WireRoute, 'providers'>): boolean =>
  !traitsOf(providers[0]?.split('->')[1]).opensDepositChannels;

/** Whether the swap waits for a deposit, or ended while it waited. Of some deposits only the amount is ever known. */
export const waitsForDeposit = ({ data, trackingStatus, stage }: TrackResponse): boolean =>
  data.depositChannel !== undefined &&
  data.route !== undefined &&
  isPaidByDeposit(data.route) &&
  data.inbound === undefined &&
  (trackingStatus === 'not_started' || (trackingStatus === 'failed' && stage === 'inbound'));

/** `english`: the text is the server's own. */
export type WhatIf = { name: string; text: string; english?: boolean };

export const otherAsset = (t: Text, sellAsset: string): WhatIf => {
  const { symbol, chainName } = assetView(sellAsset);
  return {
    name: t('Another asset or chain'),
    text: t('Send only {symbol} on {chain}. Anything else is lost.', { symbol, chain: chainName }),
  };
};

export function whatIf(t: Text, route: Pick<WireRoute, 'sellAsset' | 'meta'>): WhatIf[] {
  const { symbol } = assetView(route.sellAsset);
  const { minimumDeposit, maximumDeposit, retrySeconds = 0 } = route.meta.depositChannel ?? {};
  const amount = (decimal: string) => `${shortAmount(decimal, t.tag)} ${symbol}`;
  const lessOrMore = [
    t('It is swapped at the same minimum price.'),
    ...(minimumDeposit
      ? [
          t('Never send less than {amount}: the network keeps it, without a swap and without a refund.', {
            amount: amount(minimumDeposit),
          }),
        ]
      : []),
    ...(maximumDeposit ? [t('Anything above {amount} is kept as well.', { amount: amount(maximumDeposit) })] : []),
  ];
  return [
    { name: t('Less or more'), text: lessOrMore.join(' ') },
    {
      name: t('Late'),
      text: t('A deposit confirmed after the address expires is neither swapped nor returned automatically.'),
    },
    otherAsset(t, route.sellAsset),
    { name: t('Twice'), text: t('Each deposit is a swap of its own. Send once.') },
    {
      name: t('The price drops'),
      text: t(
        'Below your minimum the network waits up to {time} for a better price, then sends the {symbol} back to your refund address, less fees.',
        { time: duration(retrySeconds, t.tag), symbol },
      ),
    },
    ...secondLegCase(t, route),
  ];
}

/** The case of routes on which the network's payout is swapped once more. */
function secondLegCase(t: Text, { meta: { bridge } }: Pick<WireRoute, 'meta'>): WhatIf[] {
  if (!bridge) return [];
  const { symbol } = assetView(bridge.asset);
  return [{ name: t('The {symbol} can’t be swapped further', { symbol }), text: bridge.otherwise.note, english: true }];
}
