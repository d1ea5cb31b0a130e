/** Parses an address strictly by the rules of one chain on one of its networks. */
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import { checksumAddress } from '../domain/asset.ts';
import { decodeCashAddr, encodeCashAddr } from './cashaddr.ts';
import type { Chain, ChainNetwork, UtxoNetwork } from './chain.ts';
import { decodeSs58 } from './ss58.ts';

/** `warning` is a sentence for people, set where a payment is possible but rarely right. */
export type ReadAddress = { canonical: string; warning?: string };

const base58check = createBase58check(sha256);

/** No chain has longer addresses, and decoding base58 takes quadratic time. */
const MAX_ADDRESS_LENGTH = 128;
const EVM_ADDRESS = /^0[xX][0-9a-fA-F]{40}$/;
const HASH_BYTES = 20;
const CONTRACT_BYTES = 32;
const RADIX_ADDRESS_BYTES = 30;
/** Radix entity types of accounts: preallocated (secp256k1, ed25519) and created on ledger. */
const RADIX_ACCOUNT_TYPES = [0xd1, 0x51, 0xc1];

/** Decodes the hash of a base58check address with one of the given versions; undefined for any other text. */
export function base58Hash(address: string, version: readonly number[]): Uint8Array | undefined {
  if (address.length > MAX_ADDRESS_LENGTH) return undefined;
  try {
    const bytes = base58check.decode(address);
    const matches = version.every((byte, i) => bytes[i] === byte);
    return matches && bytes.length === version.length + HASH_BYTES ? bytes.slice(version.length) : undefined;
  } catch {
    return undefined;
  }
}

/** Encodes a hash as a base58check address. */
export const encodeBase58 = (version: readonly number[], hash: Uint8Array): string =>
  base58check.encode(Uint8Array.from([...version, ...hash]));

/** Decodes the prefix and payload of a bech32 or bech32m text with a valid checksum. */
export function readBech32(
  text: string,
  kind: 'bech32' | 'bech32m',
): { prefix: string; bytes: Uint8Array } | undefined {
  if (text.length > MAX_ADDRESS_LENGTH) return undefined;
  const coder = kind === 'bech32' ? bech32 : bech32m;
  const decoded = coder.decodeUnsafe(text, MAX_ADDRESS_LENGTH) || undefined;
  const bytes = decoded && (coder.fromWordsUnsafe(decoded.words) || undefined);
  return decoded && bytes && { prefix: decoded.prefix, bytes: Uint8Array.from(bytes) };
}

/** Parses a segwit address by BIP-173 (version 0) or BIP-350 (version 1). */
function readSegwit(address: string, prefix: string, maxVersion: number): ReadAddress | undefined {
  const v0 = bech32.decodeUnsafe(address) || undefined;
  const decoded = v0?.words[0] === 0 ? v0 : bech32m.decodeUnsafe(address) || undefined;
  const version = decoded?.words[0];
  if (decoded === undefined || version === undefined || decoded.prefix !== prefix) return undefined;
  if (version > maxVersion || (version === 0) !== (decoded === v0)) return undefined;
  const program = bech32.fromWordsUnsafe(decoded.words.slice(1)) || undefined;
  const lengths = version === 0 ? [20, 32] : [32];
  return program && lengths.includes(program.length) ? { canonical: address.toLowerCase() } : undefined;
}

function readUtxo(address: string, utxo: UtxoNetwork): ReadAddress | undefined {
  if (utxo.cashAddrPrefix !== undefined) {
    const decoded = decodeCashAddr(address, utxo.cashAddrPrefix);
    // Neither is paid to: types 2 and 3 may carry tokens, and the vaults' libraries do not know 32-byte hashes.
    if (decoded === undefined || decoded.type > 1 || decoded.hash.length !== HASH_BYTES) return undefined;
    return { canonical: encodeCashAddr(decoded) };
  }
  if (base58Hash(address, utxo.pubKeyHash) ?? base58Hash(address, utxo.scriptHash)) return { canonical: address };
  return utxo.bech32 === undefined ? undefined : readSegwit(address, utxo.bech32, utxo.maxWitnessVersion ?? 0);
}

/** Parses an EVM address by EIP-55: mixed case must match the checksum; a single case has no checksum. */
function readEvm(address: string): ReadAddress | undefined {
  if (!EVM_ADDRESS.test(address)) return undefined;
  const digits = address.slice(2);
  const canonical = checksumAddress(`0x${digits}`);
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!oneCase && canonical !== `0x${digits}`) return undefined;
  return { canonical };
}

function readCosmos(address: string, prefix: string | undefined): ReadAddress | undefined {
  const decoded = readBech32(address, 'bech32');
  if (decoded === undefined || decoded.prefix !== prefix) return undefined;
  const canonical = address.toLowerCase();
  if (decoded.bytes.length === HASH_BYTES) return { canonical };
  if (decoded.bytes.length !== CONTRACT_BYTES) return undefined;
  return { canonical, warning: 'This is the address of a contract, which may not be able to use what it receives.' };
}

function readSolana(address: string): ReadAddress | undefined {
  if (address.length > 44) return undefined;
  try {
    return base58.decode(address).length === 32 ? { canonical: address } : undefined;
  } catch {
    return undefined;
  }
}

function readSubstrate(address: string, prefix: number | undefined): ReadAddress | undefined {
  return decodeSs58(address)?.prefix === prefix ? { canonical: address } : undefined;
}

function readRadix(address: string, prefix: string | undefined): ReadAddress | undefined {
  const decoded = readBech32(address, 'bech32m');
  if (decoded === undefined || decoded.prefix !== prefix || decoded.bytes.length !== RADIX_ADDRESS_BYTES)
    return undefined;
  return RADIX_ACCOUNT_TYPES.includes(decoded.bytes[0] ?? 0) ? { canonical: address.toLowerCase() } : undefined;
}

/**
 * The address in its canonical spelling; undefined when it is not an address of this chain on that network. Never
 * throws.
 */
export function readAddress(chain: Chain, network: ChainNetwork, address: string): ReadAddress | undefined {
  if (address.length === 0 || address.length > MAX_ADDRESS_LENGTH) return undefined;
  switch (chain.kind) {
    case 'evm':
      return readEvm(address);
    case 'utxo':
      return network.utxo && readUtxo(address, network.utxo);
    case 'cosmos':
      return readCosmos(address, network.bech32Prefix);
    case 'solana':
      return readSolana(address);
    case 'substrate':
      return readSubstrate(address, network.ss58Prefix);
    case 'radix':
      return readRadix(address, network.bech32Prefix);
    case 'none':
      return undefined;
  }
}
