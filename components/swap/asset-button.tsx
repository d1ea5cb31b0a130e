import { ChevronDown } from 'lucide-react';
import { assetView } from '../tokens/asset-view.ts';
import { TokenIcon } from '../tokens/token-icon.tsx';

/** The asset of one side; opens the selector. `side` is "sell" or "buy". */
export function AssetButton({ asset, side, onClick }: { asset: string; side: 'sell' | 'buy'; onClick: () => void }) {
  const view = assetView(asset);
  return (
    <button
      type="button"
      id={`choose-${side}`}
      onClick={onClick}
      className="flex min-h-12 shrink-0 items-center gap-2.5 rounded-full border border-line-3 py-1.5 ps-1.5 pe-2.5 text-start transition-colors duration-150 hover:border-ink-3 hover:bg-sunken"
    >
      <TokenIcon asset={asset} size={32} />
      <span className="max-w-[7.500rem] leading-tight">
        <span className="sr-only">Choose {side} asset, </span>
        <span className="block truncate font-semibold text-16">{view.symbol}</span>
        <span className="sr-only"> on </span>
        <span className="block truncate text-12 text-ink-3">{view.chainName}</span>
      </span>
      <ChevronDown aria-hidden size={16} className="text-ink-3" />
    </button>
  );
}
