/** A swap's final answer is signed, with a receipt that fits a QR code and states the same facts. */
import { describe, expect, it } from 'vitest';
import { MOST_COMPACT_BYTES, readCompactReceipt } from '../api/compact-receipt.ts';
import { EXAMPLES } from '../api/openapi-examples.ts';
import { type TrackResponse, trackResponseSchema } from '../api/schemas/track.ts';
import { verifyReceipt, verifySignature } from '../api/signatures.ts';
import { signEnd } from './sign-answers.ts';
import { newStoredKey } from './signing.ts';
import { keysInMemory, testSigning } from './test-signing.ts';

const signing = await testSigning();
const ended = trackResponseSchema.parse(EXAMPLES.track?.responses[200]);
const timeline: TrackResponse['data']['timeline'] = [
  { milestone: 'paymentSeen', stage: 'inbound', at: '2026-11-23T12:00:00.000Z', leg: 0 },
  { milestone: 'payoutSent', stage: 'outbound', at: '2026-11-23T12:10:30.000Z', leg: 0 },
];

describe('the final answer of a swap', () => {
  it('is signed as a whole, and one changed letter breaks the signature', async () => {
    const keys = await signing.published();
    const signed = signEnd(signing, ended);
    expect(trackResponseSchema.parse(signed)).toEqual(signed);
    expect(await verifySignature(JSON.parse(JSON.stringify(signed)), keys)).toMatchObject({ ok: true });
    const lie = { ...signed, data: { ...signed.data, outbound: { ...signed.data.outbound, amount: '14.3' } } };
    expect(await verifySignature(lie, keys)).toMatchObject({ ok: false, reason: 'changed' });
  });

  it('is signed once by each key', async () => {
    const store = keysInMemory();
    const rotating = await testSigning({ store });
    const first = signEnd(rotating, ended);
    expect(signEnd(rotating, ended)).toBe(first);
    await store.rotateSigningKey(newStoredKey(1));
    rotating.forget();
    await rotating.refresh();
    const again = signEnd(rotating, ended);
    expect(again.signature).not.toBe(first.signature);
    expect(await verifySignature(again, await rotating.published())).toMatchObject({ ok: true });
  });

  it('has a receipt that states what was paid, to whom, what arrived and when', async () => {
    const { receipt = '' } = signEnd(signing, { ...ended, data: { ...ended.data, timeline } });
    expect(await verifyReceipt(receipt, await signing.published())).toMatchObject({ ok: true });
    const { inbound, outbound, quoteInfo, route } = ended.data;
    expect(readCompactReceipt(receipt)).toEqual({
      ...{ q: quoteInfo?.quoteId, i: 0, s: 'completed', v: 'THORCHAIN' },
      p: { a: '0.5', c: 'BTC.BTC', d: route?.inboundAddress, h: inbound?.hash },
      o: { a: outbound?.amount, c: 'ETH.ETH', d: quoteInfo?.recipientAddress, h: outbound?.hash },
      t: [1795435200, 1795435830],
    });
    const [header, payload = '', mark] = receipt.split('.');
    const other = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('0.5', '9.5')).toString('base64url');
    const lie = `${header}.${other}.${mark}`;
    expect(await verifyReceipt(lie, await signing.published())).toMatchObject({ ok: false, reason: 'changed' });
  });

  it('has a receipt of at most 1 kB even with the longest hashes, addresses and amounts', () => {
    const tx = (asset: string) => ({
      ...{ hash: '5'.repeat(88), amount: `${'9'.repeat(12)}.${'9'.repeat(9)}`, asset, address: 'b'.repeat(90) },
    });
    const token = `SOL.${'S'.repeat(20)}-${'m'.repeat(44)}`;
    const data = { ...ended.data, timeline, inbound: tx(token), outbound: tx(token), refund: tx(token) };
    const { receipt = '' } = signEnd(signing, { ...ended, data });
    expect(receipt.length).toBeLessThanOrEqual(MOST_COMPACT_BYTES);
    expect(readCompactReceipt(receipt)).toMatchObject({ p: { h: '5'.repeat(88) }, o: { h: '5'.repeat(88) } });
  });

  it('has no receipt before the swap has ended, and none for a payment that is not the route’s', () => {
    const open: TrackResponse = { ...ended, trackingStatus: 'swapping' };
    expect(signEnd(signing, open)).toBe(open);
    const mismatch = { ...ended, success: false };
    expect(signEnd(signing, mismatch)).toBe(mismatch);
  });
});

it('reads no receipt from other text', () => {
  for (const text of ['', 'a.b.c', '..', 'x'.repeat(2000)]) expect(readCompactReceipt(text)).toBeUndefined();
});
