import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';

/** What to enter into another wallet: one value below the other, all of equal weight. */
export const PaymentSlip = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y divide-line self-start rounded-10 border border-line-2">{children}</dl>
);

/** A value to copy into another wallet; when `over`, it is shown but can no longer be copied. */
export function PaymentLine({
  name,
  value,
  what,
  over = false,
  children,
}: {
  name: ReactNode;
  value: string;
  /** What the copy button copies, such as `t('the amount')`. */
  what: string;
  over?: boolean;
  children: ReactNode;
}) {
  return (
    // A `dl` may contain only terms and descriptions, so the button is a description too.
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 p-3">
      <dt className="col-start-1 text-13 text-ink-2">{name}</dt>
      <dd className="col-start-1 min-w-0">{children}</dd>
      {!over && (
        <dd className="col-start-2 row-span-2 row-start-1">
          <CopyButton value={value} what={what} isLabelled />
        </dd>
      )}
    </div>
  );
}
