/** Gathers what is known of one transaction: newer facts complete and correct older ones, confirmations never fall. */
import type { TxFact } from './swap-status.ts';

/** `facts` are of one hash, the more trusted last. Undefined when there is none. */
export function mergeTx(facts: readonly TxFact[]): TxFact | undefined {
  const [first] = facts;
  if (first === undefined) return undefined;
  const merged = { ...first };
  for (const fact of facts)
    for (const [key, value] of Object.entries(fact)) if (value !== undefined) Object.assign(merged, { [key]: value });
  const counts = facts.flatMap((fact) => fact.confirmations ?? []);
  return counts.length > 0 ? { ...merged, confirmations: Math.max(...counts) } : merged;
}
