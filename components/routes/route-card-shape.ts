/** The classes that give a card its height, shared with its skeleton, so that nothing moves when a route arrives. */
export const CARD_BODY = 'grid gap-2 px-4 pt-1.5 pb-2';
export const CARD_HEAD = 'flex min-h-11 min-w-0 items-center gap-2 sm:min-h-9';
export const CARD_FIGURES =
  'num grid grid-cols-[1.1fr_0.75fr_1.15fr] gap-x-2 @[560px]:grid-cols-[1.2fr_0.9fr_0.9fr] @[560px]:gap-x-6';
export const CARD_BIG = 'block h-6 truncate font-semibold text-16 @max-[300px]:text-14 @[560px]:h-7 @[560px]:text-20';
