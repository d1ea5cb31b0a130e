/** Calls of the sandbox's own program for deposit channels: they take what lies at a channel into the vault. */
import { concatBytes } from '@noble/hashes/utils.js';
import type { Instruction } from '@solana/kit';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM, tokenAccountOf, u64Bytes } from './addresses.ts';
import { CHANNEL_DATA_ACCOUNT, CHANNEL_PROGRAM, depositChannel } from './chainflip-accounts.ts';
import { instruction } from './compose.ts';

const call = (kind: number, number: bigint, bump: number): Uint8Array =>
  concatBytes(Uint8Array.of(kind), u64Bytes(number), Uint8Array.of(bump));

/** All lamports of the channel go to `authority`. */
export function fetchNative(authority: string, number: bigint): Instruction {
  const { address, bump } = depositChannel(number);
  return instruction(
    CHANNEL_PROGRAM,
    [
      [CHANNEL_DATA_ACCOUNT, ''],
      [authority, 'ws'],
      [address, 'w'],
      [SYSTEM_PROGRAM, ''],
    ],
    call(0, number, bump),
  );
}

/** All units of the token go to `authority`'s account of it, which has to be there. */
export function fetchToken(authority: string, number: bigint, mint: string): Instruction {
  const { address, bump } = depositChannel(number);
  return instruction(
    CHANNEL_PROGRAM,
    [
      [CHANNEL_DATA_ACCOUNT, ''],
      [authority, 's'],
      [address, ''],
      [tokenAccountOf(address, mint), 'w'],
      [tokenAccountOf(authority, mint), 'w'],
      [TOKEN_PROGRAM, ''],
    ],
    call(1, number, bump),
  );
}
