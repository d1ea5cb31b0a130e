/** Creates saved swaps for tests. */
import fc from 'fast-check';
import { STAGES, TRACKING_STATUSES } from '../../lib/domain/swap-status.ts';
import type { SavedSwap } from './read-saved-swap.ts';

export const swapOf = (change: Partial<SavedSwap> = {}): SavedSwap => ({
  quoteId: 'q',
  routeIndex: 0,
  hash: 'a',
  chain: 'BTC',
  at: 1000,
  reported: false,
  route: {
    providers: ['THORCHAIN'],
    sellAsset: 'BTC.BTC',
    sellAmount: '1',
    buyAsset: 'ETH.ETH',
    expectedBuyAmount: '2',
    legs: [],
    meta: {},
  },
  ...change,
});

/** A replacement for localStorage. @param room the number of characters it holds. */
export const memory = (initial?: string, room = Number.POSITIVE_INFINITY) => {
  let text = initial ?? null;
  return {
    getItem: () => text,
    setItem: (_key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      text = value;
    },
  };
};

const amount = fc
  .tuple(fc.nat(), fc.stringMatching(/^[1-9]{1,18}$/))
  .map(([whole, fraction]) => `${whole}.${fraction}`);
const asset = fc.constantFrom('BTC.BTC', 'ETH.ETH', 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'SOL.SOL');

/** Any swap that the program may have saved. */
export const anySwap: fc.Arbitrary<SavedSwap> = fc
  .record(
    {
      quoteId: fc.constantFrom('q1', 'q2'),
      routeIndex: fc.constantFrom(0, 1),
      hash: fc.constantFrom('', 'aa', '0xbb'),
      chain: fc.constantFrom('BTC', 'ETH'),
      at: fc.integer({ min: 0, max: 2_000_000_000_000 }),
      reported: fc.boolean(),
      status: fc.constantFrom(...TRACKING_STATUSES),
      stage: fc.constantFrom(...STAGES),
      receivedAt: fc.integer({ min: 0, max: 2_000_000_000_000 }),
      paid: fc.record({ amount, asset, hash: fc.constant('cc') }),
      needsYou: fc.boolean(),
    },
    { requiredKeys: ['quoteId', 'routeIndex', 'hash', 'chain', 'at', 'reported'] },
  )
  .chain((facts) =>
    fc.tuple(amount, amount, asset, asset).map(([sellAmount, expectedBuyAmount, sellAsset, buyAsset]) =>
      swapOf({
        ...facts,
        route: { ...swapOf().route, sellAmount, expectedBuyAmount, sellAsset, buyAsset },
      }),
    ),
  );
