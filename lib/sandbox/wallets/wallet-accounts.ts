/**
 * Derives the accounts of the sandbox's wallets: one for all EVM chains and one for each other chain, constant for the
 * life of a world.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { secretFromSeed, getPublicKey as sr25519PublicKey } from '@scure/sr25519';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { chainOf } from '../../chains/chains.ts';
import { encodeSs58 } from '../../chains/ss58.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { accountNames, accountOfKey } from '../cosmos/bech32-accounts.ts';
import { rulesOf } from '../utxo/chain-rules.ts';
import { addressOfScript } from '../utxo/scripts.ts';
import { type KeyScript, publicKeyOf, scriptOfKey } from '../utxo/signer.ts';

const keyOf = (seed: Uint8Array, name: string): Uint8Array => sha256(utf8ToBytes(`${bytesToHex(seed)}|${name}`));

export const evmAccount = (seed: Uint8Array): PrivateKeyAccount =>
  privateKeyToAccount(`0x${bytesToHex(keyOf(seed, 'evm'))}`);

export type UtxoAccount = {
  privateKey: Uint8Array;
  publicKey: Uint8Array;
  /** P2WPKH if the chain has it, else P2PKH. */
  script: Uint8Array;
  /** In the sandbox's form. */
  address: string;
};

/** @throws {Error} for chains outside the Bitcoin family. */
export function utxoAccount(seed: Uint8Array, chain: ChainId): UtxoAccount {
  const privateKey = keyOf(seed, chain);
  const kind: KeyScript = rulesOf(chain).segwit ? 'p2wpkh' : 'p2pkh';
  const script = scriptOfKey(privateKey, kind);
  const { utxo } = chainOf(chain).sandbox;
  const address = utxo && addressOfScript(script, utxo);
  if (!address) throw new Error(`${chain} has no addresses of its own`);
  return { privateKey, publicKey: publicKeyOf(privateKey), script, address };
}

export type CosmosAccount = { privateKey: Uint8Array; publicKey: Uint8Array; accountHex: string; address: string };

/** @throws {Error} for chains that are not Cosmos chains. */
export function cosmosAccount(seed: Uint8Array, chain: ChainId): CosmosAccount {
  const privateKey = keyOf(seed, chain);
  const publicKey = secp256k1.getPublicKey(privateKey, true);
  const accountHex = accountOfKey(publicKey);
  return { privateKey, publicKey, accountHex, address: accountNames(chainOf(chain)).address(accountHex) };
}

/** `privateKey` is the 32 bytes that Solana calls a key pair's seed. */
export type SolanaAccount = { privateKey: Uint8Array; publicKey: Uint8Array; address: string };

export function solanaAccount(seed: Uint8Array): SolanaAccount {
  const privateKey = keyOf(seed, 'SOL');
  const publicKey = ed25519.getPublicKey(privateKey);
  return { privateKey, publicKey, address: base58.encode(publicKey) };
}

/** `secretKey` is sr25519's 64 bytes. */
export type DotAccount = { secretKey: Uint8Array; publicKey: Uint8Array; address: string };

/** @throws {Error} if the sandbox's Polkadot has no address prefix. */
export function dotAccount(seed: Uint8Array): DotAccount {
  const secretKey = secretFromSeed(keyOf(seed, 'DOT'));
  const publicKey = sr25519PublicKey(secretKey);
  const { ss58Prefix } = chainOf('DOT').sandbox;
  if (ss58Prefix === undefined) throw new Error('DOT has no addresses of its own');
  return { secretKey, publicKey, address: encodeSs58(publicKey, ss58Prefix) };
}

/** The wallet's address on a chain with a ledger. @throws {Error} for other chains. */
export function walletAddress(seed: Uint8Array, chain: ChainId): string {
  const { kind } = chainOf(chain);
  if (kind === 'evm') return evmAccount(seed).address;
  if (kind === 'utxo') return utxoAccount(seed, chain).address;
  if (kind === 'cosmos') return cosmosAccount(seed, chain).address;
  if (kind === 'solana') return solanaAccount(seed).address;
  if (chain === 'DOT') return dotAccount(seed).address;
  throw new Error(`the sandbox's wallet has no account on ${chain}`);
}
