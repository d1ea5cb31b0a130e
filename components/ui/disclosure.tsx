import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** Content that unfolds at a press. */
export function Disclosure({ summary, open, children }: { summary: ReactNode; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="group/disclosure">
      <summary className="flex min-h-8 list-none items-center gap-1.5 rounded-6 text-14 text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          size={16}
          className="shrink-0 transition-transform duration-150 group-open/disclosure:rotate-90 rtl:-scale-x-100"
        />
        {summary}
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}
