'use client';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classNames } from '../ui/class-names.ts';

type State = 'idle' | 'copied' | 'refused';
const SHOWN_MS = 2000;
const SAID: Record<State, string> = {
  idle: '',
  copied: 'Copied',
  refused: 'Your browser refused to copy. Select it by hand.',
};

/** Copies `text` and confirms it. The docs, this included, are in English for all readers. */
export function CopyCode({
  text,
  label,
  caption,
  className,
}: {
  text: string;
  label: string;
  caption?: string;
  className?: string;
}) {
  const [state, setState] = useState<State>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={caption === undefined ? `Copy ${label}` : undefined}
      className={classNames(
        'inline-flex items-center justify-center gap-1.5 rounded-6 text-ink-2 transition-colors duration-150 hover:bg-sunken hover:text-ink',
        caption === undefined
          ? 'size-8 max-sm:size-9'
          : 'min-h-10 rounded-10 border border-line-3 px-4 font-medium text-14',
        className,
      )}
    >
      {state === 'copied' ? <Check aria-hidden size={14} className="text-moss" /> : <Copy aria-hidden size={14} />}
      {caption}
      <span aria-live="polite" className="sr-only">
        {SAID[state]}
      </span>
    </button>
  );
}
