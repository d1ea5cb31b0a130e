/** The pages of the workshop, in their order. */
export const EXHIBITS = [
  'controls',
  'texts',
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
  'ledger',
] as const;
export type ExhibitName = (typeof EXHIBITS)[number];

export const exhibitOf = (text: unknown): ExhibitName | undefined => EXHIBITS.find((name) => name === text);
