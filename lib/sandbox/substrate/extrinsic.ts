/** Reads signed extrinsics of version 4, rebuilds the signed payload and checks the signature. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import * as sr25519 from '@scure/sr25519';
import { compact, createDecoder, Option, u8, u32 } from 'scale-ts';
import { SPEC_VERSION, TRANSACTION_VERSION } from './asset-hub.ts';
import {
  type Call,
  callCodec,
  compactU32,
  compactU128,
  type Era,
  eraCodec,
  fixedHex,
  type MultiSignature,
  multiAddress,
  multiSignature,
  Unreadable,
} from './codecs.ts';
import { blake2_256 } from './hashing.ts';

/** Signed, version 4. */
const SIGNED_V4 = 0x84;

/**
 * The extrinsic's fields beside its call, in the order of the runtime's extensions that encode any: CheckEra,
 * CheckNonce, ChargeAssetTxPayment, CheckMetadataHash. Source: asset-hub-polkadot/src/lib.rs, TxExtension.
 */
export type Extra = { era: Era; nonce: number; tip: bigint; withMetadataHash: boolean };

export type SignedExtrinsic = {
  signer: string;
  signature: MultiSignature;
  extra: Extra;
  call: Call;
  /** The whole extrinsic with its length prefix; `hash` (`0x…`) covers all of it. */
  bytes: Uint8Array;
  hash: string;
};

/** What the signature covers beyond the extrinsic; hashes are hex. */
export type Implied = { genesis: string; birth: string; specVersion?: number; transactionVersion?: number };

const hash32 = fixedHex(32);

/** Fees in assets other than DOT are not supported: the option is always empty. */
const encodeExtra = ({ era, nonce, tip, withMetadataHash }: Extra): Uint8Array =>
  concatBytes(
    eraCodec.enc(era),
    compactU32.enc(nonce),
    compactU128.enc(tip),
    Uint8Array.of(0),
    Uint8Array.of(withMetadataHash ? 1 : 0),
  );

const decodeExtra = createDecoder((bytes): Extra => {
  const [era, nonce, tip] = [eraCodec.dec(bytes), compactU32.dec(bytes), compactU128.dec(bytes)];
  if (u8.dec(bytes) !== 0) throw new Unreadable('fees are paid in DOT here');
  const mode = u8.dec(bytes);
  if (mode > 1) throw new Unreadable('no such mode');
  return { era, nonce, tip, withMetadataHash: mode === 1 };
});

/** The implied parts in the extensions' order: spec version, transaction version, genesis, era, metadata hash. */
const encodeImplied = ({ genesis, birth, specVersion, transactionVersion }: Implied): Uint8Array =>
  concatBytes(
    u32.enc(specVersion ?? SPEC_VERSION),
    u32.enc(transactionVersion ?? TRANSACTION_VERSION),
    hash32.enc(genesis),
    hash32.enc(birth),
    Option(hash32).enc(undefined),
  );

/** A payload longer than 256 bytes is hashed before it is signed. Source: polkadot-sdk sp-runtime SignedPayload. */
export function signedPayload(call: Call, extra: Extra, implied: Implied): Uint8Array {
  const payload = concatBytes(callCodec.enc(call), encodeExtra(extra), encodeImplied(implied));
  return payload.length > 256 ? blake2_256(payload) : payload;
}

const encode = (extrinsic: Pick<SignedExtrinsic, 'signer' | 'signature' | 'extra' | 'call'>): Uint8Array => {
  const body = concatBytes(
    Uint8Array.of(SIGNED_V4),
    multiAddress.enc(extrinsic.signer),
    multiSignature.enc(extrinsic.signature),
    encodeExtra(extrinsic.extra),
    callCodec.enc(extrinsic.call),
  );
  return concatBytes(compact.enc(body.length), body);
};

export const hashOf = (bytes: Uint8Array): string => `0x${bytesToHex(blake2_256(bytes))}`;

/** Checks that the bytes are an opaque extrinsic: a length and that many bytes. @throws {Unreadable} */
export function checkLength(bytes: Uint8Array): void {
  const declared = createDecoder((from) => ({ body: compact.dec(from) }))(Uint8Array.from(bytes));
  const length = Number(declared.body);
  if (compact.enc(declared.body).length + length !== bytes.length) throw new Unreadable('the length is wrong');
}

const decode = createDecoder((bytes): Omit<SignedExtrinsic, 'bytes' | 'hash'> => {
  compact.dec(bytes);
  if (u8.dec(bytes) !== SIGNED_V4) throw new Unreadable('no signed extrinsic of version 4');
  const [signer, signature] = [multiAddress.dec(bytes), multiSignature.dec(bytes)];
  return { signer, signature, extra: decodeExtra(bytes), call: callCodec.dec(bytes) };
});

/** @throws {Unreadable} for anything but exactly one signed extrinsic of this runtime. */
export function readExtrinsic(wire: Uint8Array): SignedExtrinsic {
  const bytes = Uint8Array.from(wire);
  try {
    const read = decode(bytes);
    // If encoding it again gives other bytes, it contained something that a node would not read.
    if (bytesToHex(encode(read)) !== bytesToHex(bytes)) throw new Unreadable('more than an extrinsic');
    return { ...read, bytes, hash: hashOf(bytes) };
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('it ends too early');
  }
}

/** @param implied with the hash of the era's first block, or the genesis hash for an immortal extrinsic. */
export function isSignedFor({ signer, signature, call, extra }: SignedExtrinsic, implied: Implied): boolean {
  const payload = signedPayload(call, extra, implied);
  const verify = signature.scheme === 'sr25519' ? sr25519.verify : verifyEd25519;
  try {
    return verify(payload, hexToBytes(signature.signature), hexToBytes(signer));
  } catch {
    return false;
  }
}

const verifyEd25519 = (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean =>
  ed25519.verify(signature, message, publicKey);

/** An sr25519 key of the sandbox, made from 32 bytes. */
export type Signer = { account: string; secretKey: Uint8Array };

export function signerOf(seed: Uint8Array): Signer {
  const secretKey = sr25519.secretFromSeed(seed);
  return { secretKey, account: bytesToHex(sr25519.getPublicKey(secretKey)) };
}

/** Signs deterministically: the same extrinsic always has the same bytes. */
export function signExtrinsic(signer: Signer, call: Call, extra: Extra, implied: Implied): SignedExtrinsic {
  const message = signedPayload(call, extra, implied);
  const made = sr25519.sign(signer.secretKey, message, blake2_256(concatBytes(signer.secretKey, message)));
  const signature: MultiSignature = { scheme: 'sr25519', signature: bytesToHex(made) };
  const bytes = encode({ signer: signer.account, signature, extra, call });
  return { signer: signer.account, signature, extra, call, bytes, hash: hashOf(bytes) };
}
