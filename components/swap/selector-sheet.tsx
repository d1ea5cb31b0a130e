'use client';
import { type RefObject, useState } from 'react';
import type { Wallets } from '../../lib/wallet/wallet-types.ts';
import { TokenSelector } from '../tokens/token-selector.tsx';
import { useLikelyHeld } from '../tokens/use-likely-held.ts';
import type { TokenBook } from '../tokens/use-tokens.ts';
import { useText } from '../ui/text.tsx';
import { useBalances } from './use-balances.ts';

/** The token selector, opened for one side of the form. */
export function SelectorSheet({
  selecting,
  book,
  sell,
  buy,
  wallets,
  amount,
  onChoose,
  onClose,
}: {
  selecting: 'sell' | 'buy' | undefined;
  book: TokenBook;
  sell: string;
  buy: string;
  wallets: Wallets | undefined;
  /** Focused after a choice while it is empty. */
  amount: RefObject<HTMLInputElement | null>;
  onChoose: (side: 'sell' | 'buy', asset: string) => void;
  onClose: () => void;
}) {
  const t = useText();
  // The title stays while the sheet closes.
  const [side, setSide] = useState<'sell' | 'buy'>(selecting ?? 'sell');
  if (selecting && selecting !== side) setSide(selecting);
  const balances = useBalances(useLikelyHeld(book), wallets?.everyAccount ?? [], selecting !== undefined);
  return (
    <TokenSelector
      open={selecting !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={side === 'sell' ? t('What do you sell?') : t('What do you buy?')}
      book={book}
      selected={side === 'sell' ? sell : buy}
      other={side === 'sell' ? buy : sell}
      balances={balances}
      onChoose={(asset) => onChoose(side, asset)}
      focusAfterChoice={() => (amount.current?.value === '' ? amount.current : undefined)}
    />
  );
}
