/** Converts Cosmos addresses to account bytes and back; the prefixes of both networks name the same account. */
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { bech32 } from '@scure/base';
import type { Chain } from '../../chains/chain.ts';

/** Account bytes in hex: 20 bytes for keys, 32 for contracts. */
export type AccountId = string;

export type AccountNames = {
  /** The address in the sandbox's prefix. */
  address(account: AccountId): string;
  /** Undefined when it is not an address of this chain. */
  account(address: string): AccountId | undefined;
  /** All spellings of an account: with the sandbox's prefix, then with mainnet's. */
  spellings(account: AccountId): string[];
};

export const accountOfKey = (publicKey: Uint8Array): AccountId => bytesToHex(ripemd160(sha256(publicKey)));

/** The account of a chain's module. Source: cosmos-sdk types/address/hash.go. */
export const moduleAccount = (name: string): AccountId => bytesToHex(sha256(utf8ToBytes(name)).slice(0, 20));

/** @throws {Error} for a chain without bech32 prefixes. */
export function accountNames({ id, sandbox, mainnet }: Chain): AccountNames {
  const [own, main] = [sandbox.bech32Prefix, mainnet.bech32Prefix];
  if (!own || !main) throw new Error(`${id} is not a Cosmos chain`);
  const encode = (prefix: string, account: AccountId) => bech32.encode(prefix, bech32.toWords(hexToBytes(account)));
  return {
    address: (account) => encode(own, account),
    account(address) {
      const decoded = bech32.decodeUnsafe(address, 90);
      if (!decoded || (decoded.prefix !== own && decoded.prefix !== main)) return undefined;
      const bytes = bech32.fromWordsUnsafe(decoded.words);
      return bytes && (bytes.length === 20 || bytes.length === 32) ? bytesToHex(bytes) : undefined;
    },
    spellings: (account) => [...new Set([own, main])].map((prefix) => encode(prefix, account)),
  };
}
