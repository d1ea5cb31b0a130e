/**
 * Gathers what is known of one transaction: newer facts complete and correct older ones, confirmations never fall, and
 * who waits for more of them (a network, say, than the page would on that chain) tells how many are needed.
 */
import type { TxFact } from './swap-status.ts';

/** `facts` are of one hash, the more trusted last. Undefined when there is none. */
export function mergeTx(facts: readonly TxFact[]): TxFact | undefined {
  const [first] = facts;
  if (first === undefined) return undefined;
  const merged = { ...first };
  for (const fact of facts)
    for (const [key, value] of Object.entries(fact)) if (value !== undefined) Object.assign(merged, { [key]: value });
  // Who waits for the most decides when it is enough.
  for (const key of ['confirmations', 'requiredConfirmations'] as const) {
    const counts = facts.flatMap((fact) => fact[key] ?? []);
    if (counts.length > 0) merged[key] = Math.max(...counts);
  }
  return merged;
}
