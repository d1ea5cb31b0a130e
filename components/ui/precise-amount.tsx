'use client';
import { useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import { fullAmount, PRECISE, shortAmount } from './format.ts';
import { useText } from './text.tsx';

/**
 * An amount that a user agrees to: eight significant digits, rounded down. Where it has more, a press shows the exact
 * amount with a button that copies it.
 */
export function PreciseAmount({ value, symbol }: { value: string; symbol: string }) {
  const t = useText();
  const [exact, setExact] = useState(false);
  const all = fullAmount(value, t.tag);
  const short = shortAmount(value, t.tag, PRECISE);
  if (all === short)
    return (
      <span className="num ltr">
        {all} {symbol}
      </span>
    );
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <button
        type="button"
        aria-expanded={exact}
        title={`${all} ${symbol}`}
        onClick={() => setExact(!exact)}
        className="num ltr min-w-0 rounded-6 text-start decoration-line-3 decoration-dotted underline-offset-4 [overflow-wrap:anywhere] hover:underline max-sm:-my-2 max-sm:py-2"
      >
        {exact ? all : short} {symbol}
        <span className="sr-only">{exact ? t('Show fewer digits') : t('Show the exact amount')}</span>
      </button>
      {exact && <CopyButton value={value} what={t('the amount')} />}
    </span>
  );
}
