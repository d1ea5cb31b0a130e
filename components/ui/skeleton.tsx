import { classNames } from './class-names.ts';

/** A placeholder for data that is loading, at its final size; by classes, as a served page may carry no styles. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classNames('breathe block rounded-6 bg-line', className ?? 'h-4')} />
);
