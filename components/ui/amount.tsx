'use client';
import { fullAmount, shortAmount } from './format.ts';
import { useText } from './text.tsx';

/**
 * An amount of something. Rows show six significant digits, and all of them while what holds it has the focus
 * (`group/amount`) or the pointer rests on it; `full` shows all at once.
 */
export function Amount({ value, symbol, full = false }: { value: string; symbol?: string; full?: boolean }) {
  const { tag } = useText();
  const all = fullAmount(value, tag);
  const short = shortAmount(value, tag);
  const tail = symbol ? ` ${symbol}` : '';
  if (full || all === short) {
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
