import { describe, expect, it } from 'vitest';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { fc, property } from '../../lib/domain/test-property.ts';
import { createTokenIndex } from './token-index.ts';
import { foundSections, holdings, layoutOf, type Section, type SectionsInput, sectionsOf } from './token-sections.ts';

const token = (asset: string, priceUsd?: number, more: Partial<WireToken> = {}): WireToken => ({
  asset,
  // Written in this file.
  chain: asset.split('.')[0] as WireToken['chain'],
  symbol: asset.split('.')[1] ?? '',
  name: asset,
  decimals: 8,
  providers: ['THORCHAIN'],
  ...(priceUsd === undefined ? {} : { priceUsd }),
  ...more,
});
const [BTC, ETH, DOGE] = [token('BTC.BTC', 90_000), token('ETH.ETH', 3000), token('DOGE.DOGE', 0.1)];
const [ODD, TINY, HIDDEN] = [token('ETH.ODD'), token('ETH.TINY', 0.5), token('ETH.EVIL', 1, { verified: false })];
const TOKENS = [BTC, ETH, DOGE, ODD, TINY, HIDDEN];
const index = createTokenIndex(TOKENS);
const BALANCES = new Map([
  ['eth.eth', '0.5'],
  ['doge.doge', '100000'],
  ['eth.tiny', '1'],
  ['eth.odd', '3'],
  ['btc.btc', '0'],
]);
const wealth = holdings(TOKENS, BALANCES);
const input = (given: Partial<SectionsInput> = {}): SectionsInput => ({
  index,
  chain: undefined,
  pinned: [],
  recent: [],
  held: wealth.held,
  own: wealth.own,
  hideSmall: false,
  ...given,
});
const named = (sections: readonly Section[]) =>
  Object.fromEntries(sections.map(({ id, tokens }) => [id, tokens.map(({ asset }) => asset)]));
const shown = (given: Partial<SectionsInput> = {}) => named(sectionsOf(input(given)));

describe('the selector’s initial list', () => {
  it('has pinned, recent, held by value, popular, all: each asset once, and no unverified one', () => {
    expect(shown({ pinned: [BTC], recent: [BTC, ODD] })).toEqual({
      pinned: ['BTC.BTC'],
      recent: ['ETH.ODD'],
      yours: ['DOGE.DOGE', 'ETH.ETH', 'ETH.TINY'],
    });
    expect(shown({ own: [], held: new Map() })).toEqual({
      popular: ['BTC.BTC', 'ETH.ETH', 'DOGE.DOGE'],
      all: ['ETH.ODD', 'ETH.TINY'],
    });
  });
  it('has one chain alone where one is chosen', () => {
    expect(shown({ chain: 'DOGE', pinned: [BTC] })).toEqual({ yours: ['DOGE.DOGE'] });
  });
  it('leaves small holdings out on request, and never one without a price', () => {
    expect(shown({ hideSmall: true }).yours).toEqual(['DOGE.DOGE', 'ETH.ETH', 'ETH.ODD']);
  });
  it('keeps the head of the holdings when all are hidden, since it shows them again', () => {
    const own = [TINY];
    expect(shown({ own, hideSmall: true }).yours).toEqual([]);
  });
  it('becomes the results of a search, followed by what chains reported', () => {
    const found = foundSections({ index, query: 'evil', chain: undefined, own: wealth.own, onChain: [BTC] });
    expect(named(found)).toEqual({ found: ['ETH.EVIL'], onChain: ['BTC.BTC'] });
  });
});

const anySections = fc
  .array(fc.nat({ max: 5 }), { maxLength: 4 })
  .map((sizes) =>
    sizes.map((size, at): Section => ({ id: at === 0 ? 'found' : 'all', tokens: TOKENS.slice(0, size) })),
  );

property([anySections])('every row is a head or one option, in order, and every option has its row', (sections) => {
  const layout = layoutOf(sections);
  const rows = Array.from({ length: layout.rowCount }, (_, at) => layout.row(at));
  expect(rows.every((row, at) => (row?.kind === 'head') === layout.isHead(at))).toBe(true);
  const options = rows.flatMap((row, at) => (row?.kind === 'token' ? [{ ...row, at }] : []));
  expect(options.map(({ token: one }) => one)).toEqual(sections.flatMap(({ tokens }) => tokens));
  expect(options.map(({ option }) => option)).toEqual(options.map((_, at) => at));
  for (const { option, at, token: one } of options) {
    expect(layout.rowOfOption(option)).toBe(at);
    expect(layout.option(option)).toBe(one);
  }
  expect(layout.row(layout.rowCount)).toBeUndefined();
});
