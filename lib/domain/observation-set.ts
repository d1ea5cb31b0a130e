/** Queries the stored facts of a swap as a set: each fact once, by kind, in an order that depends on content alone. */
import { stringify } from './json.ts';
import { mergeTx } from './merge-tx.ts';
import { sortedKeys } from './sorted-keys.ts';
import type { Observation, TxFact } from './swap-status.ts';

type Of<K extends Observation['kind']> = Extract<Observation, { kind: K }>;

/**
 * Sorts the distinct facts, oldest first; content decides between equal times. A store returns the same content with its
 * keys in another order.
 */
export function inOrder(observations: readonly Observation[]): Observation[] {
  const byContent = new Map(observations.map((fact) => [stringify(sortedKeys(fact)), fact]));
  return [...byContent]
    .sort(([a, factA], [b, factB]) => factA.at - factB.at || (a < b ? -1 : 1))
    .map(([, fact]) => fact);
}

/** Returns all facts of a kind, in the given order. */
export const factsOf =
  (facts: readonly Observation[]) =>
  <K extends Observation['kind']>(kind: K): Of<K>[] =>
    facts.filter((fact): fact is Of<K> => fact.kind === kind);

export type Facts = ReturnType<typeof factsOf>;

/** The facts of one leg. */
export const ofLeg = <F extends { leg: number }>(facts: readonly F[], leg: number): F[] =>
  facts.filter((fact) => fact.leg === leg);

/** The value of the newest fact that has one. */
export function newest<F, V>(facts: readonly F[], pick: (fact: F) => V | undefined): V | undefined {
  return facts.map(pick).findLast((value) => value !== undefined);
}

/** The payout that counts where several were seen: the newest, with all that is known of it. */
export function newestTx(sent: readonly { tx: TxFact }[]): TxFact | undefined {
  const hash = sent.at(-1)?.tx.hash;
  return mergeTx(sent.map((fact) => fact.tx).filter((tx) => tx.hash === hash));
}
