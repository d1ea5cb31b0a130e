/** A receipt from somebody else is believed only as far as a known key has signed it. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { canonicalJson } from '../../lib/api/canonical-json.ts';
import { base64UrlText, toBase64Url } from '../../lib/api/signatures.ts';
import { checkReceipt, compactIn, keysIn } from './check-receipt.ts';
import { receiptOf } from './receipt-file.ts';
import { boughtEth } from './test-answers.ts';

const secret = new Uint8Array(32).fill(9);
const x = toBase64Url(ed25519.getPublicKey(secret));
const known = {
  network: 'sandbox' as const,
  keys: [
    { ...{ kty: 'OKP' as const, crv: 'Ed25519' as const, alg: 'EdDSA' as const, use: 'sig' as const }, kid: 'k', x },
  ],
};
const said = {
  q: 'quote-1',
  i: 0,
  s: 'completed',
  p: { a: '0.5', c: 'BTC.BTC', h: 'ab' },
  t: [1_795_435_200, 1_795_435_830],
};
function compact(content: unknown = said, typ = 'portage.receipt.sandbox', kid = 'k'): string {
  const signed = `${base64UrlText(canonicalJson({ alg: 'EdDSA', kid, typ }))}.${base64UrlText(canonicalJson(content))}`;
  return `${signed}.${toBase64Url(ed25519.sign(new TextEncoder().encode(signed), secret))}`;
}

afterEach(() => vi.unstubAllGlobals());

describe('a compact receipt', () => {
  it('states what was signed, and by which key', async () => {
    expect(await checkReceipt(compact(), known)).toEqual({ kind: 'signed', receipt: said, key: known.keys[0] });
  });

  it('is refused where the key is unknown or revoked, or signed something else or on another network', async () => {
    expect(await checkReceipt(compact(), { ...known, keys: [] })).toMatchObject({ kind: 'unknownKey', kid: 'k' });
    const revoked = known.keys.map((key) => ({ ...key, revokedAt: '2026-11-23T00:00:00.000Z' }));
    expect(await checkReceipt(compact(), { ...known, keys: revoked })).toMatchObject({ kind: 'revokedKey' });
    const [header, , mark] = compact().split('.');
    const lie = `${header}.${base64UrlText(canonicalJson({ ...said, p: { ...said.p, a: '9.5' } }))}.${mark}`;
    expect(await checkReceipt(lie, known)).toMatchObject({ kind: 'changed' });
    for (const typ of ['portage.receipt.mainnet', 'portage.tracking.sandbox'])
      expect(await checkReceipt(compact(said, typ), known)).toEqual({ kind: 'unreadable' });
    expect(await checkReceipt('nothing', known)).toEqual({ kind: 'unreadable' });
  });

  it('is verified as well by a browser without Ed25519', async () => {
    const signed = compact();
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes });
    expect(await checkReceipt(signed, known)).toMatchObject({ kind: 'signed' });
  });

  it('is found in an address, by itself and in a saved file', () => {
    const signed = compact();
    expect(compactIn(`https://swap.example/receipt/verify#${signed}`)).toBe(signed);
    expect(compactIn(` ${signed}\n`)).toBe(signed);
    const written = { service: 'https://swap.example', network: 'sandbox', now: 1_790_000_000_000 } as const;
    const file = receiptOf({ ...boughtEth(), receipt: signed }, written);
    expect(file?.signed).toBe(signed);
    expect(compactIn(JSON.stringify(file))).toBe(signed);
    expect(compactIn(JSON.stringify({ ...file, signed: 'x.y.z' }))).toBeUndefined();
    expect(compactIn('{}')).toBeUndefined();
  });
});

it('reads pasted keys of a deployment, revocations included, and no other text', () => {
  const text = JSON.stringify({
    ...known,
    keys: [...known.keys, { kid: 'old', x, revokedAt: '2026-01-01T00:00:00.000Z' }, 7],
  });
  expect(keysIn(text)?.keys.map(({ kid, revokedAt }) => [kid, revokedAt])).toEqual([
    ['k', undefined],
    ['old', '2026-01-01T00:00:00.000Z'],
  ]);
  for (const other of [
    '',
    '{}',
    '[]',
    '{"network":"sandbox","keys":[]}',
    '{"network":"other","keys":[{"kid":"a","x":"b"}]}',
  ])
    expect(keysIn(other)).toBeUndefined();
});
