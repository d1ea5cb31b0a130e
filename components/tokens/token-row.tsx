'use client';
import { Check, Star, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { Amount } from '../ui/amount.tsx';
import { classNames } from '../ui/class-names.ts';
import { shortText, usd } from '../ui/format.ts';
import { useText } from '../ui/text.tsx';
import { TokenIcon } from './token-icon.tsx';
import type { Holding } from './token-sections.ts';

/** Pixels. */
export const ROW = 60;

export type RowFacts = {
  token: WireToken;
  holding: Holding | undefined;
  selected: boolean;
  /** The token is selected on the other side of the form. */
  other: boolean;
  /** Another token of its chain has the same symbol, and this one is not the popular one. */
  duplicate: boolean;
};

const Badge = ({ care = false, children }: { care?: boolean; children: ReactNode }) => (
  <span
    className={classNames(
      'inline-flex shrink-0 items-center gap-1 self-center rounded-full px-1.5 text-13',
      care ? 'bg-amber-tint text-amber' : 'border border-line-2 text-ink-2',
    )}
  >
    {care && <TriangleAlert aria-hidden size={12} />}
    {children}
  </span>
);

/** One token of the list. The search field above handles the keys. */
export function TokenRow({
  id,
  facts: { token, holding, selected, other, duplicate },
  top,
  position,
  total,
  active,
  onChoose,
  onPoint,
}: {
  id: string;
  facts: RowFacts;
  /** Pixels from the top of the list. */
  top: number;
  position: number;
  total: number;
  active: boolean;
  onChoose: () => void;
  onPoint: () => void;
}) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox above the list
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-posinset={position}
      aria-setsize={total}
      onClick={onChoose}
      onPointerMove={onPoint}
      style={{ height: ROW, transform: `translateY(${top}px)` }}
      className={classNames(
        'contain-strict absolute inset-x-0 top-0 flex cursor-pointer items-center gap-3 ps-4 pe-13',
        active && 'bg-sunken shadow-[inset_2px_0_0_var(--water)] rtl:shadow-[inset_-2px_0_0_var(--water)]',
      )}
    >
      <TokenIcon asset={token.asset} size={36} />
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-1.5">
          <span className="max-w-[60%] shrink-0 truncate font-semibold text-16">{token.symbol}</span>
          <span className="truncate text-14 text-ink-2">{token.name}</span>
          {token.verified === false ? (
            <Badge care>{t('Unverified')}</Badge>
          ) : (
            duplicate && <Badge>{t('Symbol used twice')}</Badge>
          )}
          {selected && <Check aria-hidden size={16} className="shrink-0 self-center text-water" />}
        </span>
        <span className="flex min-w-0 items-baseline gap-1.5 overflow-hidden text-13 text-ink-3 whitespace-nowrap">
          <span className="truncate">{CHAINS[token.chain].name}</span>
          {token.address && <span className="ltr shrink-0 font-mono">{shortText(token.address)}</span>}
          {other && <span className="shrink-0 text-ink-2">{t('Swaps the sides')}</span>}
        </span>
      </span>
      {holding && (
        <span className="num shrink-0 text-end leading-tight">
          <span className="block text-14">
            <Amount value={holding.amount} />
          </span>
          <span className="block text-13 text-ink-3">{holding.usd !== undefined && usd(holding.usd, t.tag)}</span>
        </span>
      )}
    </div>
  );
}

/** Positioned over its row, not inside: an option of a listbox may not contain a button. */
export function PinButton({
  token,
  top,
  pinned,
  reachable,
  onPin,
}: {
  token: WireToken;
  top: number;
  pinned: boolean;
  /** Only the marked row's button can be reached with Tab. */
  reachable: boolean;
  onPin: () => void;
}) {
  const t = useText();
  const label = t('Pin {symbol} on {chain}', { symbol: token.symbol, chain: CHAINS[token.chain].name });
  return (
    <button
      type="button"
      tabIndex={reachable ? 0 : -1}
      aria-label={label}
      aria-pressed={pinned}
      title={label}
      onClick={onPin}
      style={{ top: top + (ROW - 44) / 2 }}
      className={classNames(
        'contain-strict absolute end-1 grid size-11 place-items-center rounded-6 hover:text-ink',
        pinned ? 'text-water' : 'text-line-3',
      )}
    >
      <Star aria-hidden size={16} fill={pinned ? 'currentColor' : 'none'} />
    </button>
  );
}
