'use client';
import { useEffect, useState } from 'react';
import { sameAssetId } from '../../lib/domain/asset-parts.ts';
import { partOf } from '../ui/decimal-math.ts';
import { useText } from '../ui/text.tsx';
import { droppedText, type FormChange, flipped, withSide } from './change-form.ts';
import { keptBackText, maxAmount } from './max-amount.ts';
import type { SellPart } from './sell-panel.tsx';
import type { Swap } from './use-swap.ts';

/** Applies presses on the panels to the form, and gives the sentence that says what was kept back or dropped. */
export function useSideChanges(swap: Swap) {
  const t = useText();
  const { form, change, book, sold, sell, funds, decimals } = swap;
  // The note shows as long as the values it refers to are still in the form.
  const [note, setNote] = useState<{ words: string | undefined; amount: string; sell: string; buy: string }>();

  const apply = ({ form: part, dropped }: FormChange) => {
    const next = { ...form, ...part };
    const symbol = book.find(next.sell)?.symbol ?? '';
    change(part);
    setNote({ words: droppedText(t, dropped, symbol), amount: next.amount, sell: next.sell, buy: next.buy });
  };
  const decimalsOf = (asset: string) => book.find(asset)?.decimals;
  const flip = () => apply(flipped(form, decimalsOf(form.buy), t.tag));
  const choose = (side: 'sell' | 'buy', asset: string) => {
    const other = side === 'sell' ? form.buy : form.sell;
    if (sameAssetId(asset, other)) flip();
    else apply(withSide(form, side, asset, decimalsOf(asset), t.tag));
  };
  const sellPart = (part: SellPart) => {
    if (funds.balance === undefined || decimals === undefined) return;
    const amount =
      part === 100 ? maxAmount(funds.balance, funds.maxReserve, decimals) : partOf(funds.balance, part, decimals);
    sold.setAmount(amount);
    const words = part === 100 ? keptBackText(t, sell.chain, sell.symbol, funds.maxReserve) : undefined;
    setNote({ words, amount, sell: form.sell, buy: form.buy });
  };
  const stands =
    note !== undefined &&
    note.sell === form.sell &&
    note.buy === form.buy &&
    (note.amount === form.amount || note.amount === sold.amount);
  return { flip, choose, sellPart, note: stands ? note.words : undefined };
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
