/** Drops observations that repeat stored ones, so that a swap that waits for hours does not fill the store. */
import { stringify } from '../domain/json.ts';
import type { Observation } from '../domain/swap-status.ts';

type Of<K extends Observation['kind']> = Extract<Observation, { kind: K }>;

/** Why the leg is held, by the latest of these facts; undefined when it is not. */
function heldReason(facts: readonly Observation[], leg: number): string | undefined {
  const holds = facts
    .filter((fact) => fact.kind === 'held' || fact.kind === 'heldNoMore')
    .filter((fact) => fact.leg === leg)
    .sort((a, b) => a.at - b.at);
  const last = holds.at(-1);
  return last?.kind === 'held' ? last.reason : undefined;
}

const SLACK_SECONDS = 30;

/** Unix ms of a look, and the remaining seconds that it reported. */
type Wait = readonly [at: number, seconds: number | undefined];

/** Whether a wait runs as announced: the seconds left now are within a tenth of what the earlier report predicts. */
function isExpected([beforeAt, before]: Wait, [at, left]: Wait): boolean {
  if (before === undefined || left === undefined) return before === left;
  const expected = Math.max(0, before - Math.max(0, at - beforeAt) / 1000);
  return Math.abs(expected - left) <= Math.max(SLACK_SECONDS, left / 10);
}

const planOf = ({ at: _at, delaySeconds: _delay, ...rest }: Of<'outboundPlanned'>): string => stringify(rest);
const stepOf = ({ at: _at, remainingSeconds: _remaining, ...rest }: Of<'providerSeen'>): string => stringify(rest);
/** Streams may have thousands of parts; a hundred steps are enough. */
const percentOf = ({ leg, swapId, total, failed, stopped, done }: Of<'swapProgress'>): string =>
  stringify([
    leg,
    swapId ?? '',
    total,
    failed ?? 0,
    stopped ?? false,
    total > 0 ? Math.floor((done * 100) / total) : 0,
  ]);

/** Whether a stored fact already reports this, apart from the time that has passed. */
function isStored(stored: readonly Observation[], fact: Observation): boolean {
  switch (fact.kind) {
    case 'outboundPlanned': {
      const before = stored.findLast((one) => one.kind === fact.kind && planOf(one) === planOf(fact));
      return before?.kind === fact.kind && isExpected([before.at, before.delaySeconds], [fact.at, fact.delaySeconds]);
    }
    case 'providerSeen': {
      const before = stored.findLast((one) => one.kind === fact.kind && stepOf(one) === stepOf(fact));
      return (
        before?.kind === fact.kind && isExpected([before.at, before.remainingSeconds], [fact.at, fact.remainingSeconds])
      );
    }
    case 'swapProgress':
      return stored.some((one) => one.kind === fact.kind && percentOf(one) === percentOf(fact));
    case 'held':
      return heldReason(stored, fact.leg) === fact.reason;
    case 'heldNoMore':
      return heldReason(stored, fact.leg) === undefined;
    default:
      return false;
  }
}

/** The observations that add something to the stored ones. The store itself drops equal ones. */
export const newFacts = (stored: readonly Observation[], seen: readonly Observation[]): Observation[] =>
  seen.filter((fact) => !isStored(stored, fact));
