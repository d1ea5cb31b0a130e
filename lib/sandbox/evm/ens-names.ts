/** Puts ENS on the local Ethereum: the registry at its public address, and a few names with their addresses. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { getAddress, type Hex } from 'viem';
import { labelhash, namehash } from 'viem/ens';
import type { ChainId } from '../../domain/chain-id.ts';
import { ensRegistrarArtifact, ensRegistryArtifact, ensResolverArtifact, slotOf } from './artifacts.ts';
import { mappingSlot, word } from './storage.ts';

/** Source: docs.ens.domains/learn/deployments. */
export const ENS_REGISTRY = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';
export const ENS_REGISTRAR = '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85';

const hashOf = (name: string): Uint8Array => keccak_256(utf8ToBytes(`portage sandbox ens ${name}`));
/** An address unused on public chains: resolvers change there, so no particular one may be relied on. */
export const ENS_RESOLVER = getAddress(`0x${bytesToHex(hashOf('resolver')).slice(-40)}`);

const evmChain = (id: number): bigint => 0x8000_0000n | BigInt(id);
const p2wpkh = (hash: Uint8Array) => concatBytes(Uint8Array.of(0x00, 0x14), hash);
const p2pkh = (hash: Uint8Array) => concatBytes(Uint8Array.of(0x76, 0xa9, 0x14), hash, Uint8Array.of(0x88, 0xac));
const p2sh = (hash: Uint8Array) => concatBytes(Uint8Array.of(0xa9, 0x14), hash, Uint8Array.of(0x87));

/**
 * All of a name's addresses derive from one 20-byte key without an owner. Source of the encodings: ENSIP-9, ENSIP-11.
 */
function everyRecord(name: string): [coinType: bigint, bytes: Uint8Array][] {
  const [key, account] = [hashOf(name).slice(-20), hashOf(name)];
  const evm = [42161, 43114, 8453, 56].map((id): [bigint, Uint8Array] => [evmChain(id), key]);
  return [
    [0n, p2wpkh(key)],
    [2n, p2wpkh(key)],
    [3n, p2pkh(key)],
    [5n, p2pkh(key)],
    [60n, key],
    [118n, key],
    [133n, p2pkh(key)],
    [145n, p2sh(key)],
    [354n, account],
    [501n, account],
    [931n, key],
    ...evm,
  ];
}

export type EnsEntry = {
  name: string;
  records: [coinType: bigint, bytes: Uint8Array][];
  /** Unix seconds; only names directly below .eth expire. */
  expires?: bigint;
  /** The name has no resolver. */
  silent?: true;
};

const FAR = 4_102_444_800n;
/** Some day in 2023. */
const LONG_AGO = 1_700_000_000n;

/**
 * `portage.eth` has an address on every chain that ENS knows, `ferry.eth` on Ethereum only, `anywhere.eth` one for all
 * EVM chains (ENSIP-19); `sunken.eth` has expired but kept its records; `adrift.eth` resolves to nothing.
 */
export const ENS_NAMES: readonly EnsEntry[] = [
  { name: 'portage.eth', records: everyRecord('portage.eth'), expires: FAR },
  { name: 'landing.portage.eth', records: [[60n, hashOf('landing.portage.eth').slice(-20)]] },
  { name: 'ferry.eth', records: [[60n, hashOf('ferry.eth').slice(-20)]], expires: FAR },
  { name: 'anywhere.eth', records: [[evmChain(0), hashOf('anywhere.eth').slice(-20)]], expires: FAR },
  { name: 'sunken.eth', records: everyRecord('sunken.eth'), expires: LONG_AGO },
  { name: 'adrift.eth', records: [], expires: FAR, silent: true },
];

/** The storage of a byte string, from its slot on. Source: Solidity, "Layout of State Variables", bytes and string. */
function bytesInStorage(slot: Hex, bytes: Uint8Array): [Hex, Hex][] {
  const hex = bytesToHex(bytes);
  if (bytes.length < 32) return [[slot, `0x${hex.padEnd(62, '0')}${(bytes.length * 2).toString(16).padStart(2, '0')}`]];
  const first = BigInt(`0x${bytesToHex(keccak_256(hexToBytes(slot.slice(2))))}`);
  const chunks = hex.match(/.{1,64}/g) ?? [];
  return [
    [slot, word(bytes.length * 2 + 1)],
    ...chunks.map((chunk, index): [Hex, Hex] => [word(first + BigInt(index)), `0x${chunk.padEnd(64, '0')}`]),
  ];
}

const OWNER = word(slotOf(ensRegistryArtifact, 'owner'));
const RESOLVER = word(slotOf(ensRegistryArtifact, 'resolver'));
const RECORDS = word(slotOf(ensResolverArtifact, 'records'));
const EXPIRES = word(slotOf(ensRegistrarArtifact, 'nameExpires'));
const address = (text: string): Hex => word(BigInt(text));

export function ensPlacements(chain: ChainId): { address: Hex; code: Hex; slots: [slot: Hex, value: Hex][] }[] {
  if (chain !== 'ETH') return [];
  const owners = ENS_NAMES.flatMap(({ name, silent }): [Hex, Hex][] => {
    const node = namehash(name);
    const owned: [Hex, Hex] = [mappingSlot(node, OWNER), address(`0x${bytesToHex(hashOf(name)).slice(-40)}`)];
    return silent ? [owned] : [owned, [mappingSlot(node, RESOLVER), address(ENS_RESOLVER)]];
  });
  const records = ENS_NAMES.flatMap(({ name, records: all }) =>
    all.flatMap(([coinType, bytes]) =>
      bytesInStorage(mappingSlot(word(coinType), mappingSlot(namehash(name), RECORDS)), bytes),
    ),
  );
  const expiries = ENS_NAMES.flatMap(({ name, expires }): [Hex, Hex][] =>
    expires === undefined ? [] : [[mappingSlot(labelhash(name.split('.')[0] ?? ''), EXPIRES), word(expires)]],
  );
  return [
    {
      address: ENS_REGISTRY,
      code: ensRegistryArtifact.deployedBytecode,
      slots: [[mappingSlot(namehash('eth'), OWNER), address(ENS_REGISTRAR)], ...owners],
    },
    { address: ENS_RESOLVER, code: ensResolverArtifact.deployedBytecode, slots: records },
    { address: ENS_REGISTRAR, code: ensRegistrarArtifact.deployedBytecode, slots: expiries },
  ];
}
