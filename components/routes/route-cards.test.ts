import { describe, expect, it } from 'vitest';
import { PROVIDER_IDS } from '../../lib/domain/provider-id.ts';
import { fc, property } from '../../lib/domain/test-property.ts';
import { betterFound, cardsOf, distinctWays, foldCards, leadOf, placeCards } from './route-cards.ts';
import { routeKey } from './route-money.ts';
import { testRoute } from './test-routes.ts';

const arbitraryRoutes = fc.uniqueArray(
  fc
    .record({ provider: fc.constantFrom(...PROVIDER_IDS), boosted: fc.boolean() })
    .map((given) => testRoute(given.provider, { boosted: given.boosted })),
  { selector: routeKey, maxLength: 14 },
);

describe('cards', () => {
  it('combine four ways of one provider, always in the same order', () => {
    const routes = [
      testRoute('CHAINFLIP_STREAMING', { boosted: true }),
      testRoute('THORCHAIN'),
      testRoute('CHAINFLIP', { boosted: true }),
      testRoute('CHAINFLIP'),
      testRoute('CHAINFLIP_STREAMING'),
    ];
    expect(cardsOf(routes)).toEqual([
      ['CHAINFLIP', 'CHAINFLIP_STREAMING', 'CHAINFLIP+boosted', 'CHAINFLIP_STREAMING+boosted'],
      ['THORCHAIN'],
    ]);
  });
  property([arbitraryRoutes])('leave every route choosable, on exactly one card', (routes) => {
    expect(cardsOf(routes).flat().sort()).toEqual(routes.map(routeKey).sort());
  });
});

describe('while the user is in the list', () => {
  property([arbitraryRoutes, arbitraryRoutes])('no card moves, disappears or changes its content', (before, after) => {
    const shown = placeCards([], before, false);
    const now = placeCards(shown, after, true);
    if (shown.length > 0) expect(now.slice(0, shown.length)).toEqual(shown);
    const keys = now.flat();
    expect(new Set(keys).size).toBe(keys.length);
    for (const route of after) expect(keys).toContain(routeKey(route));
  });
  it('a new way of a provider that has a card also comes at the end', () => {
    const shown = placeCards([], [testRoute('CHAINFLIP'), testRoute('THORCHAIN')], false);
    const routes = [testRoute('CHAINFLIP_STREAMING'), testRoute('CHAINFLIP'), testRoute('THORCHAIN')];
    expect(placeCards(shown, routes, true)).toEqual([['CHAINFLIP'], ['THORCHAIN'], ['CHAINFLIP_STREAMING']]);
    expect(placeCards(shown, routes, false)).toEqual([['CHAINFLIP', 'CHAINFLIP_STREAMING'], ['THORCHAIN']]);
  });
  it('a better one is announced with its difference, and only while it is not first', () => {
    const [thor, maya] = [testRoute('THORCHAIN', { buy: '49' }), testRoute('MAYACHAIN', { buy: '49.5' })];
    expect(betterFound([['THORCHAIN']], [maya, thor])).toEqual({ moreUsd: 1000 });
    expect(betterFound([['THORCHAIN']], [thor, maya])).toBeUndefined();
    expect(betterFound([], [thor])).toBeUndefined();
  });
});

describe('the ways on a card', () => {
  const [plain, streamed, boosted] = [
    testRoute('CHAINFLIP', { buy: '49', total: 1800 }),
    testRoute('CHAINFLIP_STREAMING', { buy: '49', total: 1800 }),
    testRoute('CHAINFLIP', { buy: '48.9', total: 600, boosted: true }),
  ];
  const members = [plain, streamed, boosted].map((route) => ({ route, gone: false }));
  const keys = (chosen?: string) =>
    distinctWays(members, [streamed, plain, boosted], chosen).map((one) => routeKey(one.route));

  it('leave out one that does not differ, but never the best or the chosen one', () => {
    expect(keys()).toEqual(['CHAINFLIP_STREAMING', 'CHAINFLIP+boosted']);
    expect(keys('CHAINFLIP')).toEqual(['CHAINFLIP', 'CHAINFLIP+boosted']);
  });
  it('show the chosen one, else the one picked before, else the best', () => {
    const lead = (...wanted: (string | undefined)[]) => {
      const found = leadOf(members, [streamed, plain, boosted], wanted);
      return found && routeKey(found.route);
    };
    expect(lead('CHAINFLIP', 'CHAINFLIP+boosted')).toBe('CHAINFLIP');
    expect(lead('THORCHAIN', 'CHAINFLIP+boosted')).toBe('CHAINFLIP+boosted');
    expect(lead(undefined, undefined)).toBe('CHAINFLIP_STREAMING');
  });
});

describe('a folded list', () => {
  const cards = ['A', 'B', 'C', 'D', 'E'].map((key) => [key]);
  it('shows the first cards and the chosen one, and counts those behind the button', () => {
    expect(foldCards(cards, 'A', 1)).toEqual({ cards: [['A']], hidden: 4 });
    expect(foldCards(cards, 'D', 1)).toEqual({ cards: [['A'], ['D']], hidden: 3 });
  });
  it('hides nothing where the button would take the room of one card', () => {
    expect(foldCards(cards.slice(0, 2), undefined, 1).hidden).toBe(0);
    expect(foldCards(cards, undefined, 4).hidden).toBe(0);
  });
});
