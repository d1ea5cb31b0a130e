import type { ReactNode } from 'react';

/** A list of facts; on narrow screens long values go below their names. */
export const Rows = ({ children }: { children: ReactNode }) => <dl className="grid gap-2">{children}</dl>;

export function Row({
  name,
  note,
  wide = false,
  children,
}: {
  name: ReactNode;
  note?: ReactNode;
  /** The value takes a line of its own. */
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={wide ? 'grid gap-0.5' : 'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5'}>
      <dt className="text-ink-2">
        {name}
        {note && <span className="block text-13 text-ink-3">{note}</span>}
      </dt>
      <dd className={wide ? 'min-w-0' : 'num min-w-0 text-end'}>{children}</dd>
    </div>
  );
}
