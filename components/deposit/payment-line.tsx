import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';

/** What has to be written into another wallet, one thing below the other, all of the same weight. */
export const PaymentSlip = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y divide-line self-start rounded-10 border border-line-2">{children}</dl>
);

/** One thing that the person copies into another wallet; what is `over` is shown and can be copied no more. */
export function PaymentLine({
  name,
  value,
  what,
  over = false,
  children,
}: {
  name: ReactNode;
  value: string;
  /** As the copy button is called: `t('the amount')`. */
  what: string;
  over?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flex items-start justify-between gap-3 p-3">
      <div className="grid min-w-0 gap-0.5">
        <dt className="text-12 text-ink-2">{name}</dt>
        <dd>{children}</dd>
      </div>
      {!over && <CopyButton value={value} what={what} words />}
    </div>
  );
}
