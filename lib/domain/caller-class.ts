/** Classifies callers who create channels and orders: each class has a share that others cannot use up. */

/** `open`: callers without a key; `page`: visitors of this deployment's own page; `key`: integrators by their key. */
export type CallerClass = 'open' | 'page' | 'key';

/** Parts of a day's bound that the named classes may use together. The rest is kept for the others. */
export const CLASS_SHARES: readonly { classes: readonly CallerClass[]; share: number }[] = [
  { classes: ['open'], share: 1 / 2 },
  { classes: ['open', 'page'], share: 3 / 4 },
  { classes: ['open', 'page', 'key'], share: 1 },
];
