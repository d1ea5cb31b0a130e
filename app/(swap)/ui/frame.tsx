import type { ReactNode } from 'react';

/** The moment at which every picture is taken: 2026-11-21 12:04 UTC, in unix milliseconds. */
export const NOW = Date.UTC(2026, 10, 21, 12, 4);
/** Unix seconds as text, `seconds` after that moment. */
export const inSeconds = (seconds: number): string => String(NOW / 1000 + seconds);
export const noop = () => undefined;

/** States side by side where there is room, each under its name. */
export const States = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-5 lg:grid-cols-2">{children}</div>
);

export function State({
  name,
  card = false,
  wide = false,
  children,
}: {
  name: string;
  /** On the page it has a card of its own. */
  card?: boolean;
  /** It takes the whole width. */
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={name}
      data-state={name}
      className={`grid grid-cols-[minmax(0,1fr)] gap-2 ${wide ? 'lg:col-span-2' : ''}`}
    >
      <h3 lang="en" dir="ltr" className="text-12 text-ink-3 rtl:text-end">
        {name}
      </h3>
      {card ? <div className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4">{children}</div> : children}
    </section>
  );
}
