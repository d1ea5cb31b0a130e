/** Encodes and decodes calls, eras and signatures in SCALE, byte for byte as Asset Hub's runtime does. */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { Bytes, bool, type Codec, compact, createCodec, createDecoder, enhanceCodec, u8, u16, Vector } from 'scale-ts';
import { ASSETS_CALL, BALANCES_CALL, PALLET, UTILITY_CALL } from './asset-hub.ts';

/** The bytes are no extrinsic of this runtime. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** Exactly `length` bytes, as hex without 0x. */
export const fixedHex = (length: number): Codec<string> =>
  enhanceCodec(
    Bytes(length),
    (digits: string) => hexToBytes(digits),
    (bytes) => {
      if (bytes.length !== length) throw new Unreadable(`${length} bytes expected`);
      return bytesToHex(bytes);
    },
  );

/** An account: its 32 bytes as hex. */
export const accountCodec = fixedHex(32);

const U128 = 1n << 128n;
const compactBigint = (limit: bigint): Codec<bigint> =>
  enhanceCodec(
    compact,
    (value: bigint) => value,
    (read) => {
      const value = BigInt(read);
      if (value >= limit) throw new Unreadable('a number that is too large');
      return value;
    },
  );
export const compactU128 = compactBigint(U128);
export const compactU32: Codec<number> = enhanceCodec(
  compactBigint(1n << 32n),
  (value: number) => BigInt(value),
  Number,
);

/** MultiAddress::Id, the only form that Asset Hub's lookup resolves without an index. */
const ID = 0;
export const multiAddress: Codec<string> = createCodec(
  (account) => concatBytes(Uint8Array.of(ID), accountCodec.enc(account)),
  createDecoder((bytes) => {
    if (u8.dec(bytes) !== ID) throw new Unreadable('only addresses by account');
    return accountCodec.dec(bytes);
  }),
);

export type MultiSignature = { scheme: 'ed25519' | 'sr25519'; signature: string };
const SCHEMES = ['ed25519', 'sr25519'] as const;
const signatureHex = fixedHex(64);
export const multiSignature: Codec<MultiSignature> = createCodec(
  ({ scheme, signature }) => concatBytes(Uint8Array.of(SCHEMES.indexOf(scheme)), signatureHex.enc(signature)),
  createDecoder((bytes) => {
    const scheme = SCHEMES[u8.dec(bytes)];
    if (scheme === undefined) throw new Unreadable('only ed25519 and sr25519');
    return { scheme, signature: signatureHex.dec(bytes) };
  }),
);

/** `period` is a power of two from 4 to 65536; `phase` is in quants. Source: polkadot-sdk sp-runtime generic/era.rs. */
export type MortalEra = { period: number; phase: number };
export type Era = 'immortal' | MortalEra;
const quantOf = (period: number): number => Math.max(period >> 12, 1);

/** The era that begins with the block `current`. */
export function mortalEra(period: number, current: number): MortalEra {
  const quant = quantOf(period);
  return { period, phase: Math.floor((current % period) / quant) * quant };
}

/** The number of the block whose hash was signed. */
export const birthOf = (era: MortalEra, current: number): number =>
  Math.floor((Math.max(current, era.phase) - era.phase) / era.period) * era.period + era.phase;

export const eraCodec: Codec<Era> = createCodec(
  (era) => {
    if (era === 'immortal') return Uint8Array.of(0);
    const low = Math.min(15, Math.max(1, Math.log2(era.period) - 1));
    return u16.enc(low | ((era.phase / quantOf(era.period)) << 4));
  },
  createDecoder((bytes) => {
    const first = u8.dec(bytes);
    if (first === 0) return 'immortal';
    const encoded = first | (u8.dec(bytes) << 8);
    const period = 2 << (encoded % 16);
    const phase = (encoded >> 4) * quantOf(period);
    if (period < 4 || phase >= period) throw new Unreadable('an era that cannot be');
    return { period, phase };
  }),
);

/** A call; accounts are hex. */
export type Call =
  | { kind: 'transferAllowDeath' | 'transferKeepAlive'; to: string; amount: bigint }
  | { kind: 'transferAll'; to: string; keepAlive: boolean }
  | { kind: 'assetTransfer' | 'assetTransferKeepAlive'; assetId: number; to: string; amount: bigint }
  | { kind: 'batchAll'; calls: Call[] }
  | { kind: 'asDerivative'; index: number; call: Call };

/** The deepest nesting of calls. */
const DEEPEST = 8;

function encodeCall(call: Call): Uint8Array {
  switch (call.kind) {
    case 'transferAllowDeath':
    case 'transferKeepAlive': {
      const head = Uint8Array.of(PALLET.balances, BALANCES_CALL[call.kind]);
      return concatBytes(head, multiAddress.enc(call.to), compactU128.enc(call.amount));
    }
    case 'transferAll': {
      const head = Uint8Array.of(PALLET.balances, BALANCES_CALL.transferAll);
      return concatBytes(head, multiAddress.enc(call.to), bool.enc(call.keepAlive));
    }
    case 'assetTransfer':
    case 'assetTransferKeepAlive': {
      const head = Uint8Array.of(PALLET.assets, ASSETS_CALL[call.kind]);
      const to = multiAddress.enc(call.to);
      return concatBytes(head, compactU32.enc(call.assetId), to, compactU128.enc(call.amount));
    }
    case 'batchAll':
      return concatBytes(Uint8Array.of(PALLET.utility, UTILITY_CALL.batchAll), Vector(callCodec).enc(call.calls));
    case 'asDerivative': {
      const head = Uint8Array.of(PALLET.utility, UTILITY_CALL.asDerivative);
      return concatBytes(head, u16.enc(call.index), encodeCall(call.call));
    }
  }
}

const named = <K extends string>(table: Readonly<Record<K, number>>, index: number): K | undefined => {
  for (const name in table) if (table[name] === index) return name;
  return undefined;
};

function decodeCall(bytes: Uint8Array, depth: number): Call {
  if (depth > DEEPEST) throw new Unreadable('calls nested too deeply');
  const [pallet, index] = [u8.dec(bytes), u8.dec(bytes)];
  const inner = createDecoder((rest) => decodeCall(rest, depth + 1));
  if (pallet === PALLET.balances) {
    const kind = named(BALANCES_CALL, index);
    if (kind === 'transferAll') return { kind, to: multiAddress.dec(bytes), keepAlive: bool.dec(bytes) };
    if (kind) return { kind, to: multiAddress.dec(bytes), amount: compactU128.dec(bytes) };
  }
  if (pallet === PALLET.assets) {
    const kind = named(ASSETS_CALL, index);
    const assetId = compactU32.dec(bytes);
    if (kind) return { kind, assetId, to: multiAddress.dec(bytes), amount: compactU128.dec(bytes) };
  }
  if (pallet === PALLET.utility) {
    const kind = named(UTILITY_CALL, index);
    if (kind === 'batchAll') return { kind, calls: Vector.dec(inner)(bytes) };
    if (kind === 'asDerivative') return { kind, index: u16.dec(bytes), call: inner(bytes) };
  }
  throw new Unreadable(`no call ${pallet}.${index} here`);
}

/** Decoding throws for a call that the local runtime lacks. */
export const callCodec: Codec<Call> = createCodec(
  encodeCall,
  createDecoder((bytes) => decodeCall(bytes, 0)),
);
