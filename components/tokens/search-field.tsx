'use client';
import { ClipboardPaste, Search, X } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { IconButton } from '../ui/button.tsx';
import { useText } from '../ui/text.tsx';

/** The selector's search field; it also handles the keys of the list. */
export function SearchField({
  input,
  value,
  listId,
  activeId,
  onChange,
  onKeyDown,
}: {
  input: RefObject<HTMLInputElement | null>;
  value: string;
  listId: string;
  /** The DOM id of the marked option, if any. */
  activeId: string | undefined;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const t = useText();
  const paste = async () => {
    // Reading the clipboard is refused or unsupported; the user can still paste by hand.
    const text = await navigator.clipboard?.readText?.().catch(() => undefined);
    if (text) onChange(text.trim().slice(0, 140));
    input.current?.focus();
  };
  return (
    <div className="flex min-h-12 items-center gap-2 rounded-10 border border-line-3 bg-paper ps-3 pe-1.5 focus-within:outline-2 focus-within:outline-water">
      <Search aria-hidden size={18} className="shrink-0 text-ink-3" />
      <input
        ref={input}
        role="combobox"
        aria-label={t('Search by name, symbol or address')}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={activeId}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder={t('Name, symbol or address')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="w-0 min-w-0 flex-1 bg-transparent py-2 text-16 outline-none"
      />
      {value === '' ? (
        <IconButton label={t('Paste')} onClick={() => void paste()}>
          <ClipboardPaste aria-hidden size={18} />
        </IconButton>
      ) : (
        <IconButton
          label={t('Clear')}
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          <X aria-hidden size={18} />
        </IconButton>
      )}
    </div>
  );
}
