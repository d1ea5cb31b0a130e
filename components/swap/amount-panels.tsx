import type { ReactNode, RefObject } from 'react';
import { Amount } from '../ui/amount.tsx';
import { partOf } from '../ui/decimal-math.ts';
import { fullAmount, percent, shortAmount, usd } from '../ui/format.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { AssetButton } from './asset-button.tsx';
import { typable } from './parse-amount.ts';

/** 32 px, and smaller where the digits would not fit; never below 16, at which phones do not zoom. */
const fitted = (text: string) => ({ fontSize: Math.max(16, Math.min(32, 32 * (10 / Math.max(1, text.length)))) });

const AMOUNT = 'num h-11 min-w-0 flex-1 bg-transparent font-medium tracking-[-0.02em]';

function Panel({ head, asset, main, foot }: { head: ReactNode; asset: ReactNode; main: ReactNode; foot: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 p-4">
      <div className="flex min-h-7 items-center justify-between gap-3">{head}</div>
      <div className="flex items-center justify-between gap-3">
        {main}
        {asset}
      </div>
      <div className="num flex min-h-4 items-center justify-between gap-3 text-12 text-ink-3">{foot}</div>
    </div>
  );
}

export type SellPanelProps = {
  asset: string;
  symbol: string;
  decimals: number | undefined;
  amount: string;
  invalid: boolean;
  valueUsd: number | undefined;
  /** Decimal; undefined while no account is connected or it is not known. */
  balance: string | undefined;
  input: RefObject<HTMLInputElement | null>;
  onAmount: (text: string) => void;
  onAsset: () => void;
};

export function SellPanel({
  asset,
  symbol,
  decimals,
  amount,
  invalid,
  valueUsd,
  balance,
  input,
  onAmount,
  onAsset,
}: SellPanelProps) {
  const held = balance !== undefined && /[1-9]/.test(balance) && decimals !== undefined;
  return (
    <Panel
      head={
        <>
          <label htmlFor="sell-amount" className="text-ink-2">
            Sell
          </label>
          {held && (
            <span className="flex gap-1.5">
              {([25, 50, 100] as const).map((part) => (
                <button
                  key={part}
                  type="button"
                  onClick={() => onAmount(partOf(balance, part, decimals))}
                  aria-label={part === 100 ? `Sell all ${symbol}` : `Sell ${part} percent of your ${symbol}`}
                  className="min-h-7 rounded-6 border border-line-2 px-2 text-12 text-ink-2 hover:border-ink-3 hover:text-ink"
                >
                  {part === 100 ? 'Max' : `${part} %`}
                </button>
              ))}
            </span>
          )}
        </>
      }
      main={
        <input
          ref={input}
          id="sell-amount"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          aria-label="Sell amount"
          aria-invalid={invalid || undefined}
          value={amount}
          onChange={(event) => onAmount(typable(event.target.value))}
          style={fitted(amount)}
          className={`${AMOUNT} ltr rounded-6 text-start ${invalid ? 'text-red' : ''}`}
        />
      }
      asset={<AssetButton asset={asset} side="sell" onClick={onAsset} />}
      foot={
        <>
          <span>{valueUsd === undefined ? '' : usd(valueUsd)}</span>
          {balance !== undefined && (
            <span>
              Balance <Amount value={balance} />
            </span>
          )}
        </>
      }
    />
  );
}

export type BuyPanelProps = {
  asset: string;
  /** Expected amount, decimal. */
  amount: string | undefined;
  guaranteed: string | undefined;
  valueUsd: number | undefined;
  allInPercent: number | undefined;
  waiting: boolean;
  dimmed: boolean;
  onAsset: () => void;
};

export function BuyPanel({
  asset,
  amount,
  guaranteed,
  valueUsd,
  allInPercent,
  waiting,
  dimmed,
  onAsset,
}: BuyPanelProps) {
  // Six digits are enough to compare by; the review shows all of them.
  const text = amount === undefined ? '' : shortAmount(amount);
  return (
    <Panel
      head={
        <>
          <span className="text-ink-2">Buy</span>
          {guaranteed !== undefined && guaranteed !== '0' && (
            <span className="num text-12 text-ink-3">
              at least <Amount value={guaranteed} />
            </span>
          )}
        </>
      }
      main={
        <output
          aria-label="Buy amount (estimated)"
          htmlFor="sell-amount"
          style={fitted(text || '0')}
          className={`${AMOUNT} flex items-center overflow-hidden ${dimmed ? 'opacity-55' : ''}`}
        >
          {waiting ? (
            <Skeleton className="h-8" width="150px" />
          ) : text ? (
            <span title={fullAmount(amount ?? '0')} className="ltr">
              {text}
            </span>
          ) : (
            <span className="text-ink-3">0</span>
          )}
        </output>
      }
      asset={<AssetButton asset={asset} side="buy" onClick={onAsset} />}
      foot={
        valueUsd !== undefined && (
          <span>
            {usd(valueUsd)}
            {allInPercent !== undefined && ` (${percent(allInPercent, 'en', { signed: true })} all in)`}
          </span>
        )
      }
    />
  );
}
