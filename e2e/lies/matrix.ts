/** The matrix of lies: what was told, of which payment, by whom, and what became of it. */

/** `believed`: nobody but the network's own nodes can tell, and they were not asked. */
export type Outcome = 'refused' | 'harmless' | 'byWitnesses' | 'accepted';

export type Row = {
  teller: string;
  kind: string;
  field: string;
  where: string;
  outcome: Outcome;
  /** Why it does no harm, or what was answered. */
  why?: string;
};

const OUTCOME_TEXTS: Readonly<Record<Outcome, string>> = {
  refused: 'refused',
  byWitnesses: 'refused by whom the network’s own nodes were asked, else believed',
  harmless: 'harmless',
  accepted: 'ACCEPTED',
};
const ORDER: readonly Outcome[] = ['accepted', 'byWitnesses', 'harmless', 'refused'];

const countsOf = (rows: readonly Row[]): string =>
  ORDER.flatMap((outcome) => {
    const count = rows.filter((row) => row.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${OUTCOME_TEXTS[outcome]}`];
  }).join(', ');

const groupsOf = (rows: readonly Row[], key: (row: Row) => string): [string, Row[]][] => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups];
};

/** A line for each field, with what was not refused below it, each reason once. */
function* fieldLines(rows: readonly Row[]): Generator<string> {
  for (const [field, ofField] of groupsOf(rows, (row) => row.field)) {
    yield `    ${field}: ${countsOf(ofField)}`;
    const accepted = ofField.filter(({ outcome }) => outcome === 'harmless' || outcome === 'accepted');
    for (const [why, those] of groupsOf(accepted, ({ outcome, why = '' }) => `${OUTCOME_TEXTS[outcome]}: ${why}`))
      yield `      ${why} (${[...new Set(those.map(({ where }) => where))].slice(0, 4).join('; ')})`;
  }
}

/** The whole matrix as lines: teller by payment by field. */
export function* linesOf(rows: readonly Row[]): Generator<string> {
  for (const [teller, ofTeller] of groupsOf(rows, (row) => row.teller)) {
    yield `\n${teller}`;
    for (const [kind, ofKind] of groupsOf(ofTeller, (row) => row.kind)) {
      yield `  ${kind}: ${countsOf(ofKind)}`;
      yield* fieldLines(ofKind);
    }
  }
}

/** The counts, a line for each teller and one for all. */
export const summaryOf = (rows: readonly Row[]): string[] => [
  ...groupsOf(rows, (row) => row.teller).map(
    ([teller, those]) => `${teller}: ${those.length} lies: ${countsOf(those)}`,
  ),
  `All: ${rows.length} lies: ${countsOf(rows)}`,
];
