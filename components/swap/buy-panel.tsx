import { Amount } from '../ui/amount.tsx';
import { fullAmount, shortAmount, usd } from '../ui/format.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useText } from '../ui/text.tsx';
import { fittedSize } from './amount-text.ts';
import { AssetButton } from './asset-button.tsx';
import { AMOUNT, Panel } from './panel.tsx';

export type BuyPanelProps = {
  asset: string;
  /** Expected amount, decimal. */
  amount: string | undefined;
  valueUsd: number | undefined;
  waiting: boolean;
  dimmed: boolean;
  onAsset: () => void;
  onSoon: () => void;
};

export function BuyPanel(props: BuyPanelProps) {
  const { asset, amount, waiting, dimmed, onAsset, onSoon } = props;
  const t = useText();
  // Six digits suffice for a comparison; the review shows all of them.
  const text = amount === undefined ? '' : shortAmount(amount, t.tag);
  return (
    <Panel
      head={<span className="text-ink-2">{t('Buy')}</span>}
      main={
        <output
          aria-label={t('Buy amount (estimated)')}
          htmlFor="sell-amount"
          className={`${AMOUNT} ${fittedSize(text || '0')} flex items-center overflow-hidden ${dimmed ? 'opacity-55' : ''}`}
        >
          {waiting ? (
            <Skeleton className="h-8 w-[150px]" />
          ) : text ? (
            <span title={fullAmount(amount ?? '0', t.tag)} className="ltr">
              {text}
            </span>
          ) : (
            <span className="text-ink-3">0</span>
          )}
        </output>
      }
      asset={<AssetButton asset={asset} side="buy" onClick={onAsset} onSoon={onSoon} />}
      foot={waiting ? <Skeleton className="h-3 w-[90px]" /> : <Worth {...props} />}
    />
  );
}

function Worth({ valueUsd }: BuyPanelProps) {
  const t = useText();
  return valueUsd === undefined ? null : <span className="ltr">{usd(valueUsd, t.tag)}</span>;
}

/** An account's balance, with the wallet's name when several wallets are connected. */
export function Balance({ value, wallet }: { value: string; wallet: string | undefined }) {
  const t = useText();
  return (
    <span className="flex items-center gap-1" title={wallet}>
      <span>{t('Balance')}</span>
      <Amount value={value} />
      {wallet && <span className="max-w-[7.500rem] truncate">· {wallet}</span>}
    </span>
  );
}
