/**
 * Reads a Solana transaction byte by byte, without any node or library in between: what it says is what a wallet signs.
 * Source: solana.com/docs/core/transactions, legacy and version 0 messages.
 */
import { base58, base64 } from '@scure/base';
import { type ReadInstruction, readInstruction, type SolanaInstruction } from '../../chains/solana-instructions.ts';

export type DecodedInstruction = SolanaInstruction & { read: ReadInstruction };

export type DecodedTransaction = {
  version: 'legacy' | 0;
  /** As many as there are signers; all zeros where nobody has signed yet. */
  signatures: Uint8Array[];
  /** What is signed. */
  message: Uint8Array;
  /** The first one pays the fee; the first signature names the transaction. */
  signers: string[];
  /** Signers whose account the transaction may not change. */
  readonlySigners: number;
  /** Accounts that stand in the message itself. */
  accounts: string[];
  blockhash: string;
  /** Accounts out of lookup tables are named `table[index]`: what they are is not in the transaction. */
  instructions: DecodedInstruction[];
  lookupTables: string[];
};

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** One network packet. Source: solana-sdk packet.rs, PACKET_DATA_SIZE. */
export const MAX_TRANSACTION_BYTES = 1232;

class Bytes {
  at = 0;
  readonly all: Uint8Array;
  constructor(all: Uint8Array) {
    this.all = all;
  }
  take(count: number): Uint8Array {
    if (this.at + count > this.all.length) throw new RangeError('the transaction ends early');
    this.at += count;
    return this.all.slice(this.at - count, this.at);
  }
  byte(): number {
    return this.take(1)[0] ?? 0;
  }
  /** Seven bits a byte, low ones first, at most 16 bits, and never longer than needed. */
  length(): number {
    let value = 0;
    for (let index = 0; index < 3; index += 1) {
      const byte = this.byte();
      value |= (byte & 0x7f) << (7 * index);
      if (byte < 0x80) {
        if ((byte === 0 && index > 0) || value > 0xffff) break;
        return value;
      }
    }
    throw new RangeError('a length is not written as it should be');
  }
  list<T>(read: () => T): T[] {
    return Array.from({ length: this.length() }, read);
  }
  key(): string {
    return base58.encode(this.take(KEY_BYTES));
  }
}

type Compiled = { programIndex: number; accounts: number[]; data: Uint8Array };

const readCompiled = (bytes: Bytes): Compiled => ({
  programIndex: bytes.byte(),
  accounts: bytes.list(() => bytes.byte()),
  data: bytes.take(bytes.length()),
});

/** Names of the looked-up accounts: all writable ones of every table first, then the others. */
function readLookups(bytes: Bytes): { tables: string[]; accounts: string[] } {
  const lookups = bytes.list(() => ({
    table: bytes.key(),
    writable: bytes.list(() => bytes.byte()),
    readonly: bytes.list(() => bytes.byte()),
  }));
  const named = (table: string, indexes: number[]) => indexes.map((index) => `${table}[${index}]`);
  return {
    tables: lookups.map(({ table }) => table),
    accounts: [
      ...lookups.flatMap(({ table, writable }) => named(table, writable)),
      ...lookups.flatMap(({ table, readonly }) => named(table, readonly)),
    ],
  };
}

function readVersion(bytes: Bytes): 'legacy' | 0 {
  const first = bytes.all[bytes.at] ?? 0;
  if (first < 0x80) return 'legacy';
  bytes.at += 1;
  if (first !== 0x80) throw new RangeError(`version ${first & 0x7f} of transactions is not known`);
  return 0;
}

/** @param transaction base64 or bytes. @throws {Error} unless all of it can be read. */
export function decodeTransaction(transaction: string | Uint8Array): DecodedTransaction {
  const all = typeof transaction === 'string' ? base64.decode(transaction) : transaction;
  if (all.length > MAX_TRANSACTION_BYTES) throw new RangeError('the transaction is too long for the network');
  const bytes = new Bytes(all);
  const signatures = bytes.list(() => bytes.take(SIGNATURE_BYTES));
  const messageAt = bytes.at;
  const version = readVersion(bytes);
  const [signerCount, readonlySigners] = [bytes.byte(), bytes.byte(), bytes.byte()];
  const accounts = bytes.list(() => bytes.key());
  const blockhash = bytes.key();
  const compiled = bytes.list(() => readCompiled(bytes));
  const lookups = version === 0 ? readLookups(bytes) : { tables: [], accounts: [] };
  if (bytes.at !== all.length) throw new RangeError('bytes are left over after the transaction');
  if (signatures.length !== signerCount || signerCount === 0 || signerCount > accounts.length)
    throw new RangeError('signatures and signers do not match');
  if (new Set(accounts).size !== accounts.length) throw new RangeError('an account stands there twice');
  const everyone = [...accounts, ...lookups.accounts];
  const named = (index: number): string => {
    const name = everyone[index];
    if (name === undefined) throw new RangeError('an instruction names an account that is not there');
    return name;
  };
  const instructions = compiled.map(({ programIndex, accounts: indexes, data }) => {
    const instruction = { programId: named(programIndex), accounts: indexes.map(named), data };
    return { ...instruction, read: readInstruction(instruction) };
  });
  const message = all.slice(messageAt);
  const signers = accounts.slice(0, signerCount);
  const lookupTables = lookups.tables;
  return { version, signatures, message, signers, readonlySigners, accounts, blockhash, instructions, lookupTables };
}
