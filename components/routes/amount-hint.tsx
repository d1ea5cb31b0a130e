import { TriangleAlert } from 'lucide-react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetView } from '../tokens/asset-view.ts';
import { Button } from '../ui/button.tsx';
import { fullAmount, percent, usd } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { amountAdvice, FEE_LIMIT_PERCENT } from './amount-advice.ts';

/**
 * Shown when the amount is below the route's minimum, or so small that fees take much of it; one press enters enough.
 */
export function AmountHint({
  route,
  decimals,
  onAmount,
}: {
  route: WireRoute;
  decimals: number;
  onAmount: (amount: string) => void;
}) {
  const t = useText();
  const { below, minimum, comfortable } = amountAdvice(route, decimals);
  const amount = below === 'minimum' ? minimum : comfortable?.amount;
  if (below === undefined || amount === undefined) return null;
  const { symbol } = assetView(route.sellAsset);
  const written = fullAmount(amount, t.tag);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-amber">
      <span className="flex items-start gap-1.5">
        <TriangleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
        {below === 'minimum'
          ? t('The minimum of this route is {amount} {symbol}.', { amount: written, symbol })
          : t('Below {money}, fees take more than {percent}.', {
              money: usd(comfortable?.usd ?? 0, t.tag),
              percent: percent(FEE_LIMIT_PERCENT, t.tag),
            })}
      </span>
      <Button size="small" onClick={() => onAmount(amount)}>
        {t('Sell {amount} {symbol}', { amount: written, symbol })}
      </Button>
    </div>
  );
}
