/** An integrator finds each of its swaps once, whatever page it is on, and a table that a spreadsheet reads. */

import { beforeAll, expect, it } from 'vitest';
import { clientsWith } from '../chain-clients/test-clients.ts';
import { readSettings } from '../config/env.ts';
import { withTestStore } from '../db/test-store.ts';
import { assetOf } from '../domain/asset.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import { out, paid, refundSent, seenFinal, sent, T0 } from '../domain/test-observations.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { Caller } from '../http/caller.ts';
import { type EndpointInput, problemFor } from '../http/endpoint.ts';
import { swapsAnswers } from './swaps-handler.ts';

const db = withTestStore('file');
const callerOf = (id: string): Caller => ({
  ...{ kind: 'integrator', keyId: `${id}_key` },
  integrator: { id, name: id, embedId: `emb_${id}`, embedOrigins: [] },
});
const [SHOP, OTHER] = [callerOf('int_shop'), callerOf('int_other')];

const HOLDER = '0x9Ac64Cc6e4415144C455BD8E4837Fea55603e5c3';
const draftOf = (provider: ProviderId, sell = 'BTC.BTC', sourceAddress = ''): RouteDraft => ({
  ...{ providers: [provider], sourceAddress, destinationAddress: '0xabc', totalSlippageBps: 0 },
  ...{ legs: [], warnings: [], pricesUsd: [], fees: [] },
  sell: { asset: assetOf(sell), decimals: 8, baseUnits: 90_000_000n },
  expectedBuy: { asset: assetOf('ETH.ETH'), decimals: 18, baseUnits: 15n * 10n ** 18n },
  guaranteedBuy: { asset: assetOf('ETH.ETH'), decimals: 18, baseUnits: 14n * 10n ** 18n },
});

/** Five swaps of the shop's, of one time two by two, and one of another's. */
beforeAll(async () => {
  const { store } = db;
  for (const { kind, integrator, keyId } of [SHOP, OTHER].flatMap((one) => (one.kind === 'integrator' ? [one] : []))) {
    expect(kind).toBe('integrator');
    await store.createIntegrator({ integrator, key: { id: keyId, hash: keyId, prefix: 'ptg_x' }, now: 1 });
  }
  for (const n of [0, 1, 2, 3, 4, 5]) {
    const drafts = [draftOf(n % 2 === 0 ? 'THORCHAIN' : 'CHAINFLIP')];
    const keyId = n === 5 ? 'int_other_key' : 'int_shop_key';
    await store.saveQuote({ id: `q${n}`, createdAt: 1, request: {}, response: { routes: [] }, drafts, keyId });
    const now = T0 + Math.floor(n / 2) * 1000;
    const swap = await store.recordSwap({ quoteId: `q${n}`, routeIndex: 0, hash: `h${n}`, chain: 'BTC', now });
    await store.appendObservations(swap.id, n === 4 ? [seenFinal, refundSent] : [seenFinal, sent]);
    await store.setSwapStatus(swap.id, n === 4 ? 'refunded' : 'completed');
  }
});

async function ask(query: string, caller = SHOP, headers: Record<string, string> = {}) {
  const request: ApiRequest = new Request(`http://127.0.0.1:3000/v1/swaps?${query}`, { headers });
  const deps = { store: db.store, now: () => T0, settings: readSettings({}), chainClients: clientsWith({}) };
  const answer = swapsAnswers(deps);
  try {
    // The handler reads no other field.
    return await answer({ request, caller, query: new URLSearchParams(query) } as EndpointInput);
  } catch (error) {
    return { body: problemFor(error, { request, requestId: 'r', log: () => undefined }) };
  }
}
type Page = { swaps: { quoteId: string }[]; next?: string };
async function page(query: string, caller = SHOP): Promise<Page> {
  const result = await ask(query, caller);
  if (result instanceof Response) throw new Error('JSON was expected');
  return result.body as Page;
}
const ids = ({ swaps }: Page) => swaps.map(({ quoteId }) => quoteId);

it.each([1, 2, 3, 5])('by %i a page: each swap once, newest first', async (limit) => {
  const found: string[] = [];
  let cursor = '';
  do {
    const { swaps, next = '' } = await page(`limit=${limit}&cursor=${cursor}`);
    found.push(...swaps.map(({ quoteId }) => quoteId));
    cursor = next;
  } while (cursor !== '');
  expect(found).toHaveLength(5);
  expect(found[0]).toBe('q4');
  expect(new Set(found.slice(1, 3))).toEqual(new Set(['q2', 'q3']));
  expect(new Set(found.slice(3))).toEqual(new Set(['q0', 'q1']));
});

