/** Any deployment reads a receipt back as it was written; any other file is refused with a reason. */

import { describe, expect, it } from 'vitest';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { fc, property } from '../../lib/domain/test-property.ts';
import { readReceipt } from './read-receipt.ts';
import { receiptOf } from './receipt-file.ts';
import { boughtEth } from './test-answers.ts';

const WRITTEN = { service: 'https://swap.example', network: 'mainnet', now: 1_790_000_000_000 } as const;
const written = (response: TrackResponse) => {
  const receipt = receiptOf(response, WRITTEN);
  if (!receipt) throw new Error('no receipt');
  return receipt;
};
const FEE = {
  type: 'outbound',
  amount: '0.0012',
  asset: 'ETH.ETH',
  chain: 'ETH',
  protocol: 'THORCHAIN',
  usd: 3.6,
} as const;
const PRICED = (asset: string, price: number) => ({ asset, price, image: '' });
const text = (change: Record<string, unknown>) => JSON.stringify({ ...written(boughtEth()), ...change });

describe('a receipt', () => {
  it('has everything that finds the swap again, what was agreed and what happened', () => {
    expect(written(boughtEth())).toMatchObject({
      format: 'portage-receipt',
      version: 1,
      quoteId: 'q-1',
      routeIndex: 2,
      status: 'completed',
      sell: { asset: 'BTC.BTC', amount: '0.5' },
      buy: { asset: 'ETH.ETH', expected: '15', guaranteed: '14.8', received: '15.030000000000000001' },
      addresses: { from: 'bc1qsource', to: '0xdest', paidTo: 'bc1qvault' },
      memo: '=:ETH.ETH:0xdest:1480000000',
      payment: { hash: 'aa', chain: 'BTC' },
      payout: { hash: '0xbb', amount: '15.030000000000000001' },
      times: { expectedSeconds: 900, paid: '2026-01-01T00:00:00.000Z', ended: '2026-01-01T00:12:00.000Z' },
    });
  });
  it('has the fees as they were quoted, and dollars at the prices of the quote', () => {
    const { data, ...rest } = boughtEth();
    const priced = {
      ...rest,
      data: {
        ...data,
        route: data.route && {
          ...data.route,
          fees: [FEE],
          meta: { ...data.route.meta, assets: [PRICED('BTC.BTC', 100_000), PRICED('ETH.ETH', 3000)] },
        },
      },
    };
    const receipt = written(priced);
    expect(receipt).toMatchObject({ sell: { usd: 50_000 }, buy: { usd: 45_090 }, fees: [FEE] });
    expect(readReceipt(JSON.stringify(receipt))).toEqual({ ok: true, receipt });
  });
  it('is read back to the last digit', () => {
    const receipt = written(boughtEth());
    expect(readReceipt(JSON.stringify(receipt))).toEqual({ ok: true, receipt });
  });
  it('can be saved before anything was paid', () => {
    const { inbound: _, outbound: __, timeline: ___, ...data } = boughtEth().data;
    const waiting: TrackResponse = {
      success: true,
      trackingStatus: 'not_started',
      data: { ...data, trackingStatus: 'not_started' },
    };
    const receipt = written(waiting);
    expect(receipt.payment).toBeUndefined();
    expect(readReceipt(JSON.stringify(receipt))).toEqual({ ok: true, receipt });
  });
});

describe('a file that is no receipt', () => {
  it.each([
    ['no json', 'notJson'],
    ['{"format":"portage-activity"}', 'otherKind'],
    ['[]', 'otherKind'],
    [text({ version: 2 }), 'newer'],
  ])('is refused: %s', (file, kind) => {
    expect(readReceipt(file)).toMatchObject({ ok: false, kind });
  });
  it('names each required field that is missing', () => {
    const read = readReceipt(text({ quoteId: undefined, sell: { asset: 'BTC.BTC', amount: '1,5' }, providers: [] }));
    expect(read).toEqual({
      ok: false,
      kind: 'faults',
      faults: [
        { field: 'quoteId', found: '' },
        { field: 'sell.amount', found: '"1,5"' },
        { field: 'providers', found: '' },
      ],
    });
  });
  it('cannot reverse text or bring an invalid address', () => {
    const read = readReceipt(text({ memo: 'a\u202Eb\u0007', addresses: { to: 'javascript:alert(1)', from: 'bc1q' } }));
    expect(read).toMatchObject({ ok: true, receipt: { memo: 'a b ', addresses: { from: 'bc1q' } } });
    expect(read.ok && read.receipt.addresses.to).toBeUndefined();
  });
  property([fc.jsonValue(), fc.constantFrom('sell', 'buy', 'fees', 'legs', 'timeline', 'payment', 'ids', 'times')])(
    'never breaks the page, whatever one of its fields contains',
    (value, field) => {
      expect(() => readReceipt(text({ [field]: value }))).not.toThrow();
    },
  );
});
