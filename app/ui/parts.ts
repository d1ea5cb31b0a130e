/** The pages of the workshop, in their order. */
export const PARTS = [
  'controls',
  'words',
  'buttons',
  'form',
  'receivers',
  'tokens',
  'lines',
  'routes',
  'review',
  'signing',
  'payment',
  'deposit',
  'tracking',
  'endings',
  'two-legs',
  'records',
] as const;
export type PartName = (typeof PARTS)[number];

export const partOf = (text: unknown): PartName | undefined => PARTS.find((part) => part === text);
