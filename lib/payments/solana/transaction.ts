/**
 * Reads a Solana transaction byte by byte, without any node or library in between: the result is exactly what a
 * wallet signs. Source: solana.com/docs/core/transactions, legacy and version 0 messages.
 */
import { base58, base64 } from '@scure/base';
import type { SolanaInstruction } from './instructions.ts';

/** Addresses of lookup tables in their order, by the table's own address. */
export type LookupTables = Readonly<Record<string, readonly string[]>>;

export type AccountUse = { address: string; signer: boolean; writable: boolean };

/** `uses` are the accounts with the message's permissions for each. */
export type ReadSolanaInstruction = SolanaInstruction & { uses: readonly AccountUse[] };

export type Lookup = { table: string; writable: number[]; readonly: number[] };

export type ReadSolanaTransaction = {
  version: 'legacy' | 0;
  /** As many as there are signers; all zeros while unsigned. */
  signatures: Uint8Array[];
  /** What is signed. */
  message: Uint8Array;
  /** The first one pays the fee; its signature is the transaction's id. */
  signers: string[];
  /** Accounts in the message itself. */
  accounts: string[];
  blockhash: string;
  instructions: ReadSolanaInstruction[];
  lookups: Lookup[];
};

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** One network packet. Source: solana-sdk packet.rs, PACKET_DATA_SIZE. */
const MAX_BYTES = 1232;

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

function readVersion(bytes: Bytes): 'legacy' | 0 {
  const first = bytes.all[bytes.at] ?? 0;
  if (first < 0x80) return 'legacy';
  bytes.at += 1;
  if (first !== 0x80) throw new RangeError(`version ${first & 0x7f} of transactions is not known`);
  return 0;
}

/** The message's own accounts. Source: solana message header, three counts. */
function ownAccounts(accounts: readonly string[], [signers, readonlySigners, readonlyOthers]: readonly number[]) {
  const signerCount = signers ?? 0;
  return accounts.map((address, index): AccountUse => {
    const signer = index < signerCount;
    const writable = signer
      ? index < signerCount - (readonlySigners ?? 0)
      : index < accounts.length - (readonlyOthers ?? 0);
    return { address, signer, writable };
  });
}

/** All writable ones of every table first, then the others. Entries of unknown tables are named `table[index]`. */
function lookedUp(lookups: readonly Lookup[], tables: LookupTables): AccountUse[] {
  const named = (table: string, indexes: number[], writable: boolean) =>
    indexes.map((index): AccountUse => {
      const known = Object.hasOwn(tables, table) ? tables[table]?.[index] : undefined;
      return { address: known ?? `${table}[${index}]`, signer: false, writable };
    });
  return [
    ...lookups.flatMap(({ table, writable }) => named(table, writable, true)),
    ...lookups.flatMap(({ table, readonly }) => named(table, readonly, false)),
  ];
}

const bytesOf = (transaction: string | Uint8Array): Uint8Array =>
  typeof transaction === 'string' ? base64.decode(transaction) : transaction;

/**
 * @param transaction base64 or bytes. @param tables the chain's lookup tables; accounts from others are named
 * `table[index]`. @throws {Error} unless all of it is readable.
 */
export function readSolanaTransaction(
  transaction: string | Uint8Array,
  tables: LookupTables = {},
): ReadSolanaTransaction {
  const all = bytesOf(transaction);
  if (all.length > MAX_BYTES) throw new RangeError('the transaction is too long for the network');
  const bytes = new Bytes(all);
  const signatures = bytes.list(() => bytes.take(SIGNATURE_BYTES));
  const message = all.slice(bytes.at);
  const version = readVersion(bytes);
  const header = [bytes.byte(), bytes.byte(), bytes.byte()];
  const accounts = bytes.list(() => bytes.key());
  const blockhash = bytes.key();
  const compiled = bytes.list(() => ({
    programIndex: bytes.byte(),
    accounts: bytes.list(() => bytes.byte()),
    data: bytes.take(bytes.length()),
  }));
  const lookups: Lookup[] =
    version === 0
      ? bytes.list(() => ({
          table: bytes.key(),
          writable: bytes.list(() => bytes.byte()),
          readonly: bytes.list(() => bytes.byte()),
        }))
      : [];
  if (bytes.at !== all.length) throw new RangeError('bytes are left over after the transaction');
  const [signerCount = 0, readonlySigners = 0, readonlyOthers = 0] = header;
  if (signatures.length !== signerCount || signerCount === 0 || signerCount + readonlyOthers > accounts.length)
    throw new RangeError('signatures and signers do not match');
  if (readonlySigners >= signerCount) throw new RangeError('nobody may pay the fee');
  const everyone = [...ownAccounts(accounts, header), ...lookedUp(lookups, tables)];
  // The network rejects such a transaction: a table that contains an account of the message, as claimed, is a lie.
  // Source: solana-sdk transaction error.rs, AccountLoadedTwice.
  if (new Set(everyone.map(({ address }) => address)).size !== everyone.length)
    throw new RangeError('an account stands there twice');
  const use = (index: number): AccountUse => {
    const found = everyone[index];
    if (found === undefined) throw new RangeError('an instruction names an account that is not there');
    return found;
  };
  const instructions = compiled.map(({ programIndex, accounts: indexes, data }): ReadSolanaInstruction => {
    if (programIndex >= accounts.length) throw new RangeError('a program stands in a lookup table');
    const uses = indexes.map(use);
    return { programId: use(programIndex).address, accounts: uses.map(({ address }) => address), data, uses };
  });
  const signers = accounts.slice(0, signerCount);
  return { version, signatures, message, signers, accounts, blockhash, instructions, lookups };
}

/**
 * The first byte of the addresses, and the discriminator before them. Source: solana address-lookup-table program,
 * state.rs.
 */
const TABLE_HEADER_BYTES = 56;
const LOOKUP_TABLE_KIND = 1;
export const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111';

/** The contents of a lookup table's account. @throws {RangeError} for the data of another kind of account. */
export function readLookupTable(data: Uint8Array): string[] {
  const count = (data.length - TABLE_HEADER_BYTES) / KEY_BYTES;
  const kind = data.length < 4 ? 0 : new DataView(data.buffer, data.byteOffset, 4).getUint32(0, true);
  if (kind !== LOOKUP_TABLE_KIND || count < 0 || !Number.isInteger(count))
    throw new RangeError('this is no lookup table');
  return Array.from({ length: count }, (_, index) =>
    base58.encode(data.slice(TABLE_HEADER_BYTES + index * KEY_BYTES, TABLE_HEADER_BYTES + (index + 1) * KEY_BYTES)),
  );
}
