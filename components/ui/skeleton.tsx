import { classNames } from './class-names.ts';

/**
 * A placeholder for data that is loading, at its final size; by classes, as a served page may carry no styles.
 * @param still it stands in something that breathes as a whole.
 */
export const Skeleton = ({ className, still = false }: { className?: string; still?: boolean }) => (
  <span aria-hidden className={classNames(still ? '' : 'breathe', 'block rounded-6 bg-line', className ?? 'h-4')} />
);
