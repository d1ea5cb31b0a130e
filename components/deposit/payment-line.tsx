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
    // Nothing but names and descriptions may stand in a list of them: the button is a description too.
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 p-3">
      <dt className="col-start-1 text-12 text-ink-2">{name}</dt>
      <dd className="col-start-1 min-w-0">{children}</dd>
      {!over && (
        <dd className="col-start-2 row-span-2 row-start-1">
          <CopyButton value={value} what={what} words />
        </dd>
      )}
    </div>
  );
}
