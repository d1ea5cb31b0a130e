/** Drops what is only said again, so that a swap that waits for hours does not fill the store. */
import { stringify } from '../domain/json.ts';
import type { Observation } from '../domain/swap-status.ts';

type Of<K extends Observation['kind']> = Extract<Observation, { kind: K }>;

/** Why the leg waits by these facts, in the order of their time; undefined when it does not. */
function heldReason(facts: readonly Observation[], leg: number): string | undefined {
  const words = facts
    .filter((fact) => fact.kind === 'held' || fact.kind === 'heldNoMore')
    .filter((fact) => fact.leg === leg)
    .sort((a, b) => a.at - b.at);
  const last = words.at(-1);
  return last?.kind === 'held' ? last.reason : undefined;
}

const SLACK_SECONDS = 30;

/** Unix ms of a look, and the seconds that it said were left. */
type Wait = readonly [at: number, seconds: number | undefined];

/** A wait that runs as it was told: what is left now is what the earlier word lets expect, give or take a tenth. */
function isExpected([toldAt, told]: Wait, [at, left]: Wait): boolean {
  if (told === undefined || left === undefined) return told === left;
  const expected = Math.max(0, told - Math.max(0, at - toldAt) / 1000);
  return Math.abs(expected - left) <= Math.max(SLACK_SECONDS, left / 10);
}

const planOf = ({ at: _at, delaySeconds: _delay, ...rest }: Of<'outboundPlanned'>): string => stringify(rest);
const stepOf = ({ at: _at, remainingSeconds: _remaining, ...rest }: Of<'providerSeen'>): string => stringify(rest);
/** Streams may have thousands of parts: a hundred steps tell enough. */
const percentOf = ({ leg, swapId, total, failed, stopped, done }: Of<'swapProgress'>): string =>
  stringify([
    leg,
    swapId ?? '',
    total,
    failed ?? 0,
    stopped ?? false,
    total > 0 ? Math.floor((done * 100) / total) : 0,
  ]);

/** Whether a stored fact says what this one says, but for time passing. */
function isSaid(stored: readonly Observation[], fact: Observation): boolean {
  switch (fact.kind) {
    case 'outboundPlanned': {
      const told = stored.findLast((one) => one.kind === fact.kind && planOf(one) === planOf(fact));
      return told?.kind === fact.kind && isExpected([told.at, told.delaySeconds], [fact.at, fact.delaySeconds]);
    }
    case 'providerSeen': {
      const told = stored.findLast((one) => one.kind === fact.kind && stepOf(one) === stepOf(fact));
      return told?.kind === fact.kind && isExpected([told.at, told.remainingSeconds], [fact.at, fact.remainingSeconds]);
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

/** Of what was seen now, what says more than is stored; the store itself drops what is equal. */
export const newFacts = (stored: readonly Observation[], seen: readonly Observation[]): Observation[] =>
  seen.filter((fact) => !isSaid(stored, fact));
