import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { routeMoney } from '../routes/route-money.ts';
import { assetView } from '../tokens/asset-view.ts';
import { TokenIcon } from '../tokens/token-icon.tsx';
import { usd } from '../ui/format.ts';
import { PreciseAmount } from '../ui/precise-amount.tsx';
import { useText } from '../ui/text.tsx';

/** The sold amount, and the bought amount with its minimum. */
export function ReviewSides({ route }: { route: WireRoute }) {
  const t = useText();
  const { sellUsd, buyUsd } = routeMoney(route);
  return (
    <div className="grid gap-3">
      <Side
        asset={route.sellAsset}
        amount={route.sellAmount}
        value={sellUsd}
        title={t('Sell on {chain}', { chain: assetView(route.sellAsset).chainName })}
      />
      <Side
        asset={route.buyAsset}
        amount={route.expectedBuyAmount}
        value={buyUsd}
        title={t('Get about, on {chain}', { chain: assetView(route.buyAsset).chainName })}
        least={route.expectedBuyAmountMaxSlippage}
      />
    </div>
  );
}

type SideProps = {
  asset: string;
  amount: string;
  /** In dollars. */
  value: number | undefined;
  title: string;
  /** The minimum received; '0' where there is none. */
  least?: string;
};

function Side({ asset, amount, value, title, least }: SideProps) {
  const t = useText();
  const { symbol } = assetView(asset);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3">
      <TokenIcon asset={asset} size={36} />
      <div className="min-w-0">
        <p className="text-13 text-ink-2 leading-4">{title}</p>
        <p className="font-semibold text-20 tracking-[-0.01em]">
          <PreciseAmount value={amount} symbol={symbol} />
        </p>
      </div>
      <p className="num self-end pb-1 text-14 text-ink-2">{value !== undefined && usd(value, t.tag)}</p>
      {least !== undefined && (
        <p className="col-span-2 col-start-2 flex flex-wrap items-center justify-between gap-x-3 text-14">
          <span className="text-ink-2">{t('Minimum received')}</span>
          <span className="font-medium">
            {least === '0' ? (
              <span className="text-red">{t('none')}</span>
            ) : (
              <PreciseAmount value={least} symbol={symbol} />
            )}
          </span>
        </p>
      )}
    </div>
  );
}
