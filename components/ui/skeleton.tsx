import { classNames } from './class-names.ts';

/** Holds the place of data that is on its way, in its final size. */
export const Skeleton = ({ className, width }: { className?: string; width?: string }) => (
  <span aria-hidden style={{ width }} className={classNames('breathe block rounded-6 bg-line', className ?? 'h-4')} />
);
