import { expect, test } from 'vitest';
import type { WireRoute } from '../api/schemas/route.ts';
import { createRecentWays } from './recent-ways.ts';

const DAY_MS = 24 * 3_600_000;

const route = (buyAsset: string, change: Partial<WireRoute> = {}): WireRoute => ({
  providers: ['THORCHAIN'],
  sellAsset: 'BTC.BTC',
  sellAmount: '0.123',
  buyAsset,
  expectedBuyAmount: '1',
  expectedBuyAmountMaxSlippage: '1',
  sourceAddress: 'bc1qsomebody',
  destinationAddress: '0xsomebody',
  fees: [],
  estimatedTime: { inbound: 600, total: 700 },
  totalSlippageBps: 30,
  legs: [
    {
      provider: 'THORCHAIN',
      ...{ sellAsset: 'BTC.BTC', sellAmount: '0.123', buyAsset, buyAmount: '1', buyAmountMaxSlippage: '1' },
    },
  ],
  warnings: [],
  meta: { tags: ['RECOMMENDED'] },
  ...change,
});
const quote = (...routes: WireRoute[]) => ({ quoteId: 'q', routes });

test('the most requested pair comes first, without amounts and addresses', () => {
  const ways = createRecentWays(() => 0);
  ways.note(quote(route('ETH.ETH')));
  ways.note(quote(route('LTC.LTC')));
  ways.note(quote(route('ETH.ETH', { totalSlippageBps: 40 })));
  expect(ways.list().map((way) => [way.route.buyAsset, way.costBps])).toEqual([
    ['ETH.ETH', 40],
    ['LTC.LTC', 30],
  ]);
  expect(JSON.stringify(ways.list())).not.toMatch(/somebody|0\.123/);
});

test('a quote without a route, without a time or consumed by fees is not kept; after a day none is', () => {
  let now = 0;
  const ways = createRecentWays(() => now);
  ways.note(quote());
  ways.note(quote(route('DOGE.DOGE', { totalSlippageBps: 900 })));
  ways.note(quote(route('ETH.ETH')));
  expect(ways.list()).toHaveLength(1);
  now = DAY_MS;
  expect(ways.list()).toEqual([]);
});
