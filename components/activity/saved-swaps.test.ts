import { describe, expect, it } from 'vitest';
import { changeSavedSwap, readSavedSwaps, type SavedSwap, saveSwap, trackPath } from './saved-swaps.ts';

const memory = (initial?: string) => {
  let text = initial ?? null;
  return {
    getItem: () => text,
    setItem: (_key: string, value: string) => {
      text = value;
    },
  };
};
const swap = (hash: string): SavedSwap => ({
  quoteId: 'q',
  routeIndex: 0,
  hash,
  chain: 'BTC',
  at: 1,
  told: false,
  route: {
    providers: ['THORCHAIN'],
    sellAsset: 'BTC.BTC',
    sellAmount: '1',
    buyAsset: 'ETH.ETH',
    expectedBuyAmount: '2',
    legs: [],
    meta: {},
  },
});

describe('the swaps of this browser', () => {
  it('never loses a hash, lists the newest first and none twice', () => {
    const storage = memory();
    for (const hash of ['a', 'b', 'a']) saveSwap(swap(hash), storage);
    expect(readSavedSwaps(storage).map((item) => item.hash)).toEqual(['a', 'b']);
  });
  it('marks a hash as told without touching another', () => {
    const storage = memory();
    saveSwap(swap('a'), storage);
    saveSwap(swap('b'), storage);
    changeSavedSwap(swap('a'), { told: true, status: 'pending' }, storage);
    expect(readSavedSwaps(storage).map((item) => [item.hash, item.told, item.status])).toEqual([
      ['b', false, undefined],
      ['a', true, 'pending'],
    ]);
  });
  it.each(['not json', '{}', '[{"hash":1}]', 'null'])('survives a storage that holds %s', (text) => {
    expect(readSavedSwaps(memory(text))).toEqual([]);
  });
  it('links to the page of the swap with its hash', () => {
    expect(trackPath(swap('0xab'))).toBe('/track/q/0?hash=0xab');
  });
});
