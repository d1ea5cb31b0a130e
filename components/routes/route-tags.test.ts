import { describe, expect, it } from 'vitest';
import { createText } from '../../lib/i18n/text.ts';
import { cardTags, tagsOf } from './route-tags.ts';
import { testRoute } from './test-routes.ts';

const t = createText('en');

describe('why a route carries a tag', () => {
  const recommended = testRoute('CHAINFLIP', { buy: '49.5', total: 600, meta: { tags: ['RECOMMENDED', 'CHEAPEST'] } });
  const fastest = testRoute('GARDEN', { buy: '49.25', total: 300, meta: { tags: ['FASTEST'] } });

  it('is told in money and time against the next', () => {
    const all = [recommended, fastest];
    expect(tagsOf(t, recommended, all)).toEqual([
      { tag: 'RECOMMENDED', name: 'Recommended', reason: '$500.00 more than the next after all fees' },
      { tag: 'CHEAPEST', name: 'Most received' },
    ]);
    expect(tagsOf(t, fastest, all)).toEqual([
      { tag: 'FASTEST', name: 'Fastest', reason: '5 min faster, $500.00 less' },
    ]);
  });
  it('offers the fastest beside the recommended one by what it saves and costs, also where a third is nearer', () => {
    const third = testRoute('THORCHAIN', { buy: '49.3', total: 330 });
    const [told] = tagsOf(t, fastest, [recommended, third, fastest]);
    expect(told?.reason).toBe('5 min faster, $500.00 less');
  });
  it('says of one that is recommended for its guarantee that it keeps to the slippage', () => {
    const meta = { slippagePercent: 1 };
    const loose = testRoute('CHAINFLIP', {
      buy: '49.5',
      total: 300,
      expectedBuyAmountMaxSlippage: '48',
      meta: { ...meta, tags: ['CHEAPEST', 'FASTEST'] },
    });
    const kept = testRoute('THORCHAIN', { total: 600, meta: { ...meta, tags: ['RECOMMENDED'] } });
    expect(tagsOf(t, kept, [kept, loose])[0]?.reason).toBe('keeps to your slippage');
  });
  it('says of one that is recommended for its speed what it costs', () => {
    const quick = testRoute('GARDEN', { buy: '49.4', total: 300, meta: { tags: ['RECOMMENDED', 'FASTEST'] } });
    const best = testRoute('CHAINFLIP', { buy: '49.5', total: 900, meta: { tags: ['CHEAPEST'] } });
    expect(tagsOf(t, quick, [quick, best]).map(({ reason }) => reason)).toEqual([
      '10 min faster, $200.00 less',
      '10 min sooner than the next',
    ]);
  });
  it('leaves a card no more than two, the recommended one first, and none where there is nothing to compare with', () => {
    const all = testRoute('CHAINFLIP', { meta: { tags: ['RECOMMENDED', 'CHEAPEST', 'FASTEST'] } });
    expect(tagsOf(t, all, [all])).toEqual([]);
    const two = cardTags([...tagsOf(t, fastest, [all, fastest]), ...tagsOf(t, all, [all, fastest])]);
    expect(two.map(({ tag }) => tag)).toEqual(['RECOMMENDED', 'FASTEST']);
  });
});
