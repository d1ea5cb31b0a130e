import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import { priceMoveText } from './dangers.ts';
import type { PriceMove } from './price-watch.ts';

/**
 * Replaces what would be signed when the price has moved. The payment is prepared again once the user agrees to the new
 * price.
 */
export function PriceMoved({ move, route, onAccept }: { move: PriceMove; route: WireRoute; onAccept: () => void }) {
  const t = useText();
  const prices = priceMoveText(t, move, route);
  return (
    <>
      <Notice kind="care" live="assertive" title={t('The price has moved')}>
        {t('You would now get {now}, at least {nowLeast}, instead of {before}, at least {beforeLeast}.', prices)}{' '}
        {t('Nothing was sent.')}
      </Notice>
      <Button look="primary" size="large" onClick={onAccept}>
        {t('Go on with {amount}', { amount: prices.now })}
      </Button>
    </>
  );
}
