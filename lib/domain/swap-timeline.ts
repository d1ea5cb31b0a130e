/** Lists a swap's milestones, each once, in the order in which they happened. */
import type { Amount } from './amount.ts';
import { mergeTx } from './merge-tx.ts';
import type { Observation, Stage, TxFact } from './swap-status.ts';

/** In the order of one leg; it decides between equal times. */
export const MILESTONES = [
  'paymentSeen',
  'paymentReplaced',
  'paymentFinal',
  'paymentFailed',
  'providerSeen',
  'providerCounted',
  'swapStarted',
  'held',
  'resumed',
  'swapDone',
  'payoutPlanned',
  'payoutSent',
  'refundPlanned',
  'refundSent',
  'swapFailed',
] as const;
export type Milestone = (typeof MILESTONES)[number];

/** `at` is unix ms; `tx`, `amount`, `reason` and `evidence` are present where the facts have them. */
export type TimelineEntry = {
  milestone: Milestone;
  stage: Stage;
  at: number;
  leg: number;
  tx?: TxFact;
  amount?: Amount;
  reason?: string;
  evidence?: string;
};

const STAGE_OF: Readonly<Record<Milestone, Stage>> = {
  paymentSeen: 'inbound',
  paymentReplaced: 'inbound',
  paymentFinal: 'inbound',
  paymentFailed: 'inbound',
  providerSeen: 'inbound',
  providerCounted: 'inbound',
  swapStarted: 'swap',
  held: 'swap',
  resumed: 'swap',
  swapDone: 'swap',
  payoutPlanned: 'outbound',
  payoutSent: 'outbound',
  refundPlanned: 'refund',
  refundSent: 'refund',
  swapFailed: 'swap',
};

function milestoneOf(fact: Observation): Milestone {
  switch (fact.kind) {
    case 'inboundSeen':
      return fact.final ? 'paymentFinal' : 'paymentSeen';
    case 'inboundFailed':
      return 'paymentFailed';
    case 'inboundReplaced':
      return 'paymentReplaced';
    case 'providerSeen':
      return fact.final ? 'providerCounted' : 'providerSeen';
    case 'swapProgress':
    case 'swapping':
      return 'swapStarted';
    case 'swapDone':
      return 'swapDone';
    case 'outboundPlanned':
      return 'payoutPlanned';
    case 'outboundSent':
      return 'payoutSent';
    case 'refundPlanned':
      return 'refundPlanned';
    case 'refundSent':
      return 'refundSent';
    case 'providerFailed':
      return 'swapFailed';
    case 'held':
      return 'held';
    case 'heldNoMore':
      return 'resumed';
  }
}

const amountOf = (fact: Observation): Amount | undefined =>
  'tx' in fact && fact.tx?.amount
    ? fact.tx.amount
    : 'output' in fact
      ? fact.output
      : fact.kind === 'refundPlanned'
        ? fact.refund
        : undefined;

/** Groups facts into timeline entries: one for every start and end of a halt, else one for each leg and transaction. */
function keyOf(fact: Observation, milestone: Milestone, leg: number): string {
  if (fact.kind === 'held' || fact.kind === 'heldNoMore') return `${milestone} ${leg} ${fact.at}`;
  const hash = 'tx' in fact && fact.kind !== 'providerSeen' ? fact.tx?.hash : undefined;
  return `${milestone} ${leg} ${hash ?? ''}`;
}

/** The reason for which a swap waits is valid until it continues, so only the newest `swapping` facts count. */
function latest(facts: readonly Observation[]): readonly Observation[] {
  const at = Math.max(...facts.map((fact) => fact.at));
  return facts.filter((fact) => fact.kind !== 'swapping' || fact.at === at);
}

function entryOf(facts: readonly Observation[]): TimelineEntry | undefined {
  const [first] = facts;
  if (first === undefined) return undefined;
  const milestone = milestoneOf(first);
  const entry: TimelineEntry = {
    milestone,
    stage: STAGE_OF[milestone],
    at: Math.min(...facts.map((fact) => fact.at)),
    leg: 'leg' in first ? first.leg : 0,
  };
  const tx = mergeTx(facts.flatMap((fact) => ('tx' in fact && fact.tx ? [fact.tx] : [])));
  const amount = facts.map(amountOf).findLast((value) => value !== undefined);
  const reason = latest(facts)
    .map((fact) => ('reason' in fact ? fact.reason : undefined))
    .findLast((text) => text !== undefined);
  const evidence = facts
    .map((fact) => ('evidence' in fact ? fact.evidence : undefined))
    .findLast((text) => text !== undefined);
  return {
    ...entry,
    ...(tx && { tx }),
    ...(amount && { amount }),
    ...(reason !== undefined && { reason }),
    ...(evidence !== undefined && { evidence }),
  };
}

/** Sources repeat at each observation that a swap is held or not; only the changes are milestones. */
function turnsOnly(ordered: readonly Observation[]): Observation[] {
  const heldReason = new Map<number, string | undefined>();
  return ordered.filter((fact) => {
    if (fact.kind !== 'held' && fact.kind !== 'heldNoMore') return true;
    const reason = fact.kind === 'held' ? fact.reason : undefined;
    const turned = heldReason.get(fact.leg) !== reason;
    heldReason.set(fact.leg, reason);
    return turned;
  });
}

/** The steps of a leg, each of which causes the next; the last one causes the first of the next leg. */
const COURSE: readonly Milestone[] = [
  'paymentSeen',
  'providerSeen',
  'providerCounted',
  'swapStarted',
  'swapDone',
  'payoutPlanned',
  'payoutSent',
];

const rank = (entry: TimelineEntry): number => MILESTONES.indexOf(entry.milestone);

/**
 * Some times are those of a block, others those of the first observation. An event cannot be later than one that it
 * caused, so an event that was observed late gets the time of its effect.
 */
function inOrderOfHappening(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const course = entries
    .filter(({ milestone }) => COURSE.includes(milestone))
    .sort((a, b) => b.leg - a.leg || rank(b) - rank(a));
  const happened = new Map<TimelineEntry, number>();
  let latest = Number.POSITIVE_INFINITY;
  for (const entry of course) {
    latest = Math.min(latest, entry.at);
    happened.set(entry, latest);
  }
  return entries
    .map((entry) => ({ ...entry, at: happened.get(entry) ?? entry.at }))
    .sort((a, b) => a.at - b.at || a.leg - b.leg || rank(a) - rank(b));
}

/** @param ordered distinct facts, oldest first, in an order that depends on their content alone. */
export function timelineOf(ordered: readonly Observation[]): TimelineEntry[] {
  const groups = new Map<string, Observation[]>();
  for (const fact of turnsOnly(ordered)) {
    const key = keyOf(fact, milestoneOf(fact), 'leg' in fact ? fact.leg : 0);
    groups.set(key, [...(groups.get(key) ?? []), fact]);
  }
  return inOrderOfHappening([...groups.values()].flatMap((facts) => entryOf(facts) ?? []));
}
