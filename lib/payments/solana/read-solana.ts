/**
 * Reads a Solana transaction against its route, instruction by instruction, by the rules of the upstream that is
 * paid.
 */
import { CHAINS } from '../../chains/chains.ts';
import { assetOf } from '../../domain/asset.ts';
import { isSolanaOrder, readSolanaOrder } from '../garden/read-solana-order.ts';
import { isJupiterSwap, readJupiterSwap } from '../jupiter/read-swap.ts';
import type { PayableRoute } from '../payable-route.ts';
import { heldField, mismatch, type PaymentField, type PaymentSection, refusedWhole } from '../payment-fields.ts';
import { signedLeg } from '../two-leg/signed-leg.ts';
import { readInstruction } from './instructions.ts';
import { readPlain } from './read-plain.ts';
import { NO_FACTS, type SolanaFacts } from './solana-facts.ts';
import { accountValue, solanaTerms } from './solana-terms.ts';
import { type ReadSolanaTransaction, readSolanaTransaction } from './transaction.ts';

/** The sender alone signs and pays, for an asset on Solana. */
function signerFields({ signers }: ReadSolanaTransaction, { sourceAddress, sellAsset }: PayableRoute): PaymentField[] {
  const [first, ...others] = signers;
  const fault = mismatch('What you sell is not on Solana.');
  return [
    heldField(
      'signer',
      others.length === 0 ? accountValue(first) : { kind: 'code', text: signers.join(', ') },
      accountValue(sourceAddress),
      {
        agrees: others.length === 0 && first === sourceAddress,
        what: 'It is to be signed or paid for by another account.',
      },
    ),
    ...(CHAINS[assetOf(sellAsset).chain].kind === 'solana'
      ? []
      : [{ field: 'asset', actual: { kind: 'none' as const }, fault }]),
  ];
}

function ofUpstream(
  transaction: string | Uint8Array,
  tx: ReadSolanaTransaction,
  route: PayableRoute,
  { facts, alsoAllowed }: { facts: SolanaFacts; alsoAllowed: ReadonlySet<string> },
): PaymentSection[] {
  if (isJupiterSwap(route)) return readJupiterSwap(transaction, route, facts, alsoAllowed);
  const instructions = tx.instructions
    .filter(({ programId }) => !alsoAllowed.has(programId))
    .map((instruction) => ({ ...instruction, read: readInstruction(instruction) }));
  const { signers, lookups } = tx;
  const terms = solanaTerms(route, facts);
  return isSolanaOrder(route)
    ? readSolanaOrder({ signers, instructions }, terms)
    : readPlain({ signers, instructions, tables: lookups.map(({ table }) => table) }, terms);
}

/**
 * @param transaction base64 or bytes. @param facts the chain's lookup tables and mints; transfers need none. @param
 * alsoAllowed programs that wallets add, which move nothing.
 */
export function readSolanaPayment(
  transaction: string | Uint8Array,
  reviewed: PayableRoute,
  facts: SolanaFacts = NO_FACTS,
  alsoAllowed: ReadonlySet<string> = new Set(),
): PaymentSection[] {
  const { route, fault } = signedLeg(reviewed);
  if (fault) return [refusedWhole(fault)];
  let tx: ReadSolanaTransaction;
  try {
    tx = readSolanaTransaction(transaction, facts.tables);
  } catch {
    return [refusedWhole({ code: 'unreadable', message: 'The transaction cannot be read, so it was not signed.' })];
  }
  return [
    { section: 'signers', fields: signerFields(tx, route) },
    ...ofUpstream(transaction, tx, route, { facts, alsoAllowed }),
  ];
}
