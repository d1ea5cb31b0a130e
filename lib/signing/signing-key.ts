/** Creates and uses Ed25519 keys with Node's own cryptography. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { canonicalJson } from '../api/canonical-json.ts';

/** RFC 8410: the DER prefix of the 32 bytes of a private and of a public key. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** 32 bytes in hex. */
export type Seed = string;

export type SigningSecret = { kid: string; x: string; sign(message: string): string };

export const newSeed = (): Seed => randomBytes(32).toString('hex');

/** The JWK thumbprint of a public key (RFC 7638, RFC 8037 A.3). @param x base64url. */
export const thumbprint = (x: string): string =>
  createHash('sha256')
    .update(canonicalJson({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');

/** `sign` returns base64url. */
export function signingSecret(seed: Seed): SigningSecret {
  const key = createPrivateKey({
    key: Buffer.concat([PRIVATE_PREFIX, Buffer.from(seed, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  });
  const x = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length);
  const publicKey = x.toString('base64url');
  return {
    kid: thumbprint(publicKey),
    x: publicKey,
    sign: (message) => sign(null, Buffer.from(message), key).toString('base64url'),
  };
}

const publicKeyOf = (x: string): KeyObject =>
  createPublicKey({
    key: Buffer.concat([PUBLIC_PREFIX, Buffer.from(x, 'base64url')]),
    format: 'der',
    type: 'spki',
  });

export const isSignedBy = (x: string, message: string, signature: Uint8Array): boolean =>
  verify(null, Buffer.from(message), publicKeyOf(x), signature);
