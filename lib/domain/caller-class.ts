/** Names who creates channels and orders, by what is known of them: each class has a share that others cannot use up. */

/** `open`: anybody without a key; `page`: visitors of this deployment's own page; `key`: integrators by their key. */
export type CallerClass = 'open' | 'page' | 'key';

/** Parts of a day's bound: what the classes named may create together. The rest is kept for the others. */
export const CLASS_SHARES: readonly { classes: readonly CallerClass[]; part: number }[] = [
  { classes: ['open'], part: 1 / 2 },
  { classes: ['open', 'page'], part: 3 / 4 },
  { classes: ['open', 'page', 'key'], part: 1 },
];
