/**
 * Reports whose nodes confirm where a provider's payments go: a sentence for `/status`, a field, and a log line at
 * the start.
 */
import { PROVIDER_NAMES, type ProviderId } from '../domain/provider-id.ts';
import type { Provider, WitnessFacts } from '../providers/provider.ts';

const together = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** By the ids that share one upstream. */
export const witnessesOf = (providers: readonly Provider[], id: ProviderId): WitnessFacts | undefined =>
  providers.find(({ ids }) => ids.includes(id))?.witnesses?.();

export const isUnwitnessed = ({ operators, needed }: WitnessFacts): boolean => operators.length < needed;

/** The facts on a provider's nodes, as a sentence in English. */
export function witnessSentence(facts: WitnessFacts): string {
  const { operators, differing, confirmed } = facts;
  const names = together(operators.map(({ name }) => name));
  if (isUnwitnessed(facts))
    return operators.length === 0
      ? `No node is configured that could confirm its ${confirmed}.`
      : `Its ${confirmed} come from one operator’s nodes alone (${names}): nobody confirms them.`;
  const silent = operators.filter(({ answering }) => !answering);
  const [first] = [...differing].sort((a, b) => a.since - b.since);
  if (first)
    return `Its nodes at ${names} name different ${confirmed} on ${together(differing.map(({ chain }) => chain))} since ${utc(first.since)}.`;
  if (silent.length > 0) return `Its nodes at ${together(silent.map(({ name }) => name))} do not answer.`;
  return operators.length === 1
    ? `Its ${confirmed} are confirmed by the nodes of ${names}.`
    : `Its nodes at ${names} name the same ${confirmed}.`;
}

/** One line for each provider whose payments no node confirms. */
export function warnUnwitnessed(providers: readonly Provider[], log: (event: Record<string, unknown>) => void): void {
  for (const { ids, witnesses } of providers) {
    const [id] = ids;
    const facts = witnesses?.();
    if (id === undefined || facts === undefined || !isUnwitnessed(facts)) continue;
    const advice = `Name nodes of ${facts.needed === 1 ? 'an operator' : 'two operators'} in ${facts.setting}.`;
    log({ event: 'unwitnessed', provider: id, message: `${PROVIDER_NAMES[id]}: ${witnessSentence(facts)} ${advice}` });
  }
}
