/** A Solana transaction with every instruction named, as the page shows it and the checks hold it against a route. */
import { type ReadInstruction, readInstruction } from '../../payments/solana/instructions.ts';
import {
  type LookupTables,
  type ReadSolanaInstruction,
  type ReadSolanaTransaction,
  readSolanaTransaction,
} from '../../payments/solana/transaction.ts';

export type DecodedInstruction = ReadSolanaInstruction & { read: ReadInstruction };

export type DecodedTransaction = Omit<ReadSolanaTransaction, 'instructions'> & {
  instructions: DecodedInstruction[];
  lookupTables: string[];
};

/**
 * @param transaction base64 or bytes. @param tables as the chain has them; accounts out of others are named `table[index]`.
 * @throws {Error} unless all of it can be read.
 */
export function decodeTransaction(transaction: string | Uint8Array, tables: LookupTables = {}): DecodedTransaction {
  const { instructions, ...rest } = readSolanaTransaction(transaction, tables);
  return {
    ...rest,
    instructions: instructions.map((instruction) => ({ ...instruction, read: readInstruction(instruction) })),
    lookupTables: rest.lookups.map(({ table }) => table),
  };
}
