/** Words the state of a saved swap when the status alone does not say it. */
import type { Text } from '../../lib/i18n/text.ts';
import { symbolOf } from '../tracking/track-selectors.ts';
import { isOver, type SavedSwap } from './saved-swaps.ts';

/** Undefined when the status's usual text suffices. */
export function savedSwapText(t: Text, swap: SavedSwap): string | undefined {
  const { status, stage, refund, route, needsYou } = swap;
  if (needsYou && !isOver(swap)) return swap.hash === '' ? t('Waiting for your deposit') : t('Wrong payment');
  if (status === 'completed' && refund) return t('Arrived in part');
  if (status === 'refunded' && refund?.asset && refund.asset.toLowerCase() !== route.sellAsset.toLowerCase())
    return t('Paid in {symbol}', { symbol: symbolOf(refund.asset) });
  if (status === 'swapping' && stage === 'refund') return t('Coming back');
  if (status === 'swapping' && stage === 'outbound') return t('Sending out');
  return undefined;
}
