import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareRoutes, type Measure, RECOMMENDED_RULE, rankRoutes } from './rank-order.ts';
import { ROUTE_TAGS } from './route.ts';

const values = fc.option(fc.oneof(fc.integer({ min: -3, max: 5 }), fc.double({ noNaN: true, min: -10, max: 1e6 })), {
  nil: undefined,
});
const measures: fc.Arbitrary<Measure> = fc.record({
  valueAfterAllFeesUsd: values,
  expectedBuyBaseUnits: fc.oneof(fc.bigInt({ min: 0n, max: 4n }), fc.bigInt({ min: 0n, max: 10n ** 20n })),
  totalSeconds: fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: undefined }),
  providerIndex: fc.integer({ min: 0, max: 11 }),
  belowTolerance: fc.boolean(),
});
const itself = (measure: Measure) => measure;
const holderOf = (routes: readonly Measure[], tag: string) =>
  rankRoutes(routes, itself).find((route) => route.tags.some((one) => one.tag === tag))?.item;
const reasonOf = (routes: readonly Measure[], tag: string) =>
  rankRoutes(routes, itself)
    .flatMap((route) => route.tags)
    .find((one) => one.tag === tag)?.reason;
const route = (value: number | undefined, output: bigint, seconds: number | undefined, providerIndex = 0): Measure => ({
  valueAfterAllFeesUsd: value,
  expectedBuyBaseUnits: output,
  totalSeconds: seconds,
  belowTolerance: false,
  providerIndex,
});

describe('compareRoutes', () => {
  it('is a total order: antisymmetric, transitive, and 0 only between routes that measure the same', () => {
    fc.assert(
      fc.property(measures, measures, measures, (a, b, c) => {
        expect(Math.sign(compareRoutes(a, b)) + Math.sign(compareRoutes(b, a))).toBe(0);
        if (compareRoutes(a, b) <= 0 && compareRoutes(b, c) <= 0) expect(compareRoutes(a, c)).toBeLessThanOrEqual(0);
        if (compareRoutes(a, b) === 0) expect({ ...a, x: 0 }).toEqual({ ...b, x: 0 });
        expect(compareRoutes(a, a)).toBe(0);
      }),
    );
  });
});

