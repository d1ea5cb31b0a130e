/**
 * Creates the initial accounts of the local Solana: tokens, the purse that makes every gift, Chainflip's accounts and
 * Jupiter's.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { findProgramAddress, keyBytes, SYSTEM_PROGRAM, TOKEN_PROGRAM, u64Bytes } from './addresses.ts';
import {
  CHANNEL_DATA_ACCOUNT,
  CHANNEL_PROGRAM,
  NATIVE_VAULT,
  SWAP_DATA_ACCOUNT,
  SWAP_ENDPOINT_PROGRAM,
  supportedTokenAccount,
  TOKEN_MINTS,
  TOKEN_VAULT_OWNER,
  tokenVaultOf,
  VAULT_DATA_ACCOUNT,
  VAULT_PROGRAM,
} from './chainflip-accounts.ts';
import { putJupiter } from './jupiter-genesis.ts';
import { depositChannelElf, swapEndpointElf } from './programs.ts';
import { tokenAccountData } from './token-data.ts';
import type { VirtualMachine } from './virtual-machine.ts';

/** About as many coins as exist on Solana. */
const PURSE_LAMPORTS = 500_000_000n * 1_000_000_000n;

/**
 * The least amounts that the swap program accepts: 0.001 SOL, 0.1 of a token. The network's own minimums are higher.
 */
export const LEAST_LAMPORTS = 1_000_000n;
export const LEAST_TOKEN_UNITS = 100_000n;
/** The most swaps whose event accounts the program keeps open. */
export const MOST_OPEN_EVENTS = 200;
const LONGEST_ADDRESS = 128;
const LONGEST_MESSAGE = 10_000;
const LONGEST_PARAMETERS = 1_000;

const discriminator = (name: string): Uint8Array => sha256(utf8ToBytes(`account:${name}`)).slice(0, 8);
const u16 = (value: number): Uint8Array => u64Bytes(BigInt(value)).slice(0, 2);
const u32 = (value: number): Uint8Array => u64Bytes(BigInt(value)).slice(0, 4);
const zeros = (length: number): Uint8Array => new Uint8Array(length);

/** The Anchor layout of the vault's `DataAccount`. Source: chainflip-backend contract-interfaces/sol-program-idls. */
const vaultData = (authority: string): Uint8Array =>
  concatBytes(
    discriminator('DataAccount'),
    keyBytes(authority),
    keyBytes(authority),
    keyBytes(TOKEN_VAULT_OWNER),
    Uint8Array.of(255),
    zeros(32),
    Uint8Array.of(255),
    // Nothing is suspended: neither everything, nor legacy swaps, nor swaps with event accounts.
    zeros(3),
    u64Bytes(LEAST_LAMPORTS),
    u16(LONGEST_ADDRESS),
    u32(LONGEST_MESSAGE),
    u32(LONGEST_PARAMETERS),
    u32(MOST_OPEN_EVENTS),
  );

const supportedToken = (mint: string): Uint8Array =>
  concatBytes(discriminator('SupportedToken'), keyBytes(mint), u64Bytes(LEAST_TOKEN_UNITS));

/** The total number of swaps (u128), and the open event accounts, with room for all of them. */
const swapData = (): Uint8Array =>
  concatBytes(discriminator('SwapEndpointDataAccount'), zeros(16), u32(0), zeros(32 * MOST_OPEN_EVENTS));

/** The account that may fetch from deposit channels, and this account's own bump. */
const channelData = (authority: string): Uint8Array =>
  concatBytes(keyBytes(authority), Uint8Array.of(findProgramAddress(CHANNEL_PROGRAM, [utf8ToBytes('data')]).bump));

/**
 * @param purse mints all tokens and holds all coins.
 * @param authority the key of Chainflip's vault.
 */
export function putGenesis(machine: VirtualMachine, purse: string, authority: string): void {
  const put = (address: string, owner: string, data: Uint8Array): void =>
    machine.put(address, { lamports: machine.rentExempt(data.length), owner, executable: false, data });
  machine.put(purse, { lamports: PURSE_LAMPORTS, owner: SYSTEM_PROGRAM, executable: false, data: zeros(0) });
  machine.addProgram(SWAP_ENDPOINT_PROGRAM, swapEndpointElf);
  machine.addProgram(CHANNEL_PROGRAM, depositChannelElf);
  put(VAULT_DATA_ACCOUNT, VAULT_PROGRAM, vaultData(authority));
  put(SWAP_DATA_ACCOUNT, SWAP_ENDPOINT_PROGRAM, swapData());
  put(CHANNEL_DATA_ACCOUNT, CHANNEL_PROGRAM, channelData(authority));
  put(NATIVE_VAULT, SYSTEM_PROGRAM, zeros(0));
  for (const mint of TOKEN_MINTS) {
    put(supportedTokenAccount(mint), VAULT_PROGRAM, supportedToken(mint));
    put(
      tokenVaultOf(mint),
      TOKEN_PROGRAM,
      tokenAccountData({ mint, owner: TOKEN_VAULT_OWNER, program: TOKEN_PROGRAM, amount: 0n }),
    );
  }
  putJupiter(machine, purse);
}
