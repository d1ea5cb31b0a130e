'use client';
import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { useText } from '../ui/text.tsx';

/** Far above any file of ours: a thousand swaps take 1 MB. */
const LARGEST_BYTES = 10_000_000;

/** Accepts a text file, chosen or dropped. */
export function FileDrop({
  label,
  accept = '.json,application/json',
  onText,
}: {
  label: string;
  accept?: string;
  onText: (text: string) => void;
}) {
  const t = useText();
  const id = useId();
  const [over, setOver] = useState(false);
  const [trouble, setTrouble] = useState('');
  const take = async (file: File | undefined) => {
    if (!file) return;
    setTrouble('');
    if (file.size > LARGEST_BYTES) return setTrouble(t('This file is too large to be a Portage file.'));
    try {
      onText(await file.text());
    } catch {
      setTrouble(t('Your browser could not read this file.'));
    }
  };
  return (
    <div>
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
        className={classNames(
          'flex min-h-16 items-center justify-center gap-2 rounded-10 border border-dashed px-4 py-3 text-center font-medium transition-colors duration-150 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-water',
          over ? 'border-water bg-water-tint' : 'border-line-3',
        )}
      >
        <FileUp aria-hidden size={18} className="shrink-0 text-ink-2" />
        {label}
        <input
          id={id}
          type="file"
          accept={accept}
          className="sr-only"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            // Lets the same file be chosen again.
            event.target.value = '';
          }}
        />
      </label>
      <p role="status" className="mt-1 text-13 text-red empty:hidden">
        {trouble}
      </p>
    </div>
  );
}
