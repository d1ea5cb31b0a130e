/**
 * Converts output scripts of the Bitcoin family: their kind, their sandbox address, and the script of an address of
 * either network.
 */
import { decodeCashAddress, encodeCashAddress } from '@bitauth/libauth';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import type { Chain, UtxoNetwork } from '../../chains/chain.ts';
import { concat, sameBytes } from './bytes.ts';

const base58check = createBase58check(sha256);

const CASH_PREFIXES = ['bitcoincash', 'bchtest', 'bchreg'] as const;

export const hash160 = (data: Uint8Array): Uint8Array => ripemd160(sha256(data));

/** Names as Esplora prints them in `scriptpubkey_type`. */
export type ScriptKind =
  | { type: 'p2pkh' | 'p2sh' | 'v0_p2wpkh' | 'v0_p2wsh' | 'v1_p2tr'; payload: Uint8Array }
  | { type: 'op_return' | 'unknown' };

const OP = { RETURN: 0x6a, DUP: 0x76, EQUAL: 0x87, EQUALVERIFY: 0x88, HASH160: 0xa9, CHECKSIG: 0xac } as const;

export const p2pkhScript = (hash: Uint8Array): Uint8Array =>
  concat(Uint8Array.of(OP.DUP, OP.HASH160, 20), hash, Uint8Array.of(OP.EQUALVERIFY, OP.CHECKSIG));
export const p2shScript = (hash: Uint8Array): Uint8Array =>
  concat(Uint8Array.of(OP.HASH160, 20), hash, Uint8Array.of(OP.EQUAL));
export const witnessScript = (version: number, program: Uint8Array): Uint8Array =>
  concat(Uint8Array.of(version === 0 ? 0 : 0x50 + version, program.length), program);

/** Pushes `data` of 2 to 255 bytes with the shortest opcode. */
export const push = (data: Uint8Array): Uint8Array =>
  data.length <= 75 ? concat(Uint8Array.of(data.length), data) : concat(Uint8Array.of(0x4c, data.length), data);

export const opReturnScript = (data: Uint8Array): Uint8Array => concat(Uint8Array.of(OP.RETURN), push(data));

export function scriptKind(script: Uint8Array): ScriptKind {
  const body = (from: number, length: number) => script.slice(from, from + length);
  if (script[0] === OP.RETURN) return { type: 'op_return' };
  if (script.length === 25 && sameBytes(script, p2pkhScript(body(3, 20))))
    return { type: 'p2pkh', payload: body(3, 20) };
  if (script.length === 23 && sameBytes(script, p2shScript(body(2, 20)))) return { type: 'p2sh', payload: body(2, 20) };
  if (script.length === 22 && script[0] === 0 && script[1] === 20) return { type: 'v0_p2wpkh', payload: body(2, 20) };
  if (script.length === 34 && script[0] === 0 && script[1] === 32) return { type: 'v0_p2wsh', payload: body(2, 32) };
  if (script.length === 34 && script[0] === 0x51 && script[1] === 32) return { type: 'v1_p2tr', payload: body(2, 32) };
  return { type: 'unknown' };
}

/** The pushes of a script that only pushes; undefined for any other. */
export function pushesOf(script: Uint8Array): Uint8Array[] | undefined {
  const out: Uint8Array[] = [];
  let at = 0;
  while (at < script.length) {
    const opcode = script[at] ?? 0;
    at += 1;
    let length = opcode;
    if (opcode === 0x4c || opcode === 0x4d) {
      const width = opcode - 0x4b;
      if (at + width > script.length) return undefined;
      length = width === 1 ? (script[at] ?? 0) : (script[at] ?? 0) | ((script[at + 1] ?? 0) << 8);
      at += width;
    } else if (opcode > 0x4d) return undefined;
    if (at + length > script.length) return undefined;
    out.push(script.slice(at, at + length));
    at += length;
  }
  return out;
}

/** The payload of an OP_RETURN output: its pushes, concatenated. Undefined for every other script. */
export function opReturnData(script: Uint8Array): Uint8Array | undefined {
  if (script[0] !== OP.RETURN) return undefined;
  const pushes = pushesOf(script.slice(1));
  return pushes && concat(...pushes);
}

/**
 * The address of a script on `network`; undefined if the script has none. CashAddr has no prefix here, as THORNode
 * writes and accepts it; its checksum covers the prefix all the same.
 */
export function addressOfScript(script: Uint8Array, network: UtxoNetwork): string | undefined {
  const kind = scriptKind(script);
  if (!('payload' in kind)) return undefined;
  const { type, payload } = kind;
  if (type === 'p2pkh' || type === 'p2sh') {
    const prefix = CASH_PREFIXES.find((each) => each === network.cashAddrPrefix);
    if (prefix) return encodeCashAddress({ payload, prefix, type }).address.slice(prefix.length + 1);
    const version = type === 'p2pkh' ? network.pubKeyHash : network.scriptHash;
    return base58check.encode(concat(Uint8Array.from(version), payload));
  }
  if (!network.bech32) return undefined;
  return type === 'v1_p2tr'
    ? bech32m.encode(network.bech32, [1, ...bech32m.toWords(payload)])
    : bech32.encode(network.bech32, [0, ...bech32.toWords(payload)]);
}

function fromBech32(address: string, network: UtxoNetwork): Uint8Array | undefined {
  const prefix = network.bech32;
  if (!prefix || !address.toLowerCase().startsWith(`${prefix}1`)) return undefined;
  for (const [coder, version, lengths] of [
    [bech32, 0, [20, 32]],
    [bech32m, 1, [32]],
  ] as const) {
    const decoded = coder.decodeUnsafe(address, 90);
    if (decoded?.prefix !== prefix || decoded.words[0] !== version) continue;
    const program = coder.fromWordsUnsafe(decoded.words.slice(1));
    if (program && lengths.some((length) => length === program.length)) return witnessScript(version, program);
  }
  return undefined;
}

function fromCashAddress(address: string, prefix: string): Uint8Array | undefined {
  const decoded = decodeCashAddress(address.includes(':') ? address : `${prefix}:${address}`);
  if (typeof decoded === 'string' || decoded.prefix !== prefix || decoded.payload.length !== 20) return undefined;
  if (decoded.type === 'p2pkh') return p2pkhScript(decoded.payload);
  return decoded.type === 'p2sh' ? p2shScript(decoded.payload) : undefined;
}

function fromBase58(address: string, network: UtxoNetwork): Uint8Array | undefined {
  let bytes: Uint8Array;
  try {
    bytes = base58check.decode(address);
  } catch {
    return undefined;
  }
  const starts = (version: readonly number[]) =>
    bytes.length === version.length + 20 && version.every((byte, index) => bytes[index] === byte);
  if (starts(network.pubKeyHash)) return p2pkhScript(bytes.slice(network.pubKeyHash.length));
  return starts(network.scriptHash) ? p2shScript(bytes.slice(network.scriptHash.length)) : undefined;
}

/** The script of an address of the sandbox's network or of mainnet; undefined for any other text. */
export function scriptOfAddress(address: string, chain: Chain): Uint8Array | undefined {
  for (const { utxo } of [chain.sandbox, chain.mainnet]) {
    if (!utxo) continue;
    const script = utxo.cashAddrPrefix
      ? fromCashAddress(address, utxo.cashAddrPrefix)
      : (fromBech32(address, utxo) ?? fromBase58(address, utxo));
    if (script) return script;
  }
  return undefined;
}
