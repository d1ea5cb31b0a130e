'use client';
import { useEffect, useState } from 'react';
import { sameAssetId } from '../../lib/domain/split-asset.ts';
import { shareOf } from '../ui/decimal-math.ts';
import { useText } from '../ui/text.tsx';
import { droppedText, type FormChange, flipped, withSide } from './change-form.ts';
import { keptBackText, maxAmount } from './max-amount.ts';
import type { SellShare } from './sell-panel.tsx';
import type { Swap } from './use-swap.ts';

/** Applies presses on the panels to the form, and gives the sentence that says what was kept back or dropped. */
export function useSideChanges(swap: Swap) {
  const t = useText();
  const { form, change, book, sold, sell, funds, decimals } = swap;
  // The note shows as long as the values it refers to are still in the form.
  const [note, setNote] = useState<{ text: string | undefined; amount: string; sell: string; buy: string }>();

  const apply = ({ form: changed, dropped }: FormChange) => {
    const next = { ...form, ...changed };
    const symbol = book.find(next.sell)?.symbol ?? '';
    change(changed);
    setNote({ text: droppedText(t, dropped, symbol), amount: next.amount, sell: next.sell, buy: next.buy });
  };
  const decimalsOf = (asset: string) => book.find(asset)?.decimals;
  const flip = () => apply(flipped(form, decimalsOf(form.buy), t.tag));
  const choose = (side: 'sell' | 'buy', asset: string) => {
    const other = side === 'sell' ? form.buy : form.sell;
    if (sameAssetId(asset, other)) flip();
    else apply(withSide(form, side, asset, decimalsOf(asset), t.tag));
  };
  const sellShare = (share: SellShare) => {
    if (funds.balance === undefined || decimals === undefined) return;
    const amount =
      share === 100 ? maxAmount(funds.balance, funds.maxReserve, decimals) : shareOf(funds.balance, share, decimals);
    sold.setAmount(amount);
    const text = share === 100 ? keptBackText(t, sell.chain, sell.symbol, funds.maxReserve) : undefined;
    setNote({ text, amount, sell: form.sell, buy: form.buy });
  };
  const stands =
    note !== undefined &&
    note.sell === form.sell &&
    note.buy === form.buy &&
    (note.amount === form.amount || note.amount === sold.amount);
  return { flip, choose, sellShare, note: stands ? note.text : undefined };
}

/**
 * Replaces the assets of the form by their canonical identifiers: a link may spell a token or name its symbol
 * differently.
 */
export function useTrueNames({ form, change, book }: Swap): void {
  const [sell, buy] = [book.find(form.sell)?.asset, book.find(form.buy)?.asset];
  useEffect(() => {
    if (sell !== undefined && sell !== form.sell) change({ sell });
    if (buy !== undefined && buy !== form.buy) change({ buy });
  }, [sell, buy, form.sell, form.buy, change]);
}
