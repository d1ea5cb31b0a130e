'use client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { parseLocaleNumber, type TypedNumber } from '../ui/parse-locale-number.ts';
import { useText } from '../ui/text.tsx';
import { plainDecimal, type SwapForm, typedText } from './form-url.ts';
import { amountOfValue, stillWorth, valueOfAmount } from './value-mode.ts';

type Sold = {
  /** Plain decimal of the sold asset; '' for none. */
  amount: string;
  /** The reading of the field, in either mode. */
  read: TypedNumber;
  valueMode: boolean;
  /** A value was typed, but no price is known to convert it. */
  withoutPrice: boolean;
  /** The field's text. */
  text: string;
  setText: (text: string) => void;
  /** Sets the amount to sell; in value mode the field then shows its value. */
  setAmount: (plain: string) => void;
  /** Switches between typing the amount and typing the value; the amount to sell stays the same to the last digit. */
  switchMode: () => void;
};

const ofAmount = (amount: string): TypedNumber =>
  amount === '' ? { kind: 'empty' } : { kind: 'number', value: amount };

/** The amount to sell, typed as an amount or as a value. A price change never moves the amount unseen. */
export function useSoldAmount(
  form: SwapForm,
  change: (values: Partial<SwapForm>) => void,
  price: number | undefined,
  decimals: number | undefined,
): Sold {
  const { tag } = useText();
  const { sell, value } = form;
  const valueMode = value !== undefined;
  const text = value ?? form.amount;
  const read = useMemo(() => parseLocaleNumber(text, tag), [text, tag]);
  const amount = plainDecimal(form.amount, tag);

  const amountFor = useCallback(
    (dollars: string): string => {
      const plain = amountOfValue(plainDecimal(dollars, tag), price, decimals ?? 18);
      return plain === undefined ? '' : typedText(plain, tag);
    },
    [tag, price, decimals],
  );

  // A value that came with a link, or stayed when the asset changed, becomes an amount once the price is known; an
  // amount that is still worth the value stays.
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    if (value === undefined || price === undefined || settled === sell) return;
    setSettled(sell);
    const dollars = plainDecimal(value, tag);
    if (dollars !== '' && (amount === '' || !stillWorth(amount, dollars, price))) change({ amount: amountFor(value) });
  }, [value, price, settled, sell, tag, amount, amountFor, change]);
  const settle = useCallback(() => setSettled(price === undefined ? undefined : sell), [price, sell]);

  const setText = useCallback(
    (next: string) => {
      settle();
      change(valueMode ? { value: next, amount: amountFor(next) } : { amount: next });
    },
    [valueMode, amountFor, change, settle],
  );
  const setAmount = useCallback(
    (plain: string) => {
      settle();
      const dollars = valueOfAmount(plain, price);
      const inDollars = dollars === undefined ? undefined : typedText(dollars, tag);
      change({ amount: typedText(plain, tag), ...(valueMode ? { value: inDollars } : {}) });
    },
    [valueMode, price, tag, change, settle],
  );
  const switchMode = useCallback(() => {
    settle();
    if (valueMode) return change({ value: undefined });
    const dollars = amount === '' ? '' : valueOfAmount(amount, price);
    change({ value: dollars === undefined ? '' : typedText(dollars, tag) });
  }, [valueMode, amount, price, tag, change, settle]);

  return {
    amount,
    read: valueMode && read.kind === 'number' ? ofAmount(amount) : read,
    valueMode,
    withoutPrice: valueMode && read.kind === 'number' && amount === '' && /[1-9]/.test(read.value),
    text,
    setText,
    setAmount,
    switchMode,
  };
}
