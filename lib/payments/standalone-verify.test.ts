/** A program has a signed allowance checked with the route that it stands in for the approvals of, and only its own. */
import { expect, it } from 'vitest';
import honest from './__fixtures__/honest-routes.json' with { type: 'json' };
import { verifyRoute } from './standalone-verify.ts';
import type { Honest } from './testing/lies.ts';
import { byPermit } from './testing/permit.ts';

const CASES = (honest as unknown as readonly Honest[]).flatMap(byPermit);

it('of one leg and of two is among the fixtures', () => {
  expect(new Set(CASES.map(({ route }) => route.providers?.[0]))).toEqual(new Set(['ONEINCH', 'ONEINCH->CHAINFLIP']));
});

it.each(CASES)('passes where the program names it, whatever the answer names: %#', ({ asked, route, at }) => {
  const { permit } = route.meta;
  expect(verifyRoute(asked, route, { ...at, permit })).toEqual([]);
  expect(verifyRoute(asked, route, at).map(({ field }) => field)).toEqual(['routerSwap.function']);
});
