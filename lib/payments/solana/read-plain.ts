/**
 * Reads a transfer to a deposit address, or a call of Chainflip's swap program. Their transactions use no lookup
 * tables.
 */
import { solanaCallFields } from '../chainflip/read-solana-call.ts';
import { heldField, mismatch, type PaymentField, type PaymentSection } from '../payment-fields.ts';
import { solTransferFields, tokenTransferFields } from '../transfer/read-solana-transfer.ts';
import { type ReadInstruction, SOLANA_PROGRAMS } from './instructions.ts';
import { readSolanaMemo } from './memo.ts';
import { priorityLamports } from './priority-fee.ts';
import {
  accountValue,
  feeField,
  isSetTwice,
  type NamedInstruction,
  openingSection,
  type SolanaTerms,
  strangeCallSection,
} from './solana-terms.ts';

/** Highest reasonable priority fee, lamports: some hundred times the cost of a payment at a busy hour. */
const MAX_PRIORITY_LAMPORTS = 20_000_000n;

type Opening = Extract<ReadInstruction, { kind: 'createTokenAccount' }>;

const memoField = (text: string | undefined, wanted: string | undefined, agrees: boolean): PaymentField =>
  heldField(
    'memo',
    text === undefined ? { kind: 'none' } : { kind: 'memo', text },
    wanted === undefined ? { kind: 'none' } : { kind: 'memo', text: wanted },
    { agrees, what: 'The memo, which says what the payment is for, is not that of the route.' },
  );

/** Only the account that is paid may be opened. */
function isNeeded(opening: Opening, all: readonly ReadInstruction[]): boolean {
  const transfer = all.find((read) => read.kind === 'tokenTransfer');
  return (
    all.filter(({ kind }) => kind === 'createTokenAccount').length === 1 &&
    transfer?.kind === 'tokenTransfer' &&
    opening.account === transfer.destination &&
    opening.mint === transfer.mint &&
    opening.payer === transfer.authority &&
    opening.tokenProgram === SOLANA_PROGRAMS.token
  );
}

function paymentFields(read: ReadInstruction, terms: SolanaTerms): PaymentField[] | undefined {
  if (read.kind === 'transfer') return solTransferFields(read, terms);
  if (read.kind === 'tokenTransfer') return tokenTransferFields(read, terms);
  return read.kind === 'vaultSwap' ? solanaCallFields(read.swap, terms) : undefined;
}

function feeFault(all: readonly ReadInstruction[]): string | undefined {
  if (isSetTwice(all)) return 'The network fee is set twice.';
  return priorityLamports(all) > MAX_PRIORITY_LAMPORTS ? 'The network fee is out of bounds.' : undefined;
}

export function readPlain(
  {
    signers,
    instructions,
    tables,
  }: { signers: readonly string[]; instructions: readonly NamedInstruction[]; tables: readonly string[] },
  terms: SolanaTerms,
): PaymentSection[] {
  const { route } = terms;
  const all = instructions.map(({ read }) => read);
  const notOne: PaymentField = {
    field: 'payment',
    actual: { kind: 'none' },
    fault: mismatch('It is not one payment.'),
  };
  let [payments, memos] = [0, 0];
  const sections = instructions.flatMap((instruction): PaymentSection[] => {
    const { read, programId } = instruction;
    const fields = paymentFields(read, terms);
    if (fields) {
      payments += 1;
      return [
        {
          section: read.kind === 'transfer' ? 'solTransfer' : read.kind,
          fields: payments > 1 ? [notOne, ...fields] : fields,
        },
      ];
    }
    const memo = readSolanaMemo(instruction);
    if (memo !== undefined) {
      memos += 1;
      return [{ section: 'memo', fields: [memoField(memo, route.memo, memos === 1 && memo === (route.memo ?? ''))] }];
    }
    if (read.kind === 'createTokenAccount') {
      const what = isNeeded(read, all) ? undefined : 'It opens an account that has nothing to do with the payment.';
      return [openingSection(read.owner, what)];
    }
    return read.kind === 'unknown'
      ? [strangeCallSection(programId, `It does something that is no payment (program ${programId}).`)]
      : [];
  });
  const hidden = mismatch('It hides accounts in lookup tables.');
  return [
    ...tables.map((table) => ({
      section: 'table',
      fields: [{ field: 'lookupTable', actual: accountValue(table), fault: hidden }],
    })),
    ...sections,
    ...(memos === 0 && route.memo ? [{ section: 'memo', fields: [memoField(undefined, route.memo, false)] }] : []),
    ...(payments === 0 ? [{ section: 'payment', fields: [notOne] }] : []),
    { section: 'cost', fields: [feeField(signers, all, feeFault(all))] },
  ];
}
