/**
 * Assembles instructions into an unsigned version 0 transaction. Accounts of people are never taken from a lookup
 * table.
 */

import { base58, base64 } from '@scure/base';
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  blockhash as toBlockhash,
} from '@solana/kit';
import { SOLANA_PROGRAMS } from '../../payments/solana/instructions.ts';
import type { AccountUse, LookupTables } from '../../payments/solana/transaction.ts';
import { MAX_TRANSACTION_BYTES } from '../../transfer/solana-tx.ts';
import type { UpstreamInstruction } from './upstream-schemas.ts';

export type PlainInstruction = { programId: string; accounts: readonly AccountUse[]; data: Uint8Array };

export type Lifetime = { blockhash: string; lastValidBlockHeight: number };

export const plainInstruction = ({ programId, accounts, data }: UpstreamInstruction): PlainInstruction => ({
  programId,
  accounts: accounts.map(({ pubkey, isSigner, isWritable }) => ({
    address: pubkey,
    signer: isSigner,
    writable: isWritable,
  })),
  data: base64.decode(data),
});

const roleOf = ({ signer, writable }: AccountUse): AccountRole => {
  if (signer) return writable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return writable ? AccountRole.WRITABLE : AccountRole.READONLY;
};

const kitInstruction = ({ programId, accounts, data }: PlainInstruction): Instruction => ({
  programAddress: address(programId),
  accounts: accounts.map((use) => ({ address: address(use.address), role: roleOf(use) })),
  data,
});

function littleEndian(value: bigint, length: number): number[] {
  return Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 255n));
}

/** Source: Solana ComputeBudgetInstruction. */
export const computeBudget = (units: number, microLamports: bigint): PlainInstruction[] => [
  { programId: SOLANA_PROGRAMS.computeBudget, accounts: [], data: Uint8Array.of(2, ...littleEndian(BigInt(units), 4)) },
  { programId: SOLANA_PROGRAMS.computeBudget, accounts: [], data: Uint8Array.of(3, ...littleEndian(microLamports, 8)) },
];

/** Source: SPL AssociatedTokenAccountInstruction::CreateIdempotent: an existing account stays as it is. */
export function openTokenAccount(
  payer: string,
  { account, owner, mint, tokenProgram }: { account: string; owner: string; mint: string; tokenProgram: string },
): PlainInstruction {
  const use = (name: string, writable = false, signer = false): AccountUse => ({ address: name, writable, signer });
  return {
    programId: SOLANA_PROGRAMS.associatedToken,
    accounts: [
      use(payer, true, true),
      use(account, true),
      use(owner),
      use(mint),
      use(SOLANA_PROGRAMS.system),
      use(tokenProgram),
    ],
    data: Uint8Array.of(1),
  };
}

/**
 * Tables without the accounts that decide whose money moves: those stand in the message itself, where an upstream's
 * lookup tables cannot replace them. Other entries keep their index; the entry left behind is the table's own
 * address, which no instruction uses.
 */
function withoutPersons(tables: LookupTables, persons: ReadonlySet<string>): Record<Address, Address[]> {
  return Object.fromEntries(
    Object.entries(tables).map(([table, entries]) => [
      address(table),
      entries.map((entry) => address(persons.has(entry) ? table : entry)),
    ]),
  );
}

export type Assembled = { base64: string; bytes: number; fits: boolean };

/** @throws {Error} for instructions that do not fit into a transaction. */
export function assembleTransaction(
  payer: string,
  instructions: readonly PlainInstruction[],
  lifetime: Lifetime,
  tables: LookupTables,
  persons: ReadonlySet<string>,
): Assembled {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(address(payer), empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: toBlockhash(lifetime.blockhash), lastValidBlockHeight: BigInt(lifetime.lastValidBlockHeight) },
        paid,
      ),
    (lived) => appendTransactionMessageInstructions(instructions.map(kitInstruction), lived),
    (full) => compressTransactionMessageUsingAddressLookupTables(full, withoutPersons(tables, persons)),
  );
  const transaction = compileTransaction(message);
  const bytes = getTransactionEncoder().encode(transaction).length;
  return { base64: getBase64EncodedWireTransaction(transaction), bytes, fits: bytes <= MAX_TRANSACTION_BYTES };
}

export const blockhashText = (bytes: readonly number[]): string => base58.encode(Uint8Array.from(bytes));