describe('rankRoutes', () => {
  it('keeps every route, puts each tag on exactly one, and the recommended one first', () => {
    fc.assert(
      fc.property(fc.array(measures, { maxLength: 12 }), (routes) => {
        const ranked = rankRoutes(routes, itself);
        expect(ranked.length).toBe(routes.length);
        expect(new Set(ranked.map((one) => one.item))).toEqual(new Set(routes));
        if (routes.length === 0) return;
        const tags = ranked.flatMap((one) => one.tags.map((tag) => tag.tag));
        expect([...tags].sort()).toEqual([...ROUTE_TAGS].sort());
        expect(ranked[0]?.tags.some((tag) => tag.tag === 'RECOMMENDED')).toBe(true);
        for (const { reason } of ranked.flatMap((one) => one.tags))
          expect(reason).not.toMatch(/NaN|Infinity|undefined|-/);
      }),
    );
  });

  it('gives the same order whichever provider answered first', () => {
    fc.assert(
      fc.property(
        fc
          .uniqueArray(measures, { maxLength: 8, selector: (measure) => measure.providerIndex })
          .chain((routes) => fc.tuple(fc.constant(routes), fc.shuffledSubarray(routes, { minLength: routes.length }))),
        ([routes, shuffled]) => void expect(rankRoutes(shuffled, itself)).toEqual(rankRoutes(routes, itself)),
      ),
    );
  });

  it('keeps routes that measure the same in the order in which they came', () => {
    const twins = ['a', 'b', 'c'].map((name) => ({ name, measure: route(1, 1n, 1) }));
    expect(rankRoutes(twins, (twin) => twin.measure).map((one) => one.item.name)).toEqual(['a', 'b', 'c']);
  });

  it('gives CHEAPEST to the highest output and FASTEST to the least time, for any set', () => {
    fc.assert(
      fc.property(fc.array(measures, { minLength: 1, maxLength: 8 }), (routes) => {
        const cheapest = holderOf(routes, 'CHEAPEST');
        const fastest = holderOf(routes, 'FASTEST');
        for (const one of routes) {
          expect((cheapest?.expectedBuyBaseUnits ?? -1n) >= one.expectedBuyBaseUnits).toBe(true);
          expect(fastest?.totalSeconds ?? Number.MAX_VALUE).toBeLessThanOrEqual(one.totalSeconds ?? Number.MAX_VALUE);
        }
      }),
    );
  });

  it('sorts the rest by value after all fees', () => {
    fc.assert(
      fc.property(
        fc.array(
          measures.filter((one) => one.valueAfterAllFeesUsd !== undefined),
          { maxLength: 8 },
        ),
        (routes) => {
          const [, ...rest] = rankRoutes(routes, itself).map((one) => one.item.valueAfterAllFeesUsd ?? 0);
          expect(rest).toEqual([...rest].sort((a, b) => b - a));
        },
      ),
    );
  });

  it('breaks ties by the higher output, then by the shorter time', () => {
    const slow = route(10, 100n, 600, 0);
    const quick = route(9, 100n, 60, 1);
    expect(holderOf([slow, quick], 'CHEAPEST')).toBe(quick);
    const more = route(9, 101n, 60, 2);
    expect(holderOf([quick, more], 'FASTEST')).toBe(more);
  });

  it('recommends the best value, unless another takes half the time for at most 0.1 % of the value and 5 USD', () => {
    for (const phrase of ['half the time', '0.1 %', '5 USD']) expect(RECOMMENDED_RULE).toContain(phrase);
    const best = route(1000, 1000n, 3600);
    expect(holderOf([best, route(999, 990n, 1800, 1)], 'RECOMMENDED')?.providerIndex).toBe(1);
    expect(holderOf([best, route(998.9, 1000n, 1800, 1)], 'RECOMMENDED')).toBe(best);
    expect(holderOf([best, route(999, 999n, 1801, 1)], 'RECOMMENDED')).toBe(best);
    expect(holderOf([best, route(999.9, 999n, 1800, 1), route(999, 996n, 60, 2)], 'RECOMMENDED')?.providerIndex).toBe(
      2,
    );
    expect(holderOf([route(1000, 1000n, undefined), route(999, 999n, 1, 1)], 'RECOMMENDED')?.providerIndex).toBe(0);
  });

  it('trades no more than 5 USD for speed, however much is sold', () => {
    const best = route(387_000, 1000n, 3600);
    expect(holderOf([best, route(386_995, 999n, 600, 1)], 'RECOMMENDED')?.providerIndex).toBe(1);
    expect(holderOf([best, route(386_994.9, 999n, 600, 1)], 'RECOMMENDED')).toBe(best);
  });

  it('compares amounts for all as soon as one price is missing, and then trades nothing for speed', () => {
    const unpriced = route(undefined, 1010n, 100, 1);
    expect(rankRoutes([route(1000, 1000n, 100), unpriced], itself)[0]?.item).toBe(unpriced);
    expect(holderOf([route(undefined, 1000n, 3600), route(5, 999n, 60, 1)], 'RECOMMENDED')?.providerIndex).toBe(0);
  });

  it('recommends a route that guarantees less than the tolerance allows only when every route does', () => {
    const loose = { ...route(1000, 1000n, 60), belowTolerance: true };
    const kept = route(900, 900n, 600, 1);
    const ranked = rankRoutes([loose, kept], itself);
    expect(ranked.map(({ item }) => item)).toEqual([kept, loose]);
    expect(reasonOf([loose, kept], 'RECOMMENDED')).toBe('the only route that keeps to your tolerance');
    expect(reasonOf([loose, kept, route(890, 890n, 600, 2)], 'RECOMMENDED')).toBe(
      'best value after all fees of the routes that keep to your tolerance, 1.1 % more than the next',
    );
    expect(holderOf([loose, { ...kept, belowTolerance: true }], 'RECOMMENDED')).toBe(loose);
    expect(RECOMMENDED_RULE).toContain('tolerance');
  });

  it('speaks of the output, not of value after fees, when a price is missing', () => {
    const routes = [route(undefined, 1010n, 100), route(undefined, 1000n, 100, 1)];
    expect(reasonOf(routes, 'RECOMMENDED')).toBe('most received, 1 % more than the next');
  });

  it('gives the reason in numbers', () => {
    const best = route(1000, 1000n, 1020);
    const quick = route(980, 997n, 300, 1);
    expect(reasonOf([best, quick], 'CHEAPEST')).toBe('most received, 0.3 % more than the next');
    expect(reasonOf([best, quick], 'FASTEST')).toBe('done 12 min sooner than the next');
    expect(reasonOf([best, quick], 'RECOMMENDED')).toBe('best value after all fees, 2 % more than the next');
    expect(reasonOf([best, route(999.5, 997n, 300, 1)], 'RECOMMENDED')).toBe(
      '0.05 % below the best value, done 12 min sooner',
    );
    expect(reasonOf([best], 'FASTEST')).toBe('the only route');
    expect(reasonOf([route(1, 1n, 10), route(1, 1n, 55, 1)], 'CHEAPEST')).toBe(
      'most received, as much as the next and 45 s sooner',
    );
  });
});
