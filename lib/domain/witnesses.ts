/** Describes whose nodes confirm where a provider's payments go. */
export type WitnessFacts = {
  /** Operators that must confirm. */
  needed: number;
  operators: readonly { name: string; answering: boolean }[];
  /** Chains for which those that answer name different payees; `since` in Unix ms. */
  differing: readonly { chain: string; since: number }[];
};

/** Nobody confirms where payments go. */
export const isUnwitnessed = ({ operators, needed }: WitnessFacts): boolean => operators.length < needed;
