import { CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type NoticeKind = 'info' | 'care' | 'loss' | 'arrived';

const KINDS = {
  info: { Icon: Info, box: 'bg-sunken', mark: 'text-ink-2' },
  care: { Icon: TriangleAlert, box: 'bg-amber-tint', mark: 'text-amber' },
  loss: { Icon: OctagonAlert, box: 'bg-red-tint', mark: 'text-red' },
  arrived: { Icon: CircleCheck, box: 'bg-moss-tint', mark: 'text-moss' },
} as const;

/** A notice: what happened, what it means for the money, and what to do. `live` announces it to screen readers. */
export function Notice({
  kind = 'info',
  title,
  live,
  action,
  children,
}: {
  kind?: NoticeKind;
  title?: ReactNode;
  live?: 'polite' | 'assertive';
  action?: ReactNode;
  children?: ReactNode;
}) {
  const { Icon, box, mark } = KINDS[kind];
  return (
    <div
      role={live === 'assertive' ? 'alert' : live === 'polite' ? 'status' : undefined}
      className={classNames('flex gap-3 rounded-10 p-3 text-14', box)}
    >
      <Icon aria-hidden size={18} className={classNames('mt-px shrink-0', mark)} />
      <div className="grid min-w-0 flex-1 gap-1">
        {title && <p className={classNames('font-semibold', kind === 'info' ? 'text-ink' : mark)}>{title}</p>}
        {children && <div className="text-ink-2 [overflow-wrap:anywhere]">{children}</div>}
        {action && <div className="mt-1">{action}</div>}
      </div>
    </div>
  );
}
