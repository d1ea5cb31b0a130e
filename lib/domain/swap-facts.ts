/** The stored facts of a swap as a set: each once, in an order that depends on content alone, found by their kind. */
import { stringify } from './json.ts';
import { mergeTx } from './merge-tx.ts';
import type { Observation, TxFact } from './swap-status.ts';

type Of<K extends Observation['kind']> = Extract<Observation, { kind: K }>;

/** The facts, each once, oldest first; equal times are put in an order that depends on content alone. */
export function inOrder(observations: readonly Observation[]): Observation[] {
  const byContent = new Map(observations.map((fact) => [stringify(sortedKeys(fact)), fact]));
  return [...byContent]
    .sort(([a, factA], [b, factB]) => factA.at - factB.at || (a < b ? -1 : 1))
    .map(([, fact]) => fact);
}

/** The same content reads back from a store with its keys in another order. */
function sortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortedKeys);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sortedKeys(item)]));
}

/** All facts of a kind, in the order given. */
export const factsOf =
  (facts: readonly Observation[]) =>
  <K extends Observation['kind']>(kind: K): Of<K>[] =>
    facts.filter((fact): fact is Of<K> => fact.kind === kind);

export type Facts = ReturnType<typeof factsOf>;

/** Those of one leg. */
export const ofLeg = <F extends { leg: number }>(facts: readonly F[], leg: number): F[] =>
  facts.filter((fact) => fact.leg === leg);

/** The newest value that any fact has. */
export function newest<F, V>(facts: readonly F[], pick: (fact: F) => V | undefined): V | undefined {
  return facts.map(pick).findLast((value) => value !== undefined);
}

/** The payout that counts where several were seen: the newest, with all that is known of it. */
export function newestTx(sent: readonly { tx: TxFact }[]): TxFact | undefined {
  const hash = sent.at(-1)?.tx.hash;
  return mergeTx(sent.map((fact) => fact.tx).filter((tx) => tx.hash === hash));
}
