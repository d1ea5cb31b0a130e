/** Drops what is only said again, so that a swap that waits for hours does not fill the store. */
import type { Observation } from '../domain/swap-status.ts';

const isHold = (fact: Observation): boolean => fact.kind === 'held' || fact.kind === 'heldNoMore';

/** Why the leg waits by these facts, in the order of their time; undefined when it does not. */
function heldReason(facts: readonly Observation[], leg: number): string | undefined {
  const words = facts
    .filter((fact) => fact.kind === 'held' || fact.kind === 'heldNoMore')
    .filter((fact) => fact.leg === leg)
    .sort((a, b) => a.at - b.at);
  const last = words.at(-1);
  return last?.kind === 'held' ? last.reason : undefined;
}

/** Of what was seen now, what says more than is stored: a hold counts when it begins, changes or ends. */
export function newFacts(stored: readonly Observation[], seen: readonly Observation[]): Observation[] {
  return seen.filter((fact) => {
    if (!isHold(fact) || !('leg' in fact)) return true;
    const before = heldReason(stored, fact.leg);
    return fact.kind === 'held' ? before !== fact.reason : before !== undefined;
  });
}
