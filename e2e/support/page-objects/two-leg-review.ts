/** Checks of a review of a two-leg route: its name in the list, and what it must say before the payment. */
import type { WireBridge } from '../../../lib/api/schemas/route.ts';
import { assetOf } from '../../../lib/domain/asset.ts';
import { expect } from '../page-test.ts';
import type { ReviewSheet } from './review-sheet.ts';

export const ONEINCH_FIRST = '1inch, then Chainflip';
export const JUPITER_FIRST = 'Jupiter, then Chainflip';
export const CHAINFLIP_FIRST = 'Chainflip, then 1inch';

export function bridgeOf({ route }: ReviewSheet): WireBridge & { symbol: string } {
  const { bridge } = route.meta;
  if (!bridge) throw new Error('the route has no meeting point');
  return { ...bridge, symbol: assetOf(bridge.asset).symbol };
}

/**
 * Expects both legs with their guaranteed outputs, the bridge asset, and where the money is if the second leg cannot be
 * done.
 */
export async function expectBothLegs(review: ReviewSheet): Promise<void> {
  const { dialog, route } = review;
  const bridge = bridgeOf(review);
  await expect(dialog.getByRole('heading', { name: 'Two legs, one payment' })).toBeVisible();
  await expect(dialog).toContainText(`They meet in ${bridge.symbol} on `);
  await review.expectShows([
    ...route.legs.map(({ buyAmountMaxSlippage }) => buyAmountMaxSlippage),
    bridge.otherwise.note,
    bridge.otherwise.kind === 'refund' ? route.sourceAddress : route.destinationAddress,
  ]);
}
