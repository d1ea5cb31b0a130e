import { describe, expect, it } from 'vitest';
import { createText } from '../../lib/i18n/text.ts';
import { cardTag } from './route-tags.ts';
import { testRoute } from './test-routes.ts';

const t = createText('en');

describe('the one tag of a card', () => {
  const recommended = testRoute('CHAINFLIP', { buy: '49.5', total: 600, meta: { tags: ['RECOMMENDED', 'CHEAPEST'] } });
  const fastest = testRoute('GARDEN', { buy: '49.25', total: 300, meta: { tags: ['FASTEST'] } });
  const slower = testRoute('THORCHAIN', { buy: '49.4', total: 1800 });
  const all = [recommended, fastest, slower];
  const tagOf = (route: typeof slower, { gone = false, auto = false, among = all } = {}) =>
    cardTag(t, { route, gone }, { all: among, decimals: 8, auto });

  it('names the recommended route, and compares every other one with it', () => {
    expect(all.map((route) => tagOf(route))).toEqual([
      { kind: 'recommended', label: 'Recommended' },
      { kind: 'ahead', label: '5 min faster, $500 less' },
      { kind: 'behind', label: '20 min slower, $200 less' },
    ]);
  });
  it('is missing where there is nothing to compare with, and where nothing differs', () => {
    expect(tagOf(recommended, { among: [recommended] })).toBeUndefined();
    const same = testRoute('MAYACHAIN', { buy: '49.5', total: 600 });
    expect(tagOf(same, { among: [...all, same] })).toBeUndefined();
  });
  it('gives cautions precedence: a route that is gone, or one with a warning', () => {
    expect(tagOf(recommended, { gone: true })).toEqual({ kind: 'care', label: 'No longer offered' });
    const deep = { ...fastest, warnings: [{ code: 'highPriceImpact' as const, display: '' }] };
    expect(tagOf(deep)).toEqual({ kind: 'care', label: 'High price impact' });
  });
  it('never warns of the tolerance that Portage chose itself, but of one that the user chose', () => {
    const warnings = [{ code: 'exceedsRecommendedSlippage' as const, display: '' }];
    const wide = { ...slower, warnings, meta: { ...slower.meta, slippagePercent: 1 } };
    expect(tagOf(wide)?.label).toBe('High slippage');
    expect(tagOf(wide, { auto: true })?.kind).toBe('behind');
    const tight = {
      ...slower,
      warnings: [{ code: 'highSlippage' as const, display: '' }],
      meta: { ...slower.meta, slippagePercent: 1, recommendedSlippagePercent: 2 },
    };
    expect(tagOf(tight)?.label).toBe('May be refunded');
    expect(tagOf(tight, { auto: true })?.kind).toBe('behind');
    // A route that enforces nothing is dangerous, whoever chose the tolerance.
    expect(tagOf({ ...wide, expectedBuyAmountMaxSlippage: '0' }, { auto: true })?.label).toBe('No minimum');
  });
});
