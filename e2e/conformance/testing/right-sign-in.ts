/** The right service's sign-in: nonces that count once, and signatures that it recovers by itself (EIP-191). */
import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

export type SignInWorld = { nonces: Set<string>; tokens: Set<string> };

const later = (): string => new Date(Date.now() + 600_000).toISOString();

export function rightMessage(address: string, { nonces }: SignInWorld) {
  const nonce = randomBytes(8).toString('hex');
  nonces.add(nonce);
  const head = `right.example wants you to sign in with your Ethereum account:\n${address}\n`;
  const message = `${head}\nURI: https://right.example\nVersion: 1\nChain ID: 1\nNonce: ${nonce}\nIssued At: ${new Date().toISOString()}`;
  return { message, nonce, expiresAt: later() };
}

function signerOf(message: string, signature: string): string {
  const text = Buffer.from(message, 'utf8');
  const digest = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]));
  const bytes = Buffer.from(signature.slice(2), 'hex');
  const recovered = Buffer.concat([Buffer.from([(bytes[64] ?? 27) - 27]), bytes.subarray(0, 64)]);
  const key = secp256k1.recoverPublicKey(recovered, digest, { prehash: false });
  const point = secp256k1.Point.fromBytes(key).toBytes(false).subarray(1);
  return `0x${Buffer.from(keccak_256(point).subarray(-20)).toString('hex')}`;
}

/** Undefined: refused. */
export function rightToken(message: string, signature: string, { nonces, tokens }: SignInWorld) {
  const nonce = /\nNonce: (\w+)\n/.exec(message)?.[1] ?? '';
  const address = message.split('\n')[1] ?? '';
  if (!nonces.delete(nonce) || signerOf(message, signature) !== address.toLowerCase()) return undefined;
  const token = randomBytes(16).toString('hex');
  tokens.add(token);
  return { token, address, expiresAt: later() };
}
