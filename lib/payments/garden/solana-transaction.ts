/**
 * Finds everything in a Solana transaction that is not the payment of one Garden order: nothing that moves money
 * elsewhere, costs more than is said or wants another's signature passes.
 */
import { base64 } from '@scure/base';
import { bytesOfHex } from '../chainflip/byte-reader.ts';
import { readInstruction, type SolanaInstruction } from '../solana/instructions.ts';
import { priorityLamports } from '../solana/priority-fee.ts';
import { type ReadSolanaTransaction, readSolanaTransaction } from '../solana/transaction.ts';
import { readSolanaInitiate, type SolanaInitiate } from './solana-initiate.ts';

/** `base64` is the transaction as a wallet takes it. */
export type OrderTransaction = ReadSolanaTransaction & { base64: string };

/** Garden writes hex in some answers and base64 in others; hex is never valid text of the other kind for a transaction. */
const bytesOf = (text: string): Uint8Array =>
  /^(0x)?([0-9a-f]{2})+$/i.test(text) ? bytesOfHex(text) : base64.decode(text);

/** Undefined for what is no transaction, or names accounts that only the chain knows (lookup tables). Never throws. */
export function readOrderTransaction(text: string): OrderTransaction | undefined {
  try {
    const bytes = bytesOf(text);
    const read = readSolanaTransaction(bytes);
    return read.lookups.length > 0 ? undefined : { ...read, base64: base64.encode(bytes) };
  } catch {
    return undefined;
  }
}

export type SolanaOrder = {
  owner: string;
  /** Program of the order's asset. */
  programId: string;
  redeemer: string;
  secretHash: string;
  amount: bigint;
  timelock: bigint;
  /** Undefined for the native coin. */
  mint?: string;
};

/** What a payment may cost beyond its signature, in lamports. */
const MAX_PRIORITY_LAMPORTS = 10_000_000n;

const sameHash = (a: string, b: string): boolean =>
  a.toLowerCase().replace(/^0x/, '') === b.toLowerCase().replace(/^0x/, '');

function initiateFault(initiate: SolanaInitiate, order: SolanaOrder): string | undefined {
  if (initiate.amount !== order.amount) return 'it locks another amount';
  if (initiate.redeemer !== order.redeemer) return 'it locks the money for somebody else';
  if (!sameHash(initiate.secretHash, order.secretHash)) return 'it locks the money under another hash';
  if (initiate.expiresInSlots !== order.timelock) return 'its time lock is another';
  if (initiate.initiator !== order.owner || initiate.sponsor !== order.owner) return 'it wants another’s signature';
  if ((order.mint === undefined) !== (initiate.kind === 'native') || initiate.mint !== order.mint)
    return 'it locks another asset';
  return undefined;
}

type Payer = Pick<SolanaOrder, 'owner' | 'mint'>;

/** Opening the sender's own token account moves nothing but its rent; everything else of those programs is refused. */
function isHarmless(instruction: SolanaInstruction, { owner, mint }: Payer): boolean {
  const read = readInstruction(instruction);
  if (read.kind === 'computeLimit' || read.kind === 'computePrice') return true;
  return read.kind === 'createTokenAccount' && read.payer === owner && read.owner === owner && read.mint === mint;
}

/** Why what stands beside the lock is no part of its payment, as a clause; undefined where all of it is. */
export function besideFault(
  instructions: readonly SolanaInstruction[],
  lock: SolanaInstruction,
  payer: Payer,
): string | undefined {
  const other = instructions.find((one) => one !== lock && !isHarmless(one, payer));
  if (other) return `it also calls ${other.programId}, in a way that is not part of the payment`;
  return priorityLamports(instructions.map(readInstruction)) > MAX_PRIORITY_LAMPORTS
    ? 'its priority fee is beyond reason'
    : undefined;
}

/** Why the transaction is not the payment of this order and nothing else, as a clause; undefined where it is. */
export function orderTransactionFault(
  { signers, instructions }: { signers: readonly string[]; instructions: readonly SolanaInstruction[] },
  order: SolanaOrder,
): string | undefined {
  if (signers.length !== 1 || signers[0] !== order.owner) return 'it wants another’s signature';
  const own = instructions.filter(({ programId }) => programId === order.programId);
  const [only] = own;
  if (!only || own.length > 1) return 'it does not call the order’s program exactly once';
  const initiate = readSolanaInitiate(only);
  if (!initiate) return 'what it tells the order’s program cannot be read';
  return initiateFault(initiate, order) ?? besideFault(instructions, only, order);
}
