import { describe, expect, it } from 'vitest';
import {
  addSwaps,
  changeSavedSwap,
  forgetSwap,
  isRunning,
  readSavedSwaps,
  receiptPath,
  saveSwap,
  trackPath,
} from './saved-swaps.ts';
import { memory, swapOf } from './test-swaps.ts';

const DAY_MS = 86_400_000;

describe('the swaps of this browser', () => {
  it('keep every hash, newest first, and list none twice', () => {
    const storage = memory();
    for (const hash of ['a', 'b', 'a']) saveSwap(swapOf({ hash }), storage);
    expect(readSavedSwaps(storage).map((item) => item.hash)).toEqual(['a', 'b']);
  });
  it('mark a hash as reported without changing another', () => {
    const storage = memory();
    saveSwap(swapOf({ hash: 'a' }), storage);
    saveSwap(swapOf({ hash: 'b' }), storage);
    changeSavedSwap(swapOf({ hash: 'a' }), { reported: true, status: 'pending' }, storage);
    expect(readSavedSwaps(storage).map((item) => [item.hash, item.reported, item.status])).toEqual([
      ['b', false, undefined],
      ['a', true, 'pending'],
    ]);
  });
  it.each(['not json', '{}', '[{"hash":1}]', 'null', '[null]'])('survive a storage that holds %s', (text) => {
    expect(readSavedSwaps(memory(text))).toEqual([]);
  });
  it('include what the first version of the page wrote', () => {
    const written =
      '[{"quoteId":"0b0f","routeIndex":1,"hash":"0xab","chain":"ETH","at":1790000000000,"told":true,"heardAt":1790000001000,"status":"swapping",' +
      '"route":{"providers":["CHAINFLIP_STREAMING"],"sellAsset":"ETH.ETH","sellAmount":"1.5","buyAsset":"BTC.BTC",' +
      '"expectedBuyAmount":"0.05","legs":[{"provider":"CHAINFLIP","sellAsset":"ETH.ETH","sellAmount":"1.5",' +
      '"buyAsset":"BTC.BTC","buyAmount":"0.05","buyAmountMaxSlippage":"0.049"}],"estimatedTime":{"total":900},' +
      '"meta":{"maxStreamingQuantity":4}}}]';
    const { told, heardAt, ...rest } = JSON.parse(written)[0];
    expect(readSavedSwaps(memory(written))).toEqual([{ ...rest, reported: told, receivedAt: heardAt }]);
  });
  it('lose the oldest finished one before any running one, when there are too many', () => {
    const storage = memory();
    const many = Array.from({ length: 1001 }, (_, i) =>
      swapOf({ hash: `h${i}`, at: i, status: i % 2 === 0 ? 'completed' : 'pending' }),
    );
    // Entries that do not fit are reported, so that the user knows they are not saved.
    expect(addSwaps(many, storage)).toMatchObject({ added: 1001, leftOut: 1 });
    const kept = readSavedSwaps(storage);
    expect(kept).toHaveLength(1000);
    expect(kept.some(({ hash }) => hash === 'h0')).toBe(false);
    expect(kept.filter(({ status }) => status === 'pending')).toHaveLength(500);
  });
  it('make room for the newest where the browser offers little', () => {
    const storage = memory(undefined, 2000);
    for (let i = 0; i < 20; i += 1) saveSwap(swapOf({ hash: `h${i}`, status: 'completed' }), storage);
    expect(readSavedSwaps(storage)[0]?.hash).toBe('h19');
  });
  it('do not stop a payment where nothing can be saved', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(() => saveSwap(swapOf({ hash: 'a' }), full)).not.toThrow();
    expect(() => saveSwap(swapOf({ hash: 'a' }))).not.toThrow();
    expect(readSavedSwaps()).toEqual([]);
  });
  it('lose one that is deleted, and no other', () => {
    const storage = memory();
    for (const hash of ['a', 'b']) saveSwap(swapOf({ hash }), storage);
    forgetSwap(swapOf({ hash: 'a' }), storage);
    expect(readSavedSwaps(storage).map(({ hash }) => hash)).toEqual(['b']);
  });
  it('count as running while something may still happen: not when finished, unknown to the service or never seen', () => {
    const now = 100 * DAY_MS;
    expect(isRunning(swapOf({ at: now - 90 * DAY_MS, status: 'swapping' }), now)).toBe(true);
    expect(isRunning(swapOf({ at: now - DAY_MS, status: 'not_started' }), now)).toBe(true);
    expect(isRunning(swapOf({ at: now - 30 * DAY_MS, status: 'not_started' }), now)).toBe(false);
    expect(isRunning(swapOf({ at: now, status: 'refunded' }), now)).toBe(false);
    expect(isRunning(swapOf({ at: now, status: 'pending', gone: true }), now)).toBe(false);
  });
  it('link to their own pages and receipts, with their hash', () => {
    expect(trackPath(swapOf({ hash: '0xab' }))).toBe('/track/q/0?hash=0xab');
    expect(trackPath(swapOf({ hash: '' }))).toBe('/track/q/0');
    expect(receiptPath(swapOf({ hash: '0xab' }))).toBe('/receipt/q/0?hash=0xab');
  });
});