it('has what was quoted, what arrived, and what came back with its code', async () => {
  const { swaps } = await page('');
  expect(swaps.find(({ quoteId }) => quoteId === 'q3')).toEqual({
    ...{ quoteId: 'q3', routeIndex: 0, provider: 'CHAINFLIP', status: 'completed', chain: 'BTC', hash: 'h3' },
    ...{ sellAsset: 'BTC.BTC', sellAmount: '1', buyAsset: 'ETH.ETH', recipient: '0xabc' },
    ...{ expectedBuyAmount: '15', expectedBuyAmountMaxSlippage: '14' },
    createdAt: new Date(T0 + 1000).toISOString(),
    endedAt: new Date(sent.at).toISOString(),
    received: { asset: 'ETH.ETH', amount: '15', hash: out.hash },
  });
  expect(swaps[0]).toMatchObject({
    quoteId: 'q4',
    refund: { asset: 'BTC.BTC', amount: '0.4' },
    reasonCode: 'refunded',
  });
  expect(swaps[0]).not.toHaveProperty('received');
  expect(paid.hash).not.toBe('h3');
});

it('chooses by status, provider, chain and time, and shows nobody else’s', async () => {
  expect(ids(await page('status=refunded'))).toEqual(['q4']);
  expect(new Set(ids(await page('provider=CHAINFLIP')))).toEqual(new Set(['q1', 'q3']));
  expect(ids(await page('chain=ETH'))).toEqual([]);
  expect(ids(await page(`since=${new Date(T0 + 2000).toISOString()}`))).toEqual(['q4']);
  expect(ids(await page(`until=${new Date(T0 + 1000).toISOString()}`))).toHaveLength(2);
  expect(ids(await page('', OTHER))).toEqual(['q5']);
});

it('a filter by provider goes on behind swaps that it leaves out', async () => {
  const first = await page('provider=CHAINFLIP&limit=1');
  const second = await page(`provider=CHAINFLIP&limit=1&cursor=${first.next}`);
  expect(new Set([...ids(first), ...ids(second)])).toEqual(new Set(['q1', 'q3']));
});

it.each(['status=not_started', 'provider=NOBODY', 'chain=XYZ', 'since=yesterday', 'limit=0', 'cursor=1', 'format=xml'])(
  '%s is 400 and named',
  async (query) => {
    const [field] = query.split('=');
    expect(await page(query)).toMatchObject({ status: 400, errors: [{ field }] });
  },
);

it('as CSV: a line for each swap, and where the next page is', async () => {
  for (const result of [await ask('format=csv&limit=2'), await ask('limit=2', SHOP, { accept: 'text/csv' })]) {
    if (!(result instanceof Response)) throw new Error('CSV was expected');
    const lines = (await result.text()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(
      /^2025-.*,refunded,refunded,THORCHAIN,BTC.BTC,1,ETH.ETH,15,14,,,BTC.BTC,0.4,0xabc,BTC,h4,,cc,q4,0$/,
    );
    expect(result.headers.get('link')).toMatch(/^<\/v1\/swaps\?.*cursor=\d+\.[0-9a-f-]+>; rel="next"$/);
  }
});

it('the token of an address reads the swaps that it pays, by any key or none, with filter and pages', async () => {
  const { store } = db;
  for (const [n, sell] of ['ETH.ETH', 'AVAX.AVAX', 'ETH.ETH'].entries()) {
    const id = `own${n}`;
    const drafts = [draftOf('THORCHAIN', sell, n === 2 ? '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' : HOLDER)];
    const keyId = n === 1 ? { keyId: 'int_other_key' } : {};
    await store.saveQuote({ id, createdAt: 1, request: {}, response: { routes: [] }, drafts, ...keyId });
    const chain = sell === 'ETH.ETH' ? 'ETH' : 'AVAX';
    const swap = await store.recordSwap({ quoteId: id, routeIndex: 0, hash: `0x${n}`, chain, now: T0 + n });
    await store.appendObservations(swap.id, [seenFinal]);
    await store.setSwapStatus(swap.id, 'swapping');
  }
  const address = HOLDER.toLowerCase();
  await store.addToken('everywhere', { address }, T0 + 1);
  await store.addToken('on-eth', { address, chain: 'ETH' }, T0 + 1);
  await store.addToken('over', { address }, T0);
  const nobody: Caller = { kind: 'anonymous', address: '192.0.2.1' };
  const own = async (query: string, token: string, caller: Caller = nobody) =>
    (await ask(query, caller, { authorization: `Bearer ${token}` })) as { body: Page & { status?: number } };
  expect(ids((await own('', 'everywhere')).body)).toEqual(['own1', 'own0']);
  expect(ids((await own('', 'everywhere', SHOP)).body)).toEqual(['own1', 'own0']);
  expect(ids((await own('chain=AVAX', 'everywhere')).body)).toEqual(['own1']);
  const first = (await own('limit=1', 'everywhere')).body;
  expect(ids((await own(`limit=1&cursor=${first.next}`, 'everywhere')).body)).toEqual(['own0']);
  // An account by code was asked on one chain: elsewhere the address may be somebody else's.
  expect(ids((await own('', 'on-eth')).body)).toEqual(['own0']);
  expect(ids((await own('chain=AVAX', 'on-eth')).body)).toEqual([]);
  expect((await own('', 'over')).body.status).toBe(401);
  expect((await own('', 'invented', SHOP)).body.status).toBe(401);
});

it('needs a key', async () => {
  expect(await page('', { kind: 'anonymous', address: '192.0.2.1' })).toMatchObject({ status: 401 });
});
