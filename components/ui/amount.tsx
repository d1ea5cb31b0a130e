'use client';
import { fullAmount, shortAmount } from './format.ts';
import { useText } from './text.tsx';

/**
 * An amount: six significant digits, or all of them while its container (`group/amount`) has the focus or the pointer
 * is over it.
 */
export function Amount({ value, symbol }: { value: string; symbol?: string }) {
  const { tag } = useText();
  const all = fullAmount(value, tag);
  const short = shortAmount(value, tag);
  const tail = symbol ? ` ${symbol}` : '';
  if (all === short) {
    return (
      <span className="num ltr">
        {all}
        {tail}
      </span>
    );
  }
  return (
    <span className="num ltr" title={`${all}${tail}`}>
      <span className="group-focus-visible/amount:hidden">{short}</span>
      <span className="hidden group-focus-visible/amount:inline">{all}</span>
      {tail}
    </span>
  );
}
