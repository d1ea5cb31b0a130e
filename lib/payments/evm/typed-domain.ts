/** Hashes EIP-712 data whose domain has a name, a version, a chain id and a contract, small enough for the browser. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Hex } from './hex.ts';

const DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';

/** In their order: the hash of the type depends on it. */
export const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const;

export type TypedDomain = { name: string; version: string; chainId: bigint; verifyingContract: string };

const hashOf = (text: string): Uint8Array => keccak_256(utf8ToBytes(text));

/** 32 bytes. @param value a number, or an address or bytes32 as 0x and hex. */
const word = (value: bigint | string): Uint8Array => hexToBytes(BigInt(value).toString(16).padStart(64, '0'));

/** 32 bytes as 0x and hex: what a contract's `DOMAIN_SEPARATOR()` answers. Source: EIP-712. */
export const domainSeparator = ({ name, version, chainId, verifyingContract }: TypedDomain): Hex =>
  `0x${bytesToHex(
    keccak_256(concatBytes(hashOf(DOMAIN_TYPE), hashOf(name), hashOf(version), word(chainId), word(verifyingContract))),
  )}`;

/**
 * The signed digest, 32 bytes as 0x and hex. @param type as EIP-712 encodes it. @param values of that type in their
 * order, none of them dynamic.
 */
export const typedDigest = (domain: TypedDomain, type: string, values: readonly (bigint | string)[]): Hex =>
  `0x${bytesToHex(
    keccak_256(
      concatBytes(
        Uint8Array.of(0x19, 0x01),
        word(domainSeparator(domain)),
        keccak_256(concatBytes(hashOf(type), ...values.map(word))),
      ),
    ),
  )}`;
