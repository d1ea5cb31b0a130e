/**
 * Reads the message by whose signature a Garden order is paid (EIP-712 `Initiate`), in exactly the known shape: with
 * a field or a type more or less it is not read, because then more would be signed than is shown.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { checksumAddress } from '../../domain/asset.ts';
import { type Hex, hex } from '../evm/hex.ts';
import { DOMAIN_FIELDS, typedDigest } from '../evm/typed-domain.ts';
import type { InitiateTerms } from './htlc-call.ts';

/**
 * In the form of `meta.typedData` in the interface specification: every value a string, hex or decimal as it was
 * received.
 */
export type GardenTypedData = {
  domain: { name: string; version: string; chainId: string; verifyingContract: string };
  message: { redeemer: string; timelock: string; amount: string; secretHash: string };
  primaryType: 'Initiate';
  types: { EIP712Domain: { name: string; type: string }[]; Initiate: { name: string; type: string }[] };
};

export type ReadTypedData = InitiateTerms & {
  name: string;
  version: string;
  chainId: bigint;
  /** EIP-55: the contract that takes the money. */
  verifyingContract: string;
  typedData: GardenTypedData;
};

export const INITIATE_TYPE = 'Initiate(address redeemer,uint256 timelock,uint256 amount,bytes32 secretHash)';
/** 0xde5278e8c85ac4e57ea69f40f594c328916a0c846a6bbd82592e91cff5eee136 */
export const INITIATE_TYPE_HASH = `0x${bytesToHex(keccak_256(utf8ToBytes(INITIATE_TYPE)))}`;

/** In their order: the hash of a type depends on it. */
export const INITIATE_FIELDS = {
  EIP712Domain: DOMAIN_FIELDS,
  Initiate: [
    { name: 'redeemer', type: 'address' },
    { name: 'timelock', type: 'uint256' },
    { name: 'amount', type: 'uint256' },
    { name: 'secretHash', type: 'bytes32' },
  ],
} as const;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same keys, no more and no fewer, each a string. */
function strings<K extends string>(value: unknown, keys: readonly K[]): Record<K, string> | undefined {
  if (!isObject(value) || Object.keys(value).length !== keys.length) return undefined;
  return keys.every((key) => Object.hasOwn(value, key) && typeof value[key] === 'string')
    ? (value as Record<K, string>)
    : undefined;
}

/** Garden writes the chain id as hex; some of its answers have a number, which means the same. */
function withTextChainId(domain: unknown): unknown {
  if (!isObject(domain) || typeof domain.chainId !== 'number' || !Number.isSafeInteger(domain.chainId)) return domain;
  return { ...domain, chainId: String(domain.chainId) };
}

/** The fields in their order: the hash of the type depends on it. */
function hasFields(value: unknown, fields: readonly { name: string; type: string }[]): boolean {
  if (!Array.isArray(value) || value.length !== fields.length) return false;
  return fields.every((field, index) => {
    const given = strings(value[index], ['name', 'type']);
    return given !== undefined && given.name === field.name && given.type === field.type;
  });
}

const UINT256 = 1n << 256n;
function uintOf(text: string): bigint | undefined {
  if (!/^(0x[0-9a-f]{1,64}|\d{1,78})$/i.test(text)) return undefined;
  const value = BigInt(text.toLowerCase());
  return value < UINT256 ? value : undefined;
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;

/**
 * @param json `typed_data` of a created order, or `meta.typedData`. Undefined for every other shape: a further field
 * (`destinationData`), a further type, another primary type.
 */
export function readTypedData(json: unknown): ReadTypedData | undefined {
  if (!isObject(json) || Object.keys(json).length !== 4 || json.primaryType !== 'Initiate') return undefined;
  const { types } = json;
  if (!isObject(types) || Object.keys(types).length !== 2) return undefined;
  if (
    !hasFields(types.EIP712Domain, INITIATE_FIELDS.EIP712Domain) ||
    !hasFields(types.Initiate, INITIATE_FIELDS.Initiate)
  )
    return undefined;
  const domain = strings(withTextChainId(json.domain), ['name', 'version', 'chainId', 'verifyingContract']);
  const message = strings(json.message, ['redeemer', 'timelock', 'amount', 'secretHash']);
  if (!domain || !message) return undefined;
  const [chainId, timelock, amount] = [domain.chainId, message.timelock, message.amount].map(uintOf);
  if (chainId === undefined || timelock === undefined || amount === undefined) return undefined;
  if (!ADDRESS.test(domain.verifyingContract) || !ADDRESS.test(message.redeemer)) return undefined;
  if (!/^0x[0-9a-f]{64}$/i.test(message.secretHash)) return undefined;
  return {
    name: domain.name,
    version: domain.version,
    chainId,
    verifyingContract: checksumAddress(domain.verifyingContract),
    redeemer: checksumAddress(message.redeemer),
    timelock,
    amount,
    secretHash: message.secretHash.toLowerCase(),
    typedData: {
      domain,
      message,
      primaryType: 'Initiate',
      types: { EIP712Domain: [...INITIATE_FIELDS.EIP712Domain], Initiate: [...INITIATE_FIELDS.Initiate] },
    },
  };
}

/** The signed digest, 32 bytes as 0x and hex. Source: EIP-712. */
export const typedDataDigest = (read: Omit<ReadTypedData, 'typedData'>): Hex =>
  typedDigest(read, INITIATE_TYPE, [read.redeemer, read.timelock, read.amount, read.secretHash]);

/** In the wallets' form: numbers as numbers, so that all of them are hashed. */
export function signableOf({ typedData, chainId, verifyingContract, ...terms }: ReadTypedData) {
  const { redeemer, timelock, amount, secretHash } = terms;
  const { name, version } = typedData.domain;
  return {
    domain: { name, version, chainId, verifyingContract: hex(verifyingContract) },
    types: INITIATE_FIELDS,
    primaryType: 'Initiate' as const,
    message: { redeemer: hex(redeemer), timelock, amount, secretHash: hex(secretHash) },
  };
}
