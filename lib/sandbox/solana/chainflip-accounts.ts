/**
 * Defines Chainflip's programs and accounts on Solana as on mainnet, except for the deposit channels, whose program is
 * the sandbox's own.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { findProgramAddress, keyBytes, tokenAccountOf, u64Bytes } from './addresses.ts';

/**
 * The other addresses are derived from these three. Source: chainflip-backend
 * state-chain/node/src/chain_spec/berghain.rs.
 */
export const SWAP_ENDPOINT_PROGRAM = 'J88B7gmadHzTNGiy54c9Ms8BsEXNdB2fntFyhKpk3qoT';
export const VAULT_PROGRAM = 'AusZPVXPoUM8QJJ2SL4KwvRGCQ22cDg6Y4rg7EvFrxi7';
/** The owner of the vault's token accounts. */
export const TOKEN_VAULT_OWNER = '4ZhKJgotJ2tmpYs9Y2NkgJzS7Ac5sghrU4a6cyTLEe7U';

export const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
export const USDT_MINT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
/** The local chain's tokens for Chainflip; both have 6 decimals. */
export const TOKEN_MINTS = [USDC_MINT, USDT_MINT] as const;
export const TOKEN_DECIMALS = 6;

export const VAULT_DATA_ACCOUNT = findProgramAddress(VAULT_PROGRAM, [utf8ToBytes('data')]).address;
export const SWAP_DATA_ACCOUNT = findProgramAddress(SWAP_ENDPOINT_PROGRAM, [utf8ToBytes('data')]).address;
export const NATIVE_VAULT = findProgramAddress(SWAP_ENDPOINT_PROGRAM, [
  utf8ToBytes('swap_endpoint_native_vault'),
]).address;

/** Its key is unknown to everyone, so no program can be deployed there on a public network. */
export const CHANNEL_PROGRAM = base58.encode(sha256(utf8ToBytes('Portage sandbox: deposit channels')));
export const CHANNEL_DATA_ACCOUNT = findProgramAddress(CHANNEL_PROGRAM, [utf8ToBytes('data')]).address;

export const tokenVaultOf = (mint: string): string => tokenAccountOf(TOKEN_VAULT_OWNER, mint);

/** The account that states that the vault accepts a token, and its least amount. */
export const supportedTokenAccount = (mint: string): string =>
  findProgramAddress(VAULT_PROGRAM, [utf8ToBytes('supported_token'), keyBytes(mint)]).address;

/** @param seed at most 32 bytes, chosen by the swapper. */
export const swapEventAccount = (from: string, seed: Uint8Array): string =>
  findProgramAddress(SWAP_ENDPOINT_PROGRAM, [utf8ToBytes('swap_event'), keyBytes(from), seed]).address;

export const depositChannel = (number: bigint): { address: string; bump: number } =>
  findProgramAddress(CHANNEL_PROGRAM, [utf8ToBytes('channel'), u64Bytes(number)]);
