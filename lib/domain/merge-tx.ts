/**
 * Merges the facts on one transaction: newer facts complete and correct older ones, and neither the confirmations nor
 * the number required (a network may require more than the page does on that chain) ever falls.
 */
import type { TxFact } from './swap-status.ts';

/** `facts` share one hash and are ordered from least to most trusted. Undefined when there are none. */
export function mergeTx(facts: readonly TxFact[]): TxFact | undefined {
  const [first] = facts;
  if (first === undefined) return undefined;
  const merged = { ...first };
  for (const fact of facts)
    for (const [key, value] of Object.entries(fact)) if (value !== undefined) Object.assign(merged, { [key]: value });
  // The highest requirement decides when the payment has enough confirmations.
  for (const key of ['confirmations', 'requiredConfirmations'] as const) {
    const counts = facts.flatMap((fact) => fact[key] ?? []);
    if (counts.length > 0) merged[key] = Math.max(...counts);
  }
  return merged;
}
