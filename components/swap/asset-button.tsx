import { ChevronDown } from 'lucide-react';
import { useEmbedding } from '../embed/embedding.tsx';
import { assetView } from '../tokens/asset-view.ts';
import { TokenIcon } from '../tokens/token-icon.tsx';
import { classNames } from '../ui/class-names.ts';
import { useText } from '../ui/text.tsx';

const SHAPE = 'flex min-h-12 shrink-0 items-center gap-2.5 rounded-full border py-1.5 ps-1.5 text-start';

/** Shows the asset of one side of the form; a press opens the selector. */
export function AssetButton({
  asset,
  side,
  onClick,
  onSoon,
}: {
  asset: string;
  side: 'sell' | 'buy';
  onClick: () => void;
  /** Called when a press is likely, on hover or focus. */
  onSoon: () => void;
}) {
  const t = useText();
  const locked = useEmbedding().locks(side);
  const { symbol, chainName: chain } = assetView(asset);
  const content = (
    <>
      <TokenIcon asset={asset} size={32} />
      <span aria-hidden={!locked} className="max-w-[7.500rem] leading-tight">
        <span className="block truncate font-semibold text-16">{symbol}</span>
        <span className="block truncate text-13 text-ink-3">{chain}</span>
      </span>
    </>
  );
  if (locked) return <span className={classNames(SHAPE, 'border-line pe-4')}>{content}</span>;
  return (
    <button
      type="button"
      id={`choose-${side}`}
      onClick={onClick}
      onPointerEnter={onSoon}
      onFocus={onSoon}
      aria-haspopup="dialog"
      className={classNames(
        SHAPE,
        'border-line-3 pe-2.5 transition-colors duration-150 hover:border-ink-3 hover:bg-sunken',
      )}
    >
      <span className="sr-only">
        {side === 'sell'
          ? t('Choose sell asset, {symbol} on {chain}', { symbol, chain })
          : t('Choose buy asset, {symbol} on {chain}', { symbol, chain })}
      </span>
      {content}
      <ChevronDown aria-hidden size={16} className="text-ink-3" />
    </button>
  );
}
