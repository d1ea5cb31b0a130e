import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Tone = 'plain' | 'water' | 'amber' | 'red' | 'moss';

const TONES: Record<Tone, string> = {
  plain: 'border border-line-2 text-ink-2',
  water: 'bg-water-tint text-water',
  amber: 'bg-amber-tint text-amber',
  red: 'bg-red-tint text-red',
  moss: 'bg-moss-tint text-moss',
};

export function Pill({ tone = 'plain', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 font-semibold text-12 whitespace-nowrap',
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
