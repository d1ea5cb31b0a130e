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
      { tag: 'FASTEST', name: 'Fastest', reason: '5 min sooner than the next' },
    ]);
  });
  it('says of one that is recommended for its speed what it costs', () => {
    const quick = testRoute('GARDEN', { buy: '49.4', total: 300, meta: { tags: ['RECOMMENDED', 'FASTEST'] } });
    const best = testRoute('CHAINFLIP', { buy: '49.5', total: 900, meta: { tags: ['CHEAPEST'] } });
    expect(tagsOf(t, quick, [quick, best]).map(({ reason }) => reason)).toEqual([
      '$200.00 less than the best, and 10 min sooner',
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
