/** For tests: calls of Chainflip's swap program, composed by hand from its IDL. */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Instruction } from '@solana/kit';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM, tokenAccountOf, u64Bytes } from './addresses.ts';
import {
  NATIVE_VAULT,
  SWAP_DATA_ACCOUNT,
  SWAP_ENDPOINT_PROGRAM,
  supportedTokenAccount,
  swapEventAccount,
  tokenVaultOf,
  VAULT_DATA_ACCOUNT,
} from './chainflip-accounts.ts';
import { instruction } from './compose.ts';

export type TestSwap = {
  from: string;
  amount: bigint;
  seed: Uint8Array;
  mint?: string;
  dstAddress?: Uint8Array;
  cfParameters?: Uint8Array;
  message?: { bytes: Uint8Array; gasAmount: bigint };
  decimals?: number;
};

const u32 = (value: number): Uint8Array => u64Bytes(BigInt(value)).slice(0, 4);
const bytes = (content: Uint8Array): Uint8Array => concatBytes(u32(content.length), content);

export function vaultSwapData(swap: TestSwap): Uint8Array {
  const { amount, seed, mint, message } = swap;
  const name = mint === undefined ? 'x_swap_native' : 'x_swap_token';
  return concatBytes(
    sha256(utf8ToBytes(`global:${name}`)).slice(0, 8),
    u64Bytes(amount),
    u32(1),
    bytes(swap.dstAddress ?? new Uint8Array(20).fill(0xab)),
    u32(3),
    message ? concatBytes(Uint8Array.of(1), bytes(message.bytes), u64Bytes(message.gasAmount)) : Uint8Array.of(0),
    bytes(swap.cfParameters ?? new Uint8Array(108).fill(0xcf)),
    mint === undefined ? new Uint8Array() : Uint8Array.of(swap.decimals ?? 6),
    bytes(seed),
  );
}

/** In the order of the IDL. */
export function vaultSwapAccounts({ from, seed, mint }: TestSwap): (readonly [string, '' | 'w' | 'ws'])[] {
  const event = swapEventAccount(from, seed.subarray(0, 32));
  if (mint === undefined)
    return [
      [VAULT_DATA_ACCOUNT, ''],
      [NATIVE_VAULT, 'w'],
      [from, 'ws'],
      [event, 'w'],
      [SWAP_DATA_ACCOUNT, 'w'],
      [SYSTEM_PROGRAM, ''],
    ];
  return [
    [VAULT_DATA_ACCOUNT, ''],
    [tokenVaultOf(mint), 'w'],
    [from, 'ws'],
    [tokenAccountOf(from, mint), 'w'],
    [event, 'w'],
    [SWAP_DATA_ACCOUNT, 'w'],
    [supportedTokenAccount(mint), ''],
    [TOKEN_PROGRAM, ''],
    [mint, ''],
    [SYSTEM_PROGRAM, ''],
  ];
}

export const vaultSwap = (swap: TestSwap): Instruction =>
  instruction(SWAP_ENDPOINT_PROGRAM, vaultSwapAccounts(swap), vaultSwapData(swap));
