import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';

/** One thing that the person copies into another wallet. `void` ones are shown and can be copied no more. */
export function PaymentLine({
  name,
  value,
  what,
  over = false,
  children,
}: {
  name: ReactNode;
  value: string;
  what: string;
  over?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flex items-start justify-between gap-3 rounded-10 border border-line-2 p-3">
      <div className="min-w-0">
        <p className="text-12 text-ink-3">{name}</p>
        <p>{children}</p>
      </div>
      {!over && <CopyButton value={value} what={what} words />}
    </div>
  );
}
