/** Derives program addresses and associated token accounts synchronously, as every Solana node does. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { remember } from '../../domain/remember.ts';

export const SYSTEM_PROGRAM = '11111111111111111111111111111111';
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const ATA_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
export const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
export const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111';

const PDA_MARK = utf8ToBytes('ProgramDerivedAddress');

/** @throws {Error} unless it is 32 bytes in base58. */
export function keyBytes(address: string): Uint8Array {
  const bytes = base58.decode(address);
  if (bytes.length !== 32) throw new Error(`not a Solana address: ${address}`);
  return bytes;
}

export function isAddress(text: string): boolean {
  try {
    return base58.decode(text).length === 32;
  } catch {
    return false;
  }
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}

/** The address for which only `program` can sign, and its bump. Source: Solana `Pubkey::find_program_address`. */
export function findProgramAddress(program: string, seeds: readonly Uint8Array[]): { address: string; bump: number } {
  const programBytes = keyBytes(program);
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = sha256(concatBytes(...seeds, Uint8Array.of(bump), programBytes, PDA_MARK));
    if (!isOnCurve(hash)) return { address: base58.encode(hash), bump };
  }
  throw new Error(`${program} has no address for these seeds`);
}

const tokenAccounts = new Map<string, string>();

/** The default account in which an owner holds tokens of a mint. */
export function tokenAccountOf(owner: string, mint: string, program = TOKEN_PROGRAM): string {
  const key = `${owner} ${mint} ${program}`;
  const known = tokenAccounts.get(key);
  if (known !== undefined) return known;
  const { address } = findProgramAddress(ATA_PROGRAM, [keyBytes(owner), keyBytes(program), keyBytes(mint)]);
  remember(tokenAccounts, key, address);
  return address;
}

export function u64Bytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
