/** A platform without Ed25519 checks signatures by the function that it is given, and accepts none unchecked. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterEach, expect, it, vi } from 'vitest';
import { fromBase64Url, readJws, toBase64Url, verifyReceipt } from './signatures.ts';

const HEADER = toBase64Url(new TextEncoder().encode('{"alg":"EdDSA","kid":"k","typ":"portage.receipt.sandbox"}'));
const PAYLOAD = toBase64Url(new TextEncoder().encode('{"v":1}'));
const secret = new Uint8Array(32).fill(7);
const keys = {
  network: 'sandbox' as const,
  keys: [
    {
      ...{ kty: 'OKP' as const, crv: 'Ed25519' as const, alg: 'EdDSA' as const, use: 'sig' as const },
      ...{ kid: 'k', x: toBase64Url(ed25519.getPublicKey(secret)) },
    },
  ],
};
const signature = ed25519.sign(new TextEncoder().encode(`${HEADER}.${PAYLOAD}`), secret);
const receipt = `${HEADER}.${PAYLOAD}.${toBase64Url(signature)}`;
const verify = (mark: Uint8Array, message: Uint8Array, key: Uint8Array) => ed25519.verify(mark, message, key);

afterEach(() => vi.unstubAllGlobals());

it('checks by WebCrypto, and by another implementation alike', async () => {
  expect(await verifyReceipt(receipt, keys)).toMatchObject({ ok: true });
  vi.stubGlobal('crypto', {});
  expect(await verifyReceipt(receipt, keys, { ed25519: verify })).toMatchObject({ ok: true });
  const changed = `${HEADER}.${toBase64Url(new TextEncoder().encode('{"v":2}'))}.${toBase64Url(signature)}`;
  expect(await verifyReceipt(changed, keys, { ed25519: verify })).toMatchObject({ ok: false, reason: 'changed' });
});

it('throws when nothing can check it', async () => {
  vi.stubGlobal('crypto', {});
  await expect(verifyReceipt(receipt, keys)).rejects.toThrow();
});

it('reads no signature by another algorithm, with critical extensions, or of another length', () => {
  const header = (text: string) => toBase64Url(new TextEncoder().encode(text));
  const end = `..${toBase64Url(signature)}`;
  expect(readJws(`${HEADER}${end}`)).toMatchObject({ kid: 'k', payload: '' });
  for (const said of [
    '{"alg":"none","kid":"k","typ":"t"}',
    '{"alg":"HS256","kid":"k","typ":"t"}',
    '{"alg":"EdDSA","kid":"k","typ":"t","crit":["b64"],"b64":false}',
    '{"alg":"EdDSA","typ":"t"}',
    'null',
    '{',
  ])
    expect(readJws(`${header(said)}${end}`), said).toBeUndefined();
  expect(readJws(`${HEADER}${end}.x`)).toBeUndefined();
  expect(readJws(`${HEADER}..${toBase64Url(signature.subarray(1))}`)).toBeUndefined();
  expect(fromBase64Url('a')).toBeUndefined();
  expect(fromBase64Url('+/')).toBeUndefined();
});
