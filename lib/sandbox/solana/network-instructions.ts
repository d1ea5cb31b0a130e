/**
 * Builds the instructions that only Chainflip's network may call: fetching from deposit channels and from the swap
 * program, and returning rent.
 */
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Instruction } from '@solana/kit';
import { findProgramAddress, SYSTEM_PROGRAM, TOKEN_PROGRAM, tokenAccountOf, u64Bytes } from './addresses.ts';
import {
  CHANNEL_DATA_ACCOUNT,
  CHANNEL_PROGRAM,
  depositChannel,
  NATIVE_VAULT,
  SWAP_DATA_ACCOUNT,
  SWAP_ENDPOINT_PROGRAM,
  VAULT_DATA_ACCOUNT,
} from './chainflip-accounts.ts';
import { instruction } from './compose.ts';

const call = (kind: number, number: bigint, bump: number): Uint8Array =>
  concatBytes(Uint8Array.of(kind), u64Bytes(number), Uint8Array.of(bump));

/** Sends all lamports of the channel to `authority`. */
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

/** Sends all units of the token to `authority`'s account, which must exist. */
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

/** The first 8 bytes of sha256 of `global:close_event_accounts` and of `global:fetch_swap_endpoint_native_assets`. */
const CLOSE_EVENTS = 'a5663d01b94dbd79';
const FETCH_NATIVE = '8579b3e88abc5343';

/** Closes the event accounts of observed swaps; their senders get the rent back. */
export const closeSwapEvents = (
  authority: string,
  events: readonly { account: string; sender: string }[],
): Instruction =>
  instruction(
    SWAP_ENDPOINT_PROGRAM,
    [
      [VAULT_DATA_ACCOUNT, ''],
      [authority, 'ws'],
      [SWAP_DATA_ACCOUNT, 'w'],
      ...events.flatMap(
        ({ account, sender }) =>
          [
            [account, 'w'],
            [sender, 'w'],
          ] as const,
      ),
    ],
    hexToBytes(CLOSE_EVENTS),
  );

/** Sends all swapped lamports to `authority`. */
export const fetchSwapped = (authority: string): Instruction =>
  instruction(
    SWAP_ENDPOINT_PROGRAM,
    [
      [VAULT_DATA_ACCOUNT, ''],
      [NATIVE_VAULT, 'w'],
      [authority, 'ws'],
      [SYSTEM_PROGRAM, ''],
    ],
    concatBytes(
      hexToBytes(FETCH_NATIVE),
      Uint8Array.of(findProgramAddress(SWAP_ENDPOINT_PROGRAM, [utf8ToBytes('swap_endpoint_native_vault')]).bump),
    ),
  );
