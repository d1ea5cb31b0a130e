/**
 * Encodes mints and token accounts as the token programs store them. Source: spl-token and spl-token-2022 `state.rs`,
 * `extension/mod.rs`.
 */
import { concatBytes } from '@noble/hashes/utils.js';
import { keyBytes, TOKEN_2022_PROGRAM, u64Bytes } from './addresses.ts';
import { MINT_BYTES, TOKEN_ACCOUNT_BYTES } from './tx-record.ts';

const u16 = (value: number): Uint8Array => u64Bytes(BigInt(value)).slice(0, 2);
const u32 = (value: number): Uint8Array => u64Bytes(BigInt(value)).slice(0, 4);
const zeros = (length: number): Uint8Array => new Uint8Array(length);

/** The numbers of token-2022's extensions. */
const TRANSFER_FEE_CONFIG = 1;
const TRANSFER_FEE_AMOUNT = 2;
const IMMUTABLE_OWNER = 7;
const TRANSFER_HOOK = 14;
const TRANSFER_HOOK_ACCOUNT = 15;
const KIND_MINT = 1;
const KIND_ACCOUNT = 2;

const extension = (type: number, data: Uint8Array): Uint8Array => concatBytes(u16(type), u16(data.length), data);

/** `authority` undefined: the mint is fixed. A token-2022 mint has a transfer fee of zero and no hook. */
export function mintData(mint: { authority?: string; decimals: number; supply: bigint; program: string }): Uint8Array {
  const authority = mint.authority === undefined ? zeros(36) : concatBytes(u32(1), keyBytes(mint.authority));
  const base = concatBytes(authority, u64Bytes(mint.supply), Uint8Array.of(mint.decimals, 1), zeros(36));
  if (base.length !== MINT_BYTES) throw new Error('a mint has another length');
  if (mint.program !== TOKEN_2022_PROGRAM) return base;
  return concatBytes(
    base,
    zeros(TOKEN_ACCOUNT_BYTES - base.length),
    Uint8Array.of(KIND_MINT),
    // Two authorities, the withheld amount, and the old and new fee: epoch, maximum, basis points.
    extension(TRANSFER_FEE_CONFIG, zeros(32 + 32 + 8 + 18 + 18)),
    extension(TRANSFER_HOOK, zeros(64)),
  );
}

/** `rentReserve`: the account's own lamports, for wrapped SOL. */
export function tokenAccountData(account: {
  mint: string;
  owner: string;
  program: string;
  amount: bigint;
  rentReserve?: bigint;
}): Uint8Array {
  const data = zeros(TOKEN_ACCOUNT_BYTES);
  data.set(keyBytes(account.mint), 0);
  data.set(keyBytes(account.owner), 32);
  data.set(u64Bytes(account.amount), 64);
  data[108] = 1;
  if (account.rentReserve !== undefined) {
    data.set(u32(1), 109);
    data.set(u64Bytes(account.rentReserve), 113);
  }
  if (account.program !== TOKEN_2022_PROGRAM) return data;
  return concatBytes(
    data,
    Uint8Array.of(KIND_ACCOUNT),
    extension(IMMUTABLE_OWNER, zeros(0)),
    extension(TRANSFER_FEE_AMOUNT, zeros(8)),
    extension(TRANSFER_HOOK_ACCOUNT, zeros(1)),
  );
}
