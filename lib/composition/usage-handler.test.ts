/** An integrator reads its own use, of all its keys, and nobody else’s. */

import { expect, it, vi } from 'vitest';
import { withTestStore } from '../db/test-store.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { Caller } from '../http/caller.ts';
import { type EndpointInput, problemFor } from '../http/endpoint.ts';
import { usageAnswers } from './usage-handler.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const db = withTestStore('file');
const counted = (keyId: string, day: string, amount: number) => ({
  keyId,
  day,
  name: 'requests POST /v1/quote',
  amount,
});

async function integrator(id: string): Promise<Caller> {
  const known = { id, name: id, embedId: `emb_${id}`, embedOrigins: [] };
  const key = (keyId: string) => ({ id: keyId, hash: keyId, prefix: 'ptg_x' });
  await db.store.createIntegrator({ integrator: known, key: key(`${id}_old`), now: 1 });
  await db.store.rotateKey({ integratorId: id, key: key(`${id}_new`), graceUntil: 2, now: 2 });
  return { kind: 'integrator', keyId: `${id}_new`, integrator: known };
}

async function ask(caller: Caller, query = '') {
  const request: ApiRequest = new Request('http://127.0.0.1:3000/v1/usage');
  const flush = vi.fn(async () => undefined);
  const answer = usageAnswers({ store: db.store, now: () => NOW, accessControl: { usage: { flush } } });
  try {
    // The handler reads no other field.
    const result = await answer({ request, caller, query: new URLSearchParams(query) } as EndpointInput);
    expect(flush).toHaveBeenCalledOnce();
    return result instanceof Response ? {} : (result.body as Record<string, unknown>);
  } catch (error) {
    return problemFor(error, { request, requestId: 'r', log: () => undefined });
  }
}

it('adds up all keys of the integrator, those that have ended included, and no other’s', async () => {
  const [shop, other] = [await integrator('int_shop'), await integrator('int_other')];
  await db.store.addUsage([
    counted('int_shop_old', '2026-11-20', 3),
    counted('int_shop_new', '2026-11-20', 4),
    counted('int_shop_new', '2026-11-21', 5),
    counted('int_shop_old', '2026-10-01', 100),
    counted('int_other_new', '2026-11-21', 1000),
  ]);
  const requests = (count: number) => ({ requests: { 'POST /v1/quote': count } });
  expect(await ask(shop)).toMatchObject({
    from: '2026-10-23',
    to: '2026-11-21',
    total: requests(12),
    days: [
      { day: '2026-11-20', ...requests(7) },
      { day: '2026-11-21', ...requests(5) },
    ],
  });
  expect(await ask(shop, 'from=2026-10-01&to=2026-10-01')).toMatchObject({ total: requests(100) });
  expect(await ask(other)).toMatchObject({ total: requests(1000) });
});

it('needs a key, and days', async () => {
  const shop: Caller = {
    kind: 'integrator',
    keyId: 'k',
    integrator: { id: 'i', name: 'i', embedId: 'e', embedOrigins: [] },
  };
  expect(await ask({ kind: 'anonymous', address: '192.0.2.1' })).toMatchObject({ status: 401 });
  for (const query of ['from=yesterday', 'from=2026-11-22', 'from=2026-01-01', 'from=2026-11-21T06:00:00Z'])
    expect(await ask(shop, query), query).toMatchObject({ status: 400, errors: [{ field: 'from' }] });
});
