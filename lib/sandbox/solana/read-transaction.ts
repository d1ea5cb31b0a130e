/** Parses a Solana transaction: its content, its accounts and its required signers. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import {
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Transaction,
} from '@solana/kit';

/** The longest transaction that a node accepts (one network packet), in bytes. */
export const LONGEST_TRANSACTION = 1232;

export type CompiledInstruction = { programIndex: number; accounts: number[]; data: Uint8Array };
export type TableLookup = { table: string; writable: number[]; readonly: number[] };

export type DecodedTransaction = {
  transaction: Transaction;
  wire: Uint8Array;
  version: 'legacy' | 0;
  /** Base58, in the order of the signers; a missing signature is all ones. */
  signatures: string[];
  /** The first signature, which identifies the transaction. */
  signature: string;
  blockhash: string;
  header: { signers: number; readonlySigners: number; readonlyOthers: number };
  staticKeys: string[];
  instructions: CompiledInstruction[];
  lookups: TableLookup[];
};

const UNSIGNED = base58.encode(new Uint8Array(64));

const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

type Compiled = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>;

/** @throws {Error} for versions that no Solana network supports yet. */
function decodedMessage(message: Compiled) {
  if (message.version !== 'legacy' && message.version !== 0)
    throw new Error(`transaction version ${message.version} is not supported`);
  return {
    version: message.version,
    blockhash: message.lifetimeToken ?? SYSTEM_BLOCKHASH,
    header: {
      signers: message.header.numSignerAccounts,
      readonlySigners: message.header.numReadonlySignerAccounts,
      readonlyOthers: message.header.numReadonlyNonSignerAccounts,
    },
    staticKeys: message.staticAccounts.map(String),
    instructions: message.instructions.map((instruction) => ({
      programIndex: instruction.programAddressIndex,
      accounts: [...(instruction.accountIndices ?? [])],
      data: Uint8Array.from(instruction.data ?? []),
    })),
    lookups: ('addressTableLookups' in message ? (message.addressTableLookups ?? []) : []).map((lookup) => ({
      table: String(lookup.lookupTableAddress),
      writable: [...lookup.writableIndexes],
      readonly: [...lookup.readonlyIndexes],
    })),
  };
}

/** The blockhash of a message without a lifetime: 32 zero bytes. */
const SYSTEM_BLOCKHASH = base58.encode(new Uint8Array(32));

/** Parses a message alone, the input of `getFeeForMessage`. @throws {Error} when it is invalid. */
export const readMessage = (bytes: Uint8Array) => decodedMessage(getCompiledTransactionMessageDecoder().decode(bytes));

/** @throws {Error} with the reason when the bytes are no transaction, or more than one. */
export function readTransaction(wire: Uint8Array): DecodedTransaction {
  const transaction = getTransactionDecoder().decode(wire);
  if (!same(Uint8Array.from(getTransactionEncoder().encode(transaction)), wire))
    throw new Error('bytes left over after the transaction');
  const message = decodedMessage(
    getCompiledTransactionMessageDecoder().decode(Uint8Array.from(transaction.messageBytes)),
  );
  const signatures = message.staticKeys.slice(0, message.header.signers).map((key) => {
    const found = Object.entries(transaction.signatures).find(([signer]) => signer === key)?.[1];
    return found ? base58.encode(Uint8Array.from(found)) : UNSIGNED;
  });
  return { transaction, wire, ...message, signatures, signature: signatures[0] ?? UNSIGNED };
}

export const isSigned = (tx: DecodedTransaction): boolean =>
  tx.signatures.length > 0 && tx.signatures.every((signature) => signature !== UNSIGNED);

/** Whether a transaction may change the account with this index. */
export function isWritable(tx: DecodedTransaction, index: number): boolean {
  const { signers, readonlySigners, readonlyOthers } = tx.header;
  const count = tx.staticKeys.length;
  if (index >= count) return index < count + tx.lookups.reduce((sum, lookup) => sum + lookup.writable.length, 0);
  return index < signers ? index < signers - readonlySigners : index < count - readonlyOthers;
}

/** Whether each signer has validly signed this message. */
export function isVerified(tx: DecodedTransaction): boolean {
  const message = Uint8Array.from(tx.transaction.messageBytes);
  const isGood = (signature: string, index: number): boolean => {
    const key = tx.staticKeys[index];
    try {
      return (
        key !== undefined && ed25519.verify(base58.decode(signature), message, base58.decode(key), { zip215: false })
      );
    } catch {
      return false;
    }
  };
  return isSigned(tx) && tx.signatures.every(isGood);
}
