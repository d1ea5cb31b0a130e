import { classNames } from './class-names.ts';

/** A placeholder for data that is loading, at its final size. */
export const Skeleton = ({ className, width }: { className?: string; width?: string }) => (
  <span aria-hidden style={{ width }} className={classNames('breathe block rounded-6 bg-line', className ?? 'h-4')} />
);
