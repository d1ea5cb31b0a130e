/** Without these routes, a swap that was paid here would be lost with the deployment's database. */
import { expect, it } from 'vitest';
import { testRoute } from '../routes/test-routes.ts';
import { keepSigned, signedRoute } from './signed-routes.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}
const streamingRoute = testRoute('THORCHAIN');
const signed = {
  ...streamingRoute,
  meta: { ...streamingRoute.meta, signature: `${'a'.repeat(20)}..${'b'.repeat(86)}` },
};

it('the route comes back as it was signed, whatever later versions of it say', () => {
  const storage = memory();
  keepSigned({ quoteId: 'q', routeIndex: 0, route: signed }, storage);
  keepSigned({ quoteId: 'q', routeIndex: 0, route: { ...signed, sellAmount: '9' } }, storage);
  expect(signedRoute({ quoteId: 'q', routeIndex: 0 }, storage)).toEqual(signed);
  expect(signedRoute({ quoteId: 'q', routeIndex: 1 }, storage)).toBeUndefined();
});

it('an unsigned route is not kept, and the oldest routes are dropped first', () => {
  const storage = memory();
  keepSigned({ quoteId: 'unsigned', routeIndex: 0, route: streamingRoute }, storage);
  expect(signedRoute({ quoteId: 'unsigned', routeIndex: 0 }, storage)).toBeUndefined();
  for (let index = 0; index < 21; index += 1) keepSigned({ quoteId: 'q', routeIndex: index, route: signed }, storage);
  expect(signedRoute({ quoteId: 'q', routeIndex: 0 }, storage)).toBeUndefined();
  expect(signedRoute({ quoteId: 'q', routeIndex: 20 }, storage)).toEqual(signed);
});

it('text that is no list of routes counts as empty', () => {
  const storage = memory();
  storage.setItem('portage.swaps.signed', '{"a":1}');
  expect(signedRoute({ quoteId: 'q', routeIndex: 0 }, storage)).toBeUndefined();
});
