/** Compiles instructions into an unsigned transaction that fits one packet. */
import { base64 } from '@scure/base';
import {
  type AddressesByLookupTableAddress,
  address,
  appendTransactionMessageInstructions,
  blockhash as asBlockhash,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import type { LookupTable } from '../solana/jupiter-accounts.ts';
import { LONGEST_TRANSACTION } from '../solana/read-transaction.ts';
import type { SwapInstruction } from './instructions.ts';
import { badRequest } from './upstream-error.ts';

const roleOf = (isSigner: boolean, isWritable: boolean): 0 | 1 | 2 | 3 =>
  isSigner ? (isWritable ? 3 : 2) : isWritable ? 1 : 0;

const asInstruction = ({ programId, accounts, data }: SwapInstruction): Instruction => ({
  programAddress: address(programId),
  accounts: accounts.map(({ pubkey, isSigner, isWritable }) => ({
    address: address(pubkey),
    role: roleOf(isSigner, isWritable),
  })),
  data,
});

export type Assembly = {
  payer: string;
  blockhash: string;
  instructions: readonly SwapInstruction[];
  tables: readonly LookupTable[];
  /** The legacy format, which has no lookup tables. */
  legacy?: boolean;
};

/** Base64, with an empty slot for each signature. @throws {UpstreamError} 400 when it is too long. */
export function assemble({ payer, blockhash, instructions, tables, legacy }: Assembly): string {
  const lifetime: Blockhash = asBlockhash(blockhash);
  const given = instructions.map(asInstruction);
  const bounds = { blockhash: lifetime, lastValidBlockHeight: 0n };
  const known: AddressesByLookupTableAddress = Object.fromEntries(
    tables.map((table) => [address(table.address), table.entries.map((entry) => address(entry))]),
  );
  const compiled = legacy
    ? compileTransaction(
        pipe(
          createTransactionMessage({ version: 'legacy' }),
          (empty) => setTransactionMessageFeePayer(address(payer), empty),
          (paid) => setTransactionMessageLifetimeUsingBlockhash(bounds, paid),
          (timed) => appendTransactionMessageInstructions(given, timed),
        ),
      )
    : compileTransaction(
        pipe(
          createTransactionMessage({ version: 0 }),
          (empty) => setTransactionMessageFeePayer(address(payer), empty),
          (paid) => setTransactionMessageLifetimeUsingBlockhash(bounds, paid),
          (timed) => appendTransactionMessageInstructions(given, timed),
          (whole) => compressTransactionMessageUsingAddressLookupTables(whole, known),
        ),
      );
  const wire = Uint8Array.from(getTransactionEncoder().encode(compiled));
  if (wire.length > LONGEST_TRANSACTION) throw badRequest('Transaction too large, lower maxAccounts');
  return base64.encode(wire);
}
