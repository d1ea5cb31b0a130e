/**
 * Reads the Solana payment of a Garden order: one instruction of the reviewed program must lock the sold amount, and
 * nothing else may move money.
 */
import { toBaseUnits } from '../../domain/amount.ts';
import { type PayableRoute, upstreamOf } from '../payable-route.ts';
import { type FieldValue, mismatch, type PaymentField, type PaymentSection } from '../payment-fields.ts';
import {
  accountValue,
  feeField,
  type NamedInstruction,
  openingSection,
  type SolanaTerms,
  strangeCallSection,
  takenField,
} from '../solana/solana-terms.ts';
import { readSolanaInitiate, type SolanaInitiate } from './solana-initiate.ts';
import { besideFaults, type LockPoint, lockChecks } from './solana-lock.ts';

export const isSolanaOrder = (route: PayableRoute): boolean => upstreamOf(route) === 'GARDEN';

const SOL_DECIMALS = 9;

/** A clause as the sentence that a person reads. */
const sentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

function lockFields(lock: SolanaInitiate, terms: SolanaTerms): PaymentField[] {
  const { route, mint, facts } = terms;
  const decimals = mint === undefined ? SOL_DECIMALS : facts.mints[mint]?.decimals;
  const amount = decimals === undefined ? undefined : toBaseUnits(route.sellAmount, decimals, 'exact');
  const checks = lockChecks(lock, { owner: route.sourceAddress, amount, ...(mint === undefined ? {} : { mint }) });
  const row = (point: LockPoint, actual: FieldValue): PaymentField => {
    const wrong = checks.find((check) => check.point === point && !check.agrees);
    return { field: point, actual, ...(wrong ? { fault: mismatch(sentence(wrong.clause)) } : {}) };
  };
  const clauseOf = (point: LockPoint): string => sentence(checks.find((check) => check.point === point)?.clause ?? '');
  const taken = { baseUnits: lock.amount, mint: lock.mint, decimals: undefined };
  return [
    { field: 'program', actual: accountValue(lock.programId) },
    row('asset', accountValue(lock.mint)),
    takenField('amount', taken, terms, { asset: clauseOf('amount'), amount: clauseOf('amount') }),
    row('initiator', accountValue(lock.initiator)),
    row('sponsor', accountValue(lock.sponsor)),
    row('redeemer', accountValue(lock.redeemer)),
    row('timelock', { kind: 'count', value: lock.expiresInSlots }),
    row('secretHash', { kind: 'code', text: lock.secretHash }),
  ];
}

const faultRow = (field: string, what: string): PaymentSection => ({
  section: 'solanaLock',
  fields: [{ field, actual: { kind: 'none' }, fault: mismatch(what) }],
});

export function readSolanaOrder(
  { signers, instructions }: { signers: readonly string[]; instructions: readonly NamedInstruction[] },
  terms: SolanaTerms,
): PaymentSection[] {
  const { route, mint } = terms;
  const program = route.targetAddress;
  if (!route.meta.orderId || !program) return [faultRow('order', 'The route names no order or no program.')];
  const locks = instructions.filter(({ programId }) => programId === program);
  const [only] = locks;
  const lock = locks.length === 1 && only ? readSolanaInitiate(only) : undefined;
  const payer = { owner: route.sourceAddress, ...(mint === undefined ? {} : { mint }) };
  const beside = besideFaults(instructions, lock && only, payer);
  const calls = beside.flatMap(({ programId, clause }) =>
    programId === undefined ? [] : [strangeCallSection(programId, sentence(clause))],
  );
  const dear = beside.find(({ programId }) => programId === undefined)?.clause;
  const openings = instructions.flatMap(({ read }) =>
    read.kind === 'createTokenAccount' ? [openingSection(read.owner, undefined)] : [],
  );
  return [
    ...openings,
    lock
      ? { section: 'solanaLock', fields: lockFields(lock, terms) }
      : faultRow('program', 'It does not lock the money of one order.'),
    ...calls,
    {
      section: 'cost',
      fields: [
        feeField(
          signers,
          instructions.map(({ read }) => read),
          dear === undefined ? undefined : sentence(dear),
        ),
      ],
    },
  ];
}
