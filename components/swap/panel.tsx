import type { ReactNode } from 'react';

/** The amount's digits: 32 px, smaller when they would not fit (`fittedSize`). */
export const AMOUNT = 'num h-11 min-w-0 flex-1 bg-transparent font-medium tracking-[-0.02em]';

/** One side of the swap: the asset, the amount and its value. */
export function Panel({
  head,
  asset,
  main,
  foot,
  children,
}: {
  head: ReactNode;
  asset: ReactNode;
  main: ReactNode;
  foot: ReactNode;
  /** Notes about the amount. */
  children?: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 p-4">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1">{head}</div>
      <div className="flex items-center justify-between gap-3">
        {main}
        {asset}
      </div>
      <div className="num flex min-h-6 max-sm:min-h-11 flex-wrap items-center justify-between gap-x-3 text-13 text-ink-3">
        {foot}
      </div>
      {children}
    </div>
  );
}
