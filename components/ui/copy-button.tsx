'use client';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classNames } from './class-names.ts';
import { useText } from './text.tsx';

/** Copies `value` and confirms it; `what` names it in the reader's language: `t('the amount')`. */
export function CopyButton({ value, what, isLabelled = false }: { value: string; what: string; isLabelled?: boolean }) {
  const t = useText();
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  const text = state === 'copied' ? t('Copied') : state === 'refused' ? t('Select it by hand') : t('Copy');
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={t('Copy {what}', { what })}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-6 text-12 text-ink-2 transition-colors duration-150 hover:bg-sunken hover:text-ink',
        isLabelled ? 'min-h-8 border border-line-3 px-2.5 font-medium' : 'size-7 max-sm:-my-2',
      )}
    >
      {state === 'copied' ? <Check aria-hidden size={14} className="text-moss" /> : <Copy aria-hidden size={14} />}
      {isLabelled && <span aria-hidden>{text}</span>}
      <span aria-live="polite" className="sr-only">
        {state === 'copied' && t('Copied')}
        {state === 'refused' && t('Your browser refused to copy. Select it by hand.')}
      </span>
    </button>
  );
}
