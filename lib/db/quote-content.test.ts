import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { assetOf } from '../domain/asset.ts';
import { unmarked } from '../domain/json.ts';
import type { RouteDraft } from '../domain/route.ts';
import storedQuotes from './__fixtures__/stored-quotes.json' with { type: 'json' };
import { type Content, packContent, unpackContent } from './quote-content.ts';

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

/** As they were stored on 2026-11-28, in formats 2 and 3. */
it('reads what earlier versions stored', () => {
  expect(storedQuotes.map(({ block }) => Buffer.from(block, 'base64')[0])).toEqual([2, 3]);
  for (const { block, content } of storedQuotes) {
    const read = unpackContent(columns(Buffer.from(block, 'base64')));
    expect(read).toEqual(unmarked(content));
    expect(JSON.stringify(read.response)).toBe(JSON.stringify(unmarked(content.response)));
  }
});

/** The draft has prices, which its route tells rounded. */
it('gives back a route with its call and its signature to the letter, and its draft without prices', () => {
  const [, { content } = { content: {} }] = storedQuotes;
  const {
    request,
    response,
    drafts: [draft],
  } = unmarked(content) as Content & { drafts: [RouteDraft] };
  const priced = { ...draft, pricesUsd: [{ asset: assetOf('BTC.BTC'), priceUsd: 95_287.92500378 }] };
  const routes = response.routes as { transaction: object; meta: { signature: string } }[];
  expect(routes[0]?.transaction).toMatchObject({ chain: 'ETH' });
  const others = routes.flatMap((route) => [
    route,
    { ...route, transaction: { ...route.transaction, chain: 'ARB' } },
    { ...route, meta: { ...route.meta, signature: `${route.meta.signature}=` } },
  ]);
  const given = { request, response: { ...response, routes: others }, drafts: [priced, priced] };
  const read = unpackContent(columns(packContent(given)));
  expect(JSON.stringify(read.response)).toBe(JSON.stringify(given.response));
  expect(read.drafts).toEqual([draft, draft]);
});

it('rejects a block of an unknown format', () => {
  expect(() => unpackContent(columns(Uint8Array.of(9, 1, 2)))).toThrow('unknown format 9');
});

/** Every route with other amounts and another signature, as if each provider had its own. */
it('packs a quote of eight routes into less than 3 kB', () => {
  const [, { content } = { content: {} }] = storedQuotes;
  const { request, response, drafts } = unmarked(content) as Content;
  const [draft] = drafts;
  const text = JSON.stringify((response.routes as unknown[])[0]);
  const routes = Array.from({ length: 8 }, (_none, n) => {
    const digits = BigInt(`0x${createHash('sha512').update(`${n}`).digest('hex')}`).toString();
    const signature = createHash('sha512').update(`signature ${n}`).digest('base64url');
    const others = text.replace(/(?<=\.)\d+/g, (figure, at: number) => digits.repeat(99).slice(at, at + figure.length));
    return JSON.parse(others.replace(/\.\.[\w-]+"/, `..${signature}"`)) as unknown;
  });
  const given = { request, response: { ...response, routes }, drafts: routes.flatMap(() => (draft ? [draft] : [])) };
  const block = packContent(given);
  expect(JSON.stringify(unpackContent(columns(block)).response)).toBe(JSON.stringify(given.response));
  expect(JSON.stringify(given.response).length).toBeGreaterThan(25_000);
  expect(block.length).toBeLessThan(3000);
});
