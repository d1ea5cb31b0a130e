/**
 * Compares the Solana transaction of a Garden order with that order, before it is offered for signing: it must not
 * move other money, cost more than declared or need another signature.
 */
import { base64 } from '@scure/base';
import { bytesOfHex } from '../byte-reader.ts';
import type { SolanaInstruction } from '../solana/instructions.ts';
import { type ReadSolanaTransaction, readSolanaTransaction } from '../solana/transaction.ts';
import { readSolanaInitiate } from './solana-initiate.ts';
import { besideFaults, type LockTerms, lockChecks } from './solana-lock.ts';

/** `base64` is the transaction in the wallet's form. */
export type OrderTransaction = ReadSolanaTransaction & { base64: string };

/** Garden writes hex in some answers and base64 in others; hex is never valid base64 of a transaction. */
const bytesOf = (text: string): Uint8Array =>
  /^(0x)?([0-9a-f]{2})+$/i.test(text) ? bytesOfHex(text) : base64.decode(text);

/**
 * Undefined when the text is not a transaction, or uses lookup tables, whose accounts only the chain has. Never
 * throws.
 */
export function readOrderTransaction(text: string): OrderTransaction | undefined {
  try {
    const bytes = bytesOf(text);
    const read = readSolanaTransaction(bytes);
    return read.lookups.length > 0 ? undefined : { ...read, base64: base64.encode(bytes) };
  } catch {
    return undefined;
  }
}

/** `programId` of the order's asset. */
export type SolanaOrder = Required<Omit<LockTerms, 'amount' | 'mint'>> &
  Pick<LockTerms, 'mint'> & { amount: bigint; programId: string };

/** Why the transaction is not the payment of this order and nothing else, as a clause; undefined when it is. */
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
  return (
    lockChecks(initiate, order).find(({ agrees }) => !agrees)?.clause ??
    besideFaults(instructions, only, order).map(({ clause }) => clause)[0]
  );
}
