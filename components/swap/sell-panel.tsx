import { ArrowUpDown } from 'lucide-react';
import { type ReactNode, type RefObject, startTransition, useOptimistic } from 'react';
import { useEmbedding } from '../embed/embedding.tsx';
import { fullAmount, percent, shortAmount, usd } from '../ui/format.ts';
import type { TypedNumber } from '../ui/parse-locale-number.ts';
import { useText } from '../ui/text.tsx';
import { fittedSize, insertedBy, nextAmountText } from './amount-text.ts';
import { AssetButton } from './asset-button.tsx';
import { Balance } from './buy-panel.tsx';
import { AMOUNT, Panel } from './panel.tsx';
import { useTypedEarly } from './use-typed-early.ts';

export type SellShare = 25 | 50 | 75 | 100;

export type SellPanelProps = {
  asset: string;
  symbol: string;
  /** The field's text: an amount, or dollars in value mode. */
  text: string;
  read: TypedNumber;
  valueMode: boolean;
  /** The amount to sell, a plain decimal; '' for none. */
  amount: string;
  valueUsd: number | undefined;
  /** Decimal; undefined while no account is connected or the balance is unknown. */
  balance: string | undefined;
  /** Decimal: received, but not spendable before a block confirms it. */
  waiting: string | undefined;
  /** The wallet that holds the balance, when several are connected. */
  wallet: string | undefined;
  /** A sentence about what Max kept back, or what a change of sides dropped. */
  note: string | undefined;
  input: RefObject<HTMLInputElement | null>;
  onText: (text: string) => void;
  onShare: (share: SellShare) => void;
  onMode: () => void;
  onAsset: () => void;
  onSoon: () => void;
};

export function SellPanel(props: SellPanelProps) {
  const { asset, valueMode, balance, wallet, onAsset, onSoon } = props;
  const t = useText();
  const locked = useEmbedding().locks('amount');
  return (
    <Panel
      head={
        <>
          <label htmlFor="sell-amount" className="text-ink-2">
            {t('Sell')}
          </label>
          {!locked && <ShareButtons {...props} />}
        </>
      }
      main={
        <span className="flex min-w-0 flex-1 items-center">
          {valueMode && (
            <span aria-hidden className="pe-1 text-20 text-ink-3">
              $
            </span>
          )}
          <AmountField {...props} locked={locked} />
        </span>
      }
      asset={<AssetButton asset={asset} side="sell" onClick={onAsset} onSoon={onSoon} />}
      foot={
        <>
          <ModeSwitch {...props} />
          {balance !== undefined && <Balance value={balance} wallet={wallet} />}
        </>
      }
    >
      <div id="sell-note" aria-live="polite" className="pb-2 text-13 text-ink-2 empty:hidden">
        <Notes {...props} />
      </div>
    </Panel>
  );
}

/** Shows each key at once; the rest of the page follows when the browser has time for it. */
function AmountField({ text, read, valueMode, input, onText, locked }: SellPanelProps & { locked: boolean }) {
  const t = useText();
  const wrong = read.kind === 'bad' || read.kind === 'unclear';
  const [shown, show] = useOptimistic(text);
  useTypedEarly(input, text, onText);
  return (
    <input
      ref={input}
      id="sell-amount"
      name={valueMode ? 'value' : 'amount'}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      placeholder="0"
      aria-label={valueMode ? t('Sell value in US dollars') : t('Sell amount')}
      aria-invalid={wrong || undefined}
      aria-describedby="sell-note"
      value={shown}
      readOnly={locked}
      onChange={({ target, nativeEvent }) => {
        const typed = nextAmountText(shown, target.value, insertedBy(nativeEvent));
        startTransition(() => {
          show(typed);
          onText(typed);
        });
      }}
      className={`${AMOUNT} ${fittedSize(shown)} ltr -ms-2 w-0 rounded-6 px-2 text-left rtl:text-right ${wrong ? 'text-red' : ''}`}
    />
  );
}

function ShareButtons({ symbol, balance, onShare }: SellPanelProps) {
  const t = useText();
  if (balance === undefined || !/[1-9]/.test(balance)) return null;
  return (
    <span className="flex gap-1.5">
      {([25, 50, 75, 100] as const).map((share) => (
        <button
          key={share}
          type="button"
          onClick={() => onShare(share)}
          aria-label={
            share === 100
              ? t('Max: sell all {symbol}', { symbol })
              : t('{percent}: sell that part of your {symbol}', { percent: percent(share, t.tag), symbol })
          }
          className="num min-h-8 rounded-6 border border-line-2 px-2 text-13 text-ink-2 hover:border-ink-3 hover:text-ink max-sm:min-h-11 max-sm:min-w-11"
        >
          {share === 100 ? t('Max') : percent(share, t.tag)}
        </button>
      ))}
    </span>
  );
}

/** Shows the value of an amount, or the amount of a value; a press makes the shown one the typed one. */
function ModeSwitch({ valueMode, amount, symbol, valueUsd, onMode }: SellPanelProps) {
  const t = useText();
  if (!valueMode && valueUsd === undefined) return <span />;
  const shown = valueMode ? `${amount === '' ? '0' : shortAmount(amount, t.tag)} ${symbol}` : usd(valueUsd ?? 0, t.tag);
  return (
    <button
      type="button"
      onClick={onMode}
      title={valueMode ? t('Enter the amount instead') : t('Enter the value instead')}
      className="-ms-1 flex min-h-6 items-center gap-1 rounded-6 px-1 hover:bg-sunken max-sm:min-h-11 hover:text-ink"
    >
      <span className="ltr">{shown}</span>
      <ArrowUpDown aria-hidden size={12} className="rotate-90" />
      <span className="sr-only">{valueMode ? t('Enter the amount instead') : t('Enter the value instead')}</span>
    </button>
  );
}

function Notes({ read, note, waiting, symbol, onText }: SellPanelProps): ReactNode {
  const t = useText();
  if (read.kind === 'bad') return <span className="text-red">{t('Enter a number, such as 0.5.')}</span>;
  if (read.kind !== 'unclear') {
    if (note !== undefined || waiting === undefined) return note ?? null;
    return t('{amount} {symbol} more is waiting for confirmation.', {
      amount: shortAmount(waiting, t.tag),
      symbol,
    });
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="text-amber">{t('Which amount do you mean?')}</span>
      {[read.value, read.other].map((plain) => (
        <button
          key={plain}
          type="button"
          onClick={() => onText(plain.includes('.') ? fullAmount(plain, t.tag) : plain)}
          className="num min-h-8 rounded-6 border border-line-3 px-2 font-medium text-ink hover:border-ink-3"
        >
          {plain.includes('.') ? fullAmount(plain, t.tag) : plain}
        </button>
      ))}
    </span>
  );
}
