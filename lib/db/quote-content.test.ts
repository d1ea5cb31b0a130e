import { expect, it } from 'vitest';
import { assetOf } from '../domain/asset.ts';
import type { RouteDraft } from '../domain/route.ts';
import { packContent, unpackContent } from './quote-content.ts';

const columns = (content: Uint8Array) => ({ content, request: null, response: null, drafts: null });
const draft: RouteDraft = {
  providers: ['THORCHAIN'],
  sell: { asset: assetOf('BTC.BTC'), decimals: 8, baseUnits: 10n ** 30n + 1n },
  expectedBuy: { asset: assetOf('ETH.ETH'), decimals: 18, baseUnits: 7n },
  guaranteedBuy: { asset: assetOf('ETH.ETH'), decimals: 18, baseUnits: 0n },
  sourceAddress: '',
  destinationAddress: '',
  fees: [],
  totalSlippageBps: 12.5,
  legs: [],
  warnings: [],
  pricesUsd: [],
};

it.each([
  { response: { z: 1, a: { nested: ['$int', 'ü—🙂\n'] } }, drafts: [draft] },
  { response: { quoteId: 'q', routes: [{ b: 1, a: '\n' }, { c: null }], meta: {} }, drafts: [draft, draft] },
  { response: { routes: [] }, drafts: [] },
  { response: { routes: [{ a: 1 }] }, drafts: [] },
])('gives back what it packed, to the base unit and the order of the keys', async (given) => {
  const content = { request: { sellAsset: 'BTC.BTC', note: '\n' }, ...given };
  const read = unpackContent(columns(packContent(content)));
  expect(read).toEqual(content);
  expect(JSON.stringify(read.response)).toBe(JSON.stringify(content.response));
});

it('rejects a block of an unknown format', () => {
  expect(() => unpackContent(columns(Uint8Array.of(9, 1, 2)))).toThrow('unknown format 9');
});

/** A row of ten routes is packed into far less than it takes; the figures of each differ. */
it('packs a quote with many routes into less than 3 kB', async () => {
  const routes = Array.from({ length: 10 }, (_none, n) => ({
    providers: ['THORCHAIN'],
    sellAsset: 'BTC.BTC',
    expectedBuyAmount: `14.3678437776304${n}813`,
    fees: Array.from({ length: 4 }, (_no, m) => ({ type: 'inbound', amount: `0.000${n}25${m}4`, asset: 'BTC.BTC' })),
  }));
  const content = { request: {}, response: { routes }, drafts: routes.map(() => draft) };
  expect(packContent(content).length).toBeLessThan(3000);
});
