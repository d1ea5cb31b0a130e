/** Quotes stay as long as they may be needed, and no longer; a paid one is never deleted unless configured. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetOf } from '../domain/asset.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Observation } from '../domain/swap-status.ts';
import type { Store, StoredQuote } from './store.ts';
import { testInstances } from './test-instances.ts';

const draft: RouteDraft = {
  providers: ['THORCHAIN'],
  sell: { asset: assetOf('BTC.BTC'), decimals: 8, baseUnits: 1n },
  expectedBuy: { asset: assetOf('ETH.ETH'), decimals: 18, baseUnits: 7n },
  guaranteedBuy: { asset: assetOf('ETH.ETH'), decimals: 18, baseUnits: 0n },
  sourceAddress: '',
  destinationAddress: '',
  fees: [],
  totalSlippageBps: 12.5,
  legs: [],
  warnings: [],
  pricesUsd: [],
};
let count = 0;
const quote = (createdAt: number): StoredQuote => {
  count += 1;
  const id = `q-${count}-${Math.random().toString(36).slice(2)}`;
  return { id, createdAt, request: {}, response: {}, drafts: [draft] };
};

const { kinds } = testInstances();

describe.each(kinds)('quotes in $kind', ({ open }) => {
  let store: Store;
  let other: Store;
  beforeAll(async () => {
    [store, other] = await open();
  });
  afterAll(async () => {
    await store.close();
    if (other !== store) await other.close();
  });
  const paid = async (saved: StoredQuote) => {
    await store.saveQuote(saved);
    const key = { quoteId: saved.id, routeIndex: 0, hash: `hash-${saved.id}` };
    return { saved, swap: await store.recordSwap({ ...key, chain: 'BTC', now: 5 }) };
  };

  it('clears a price after a day, a payable one later, and a paid one only when configured', async () => {
    const price = quote(-1000);
    const payable = { ...quote(-1000), drafts: [{ ...draft, destinationAddress: '0xabc' }] };
    const young = quote(0);
    for (const one of [price, payable, young]) await store.saveQuote(one);
    const { saved, swap } = await paid(quote(-1000));
    const left = async () =>
      Promise.all([price, payable, young, saved].map(async ({ id }) => Boolean(await store.loadQuote(id))));
    const clearing = { now: 0, unpayableBefore: -1, unpaidBefore: -2000, paidBefore: undefined };
    expect(await store.clearQuotes(clearing)).toEqual({ prices: 1, payable: 0, paid: 0 });
    expect(await left()).toEqual([false, true, true, true]);
    expect(await store.clearQuotes({ ...clearing, unpaidBefore: -1 })).toEqual({ prices: 0, payable: 1, paid: 0 });
    expect(await left()).toEqual([false, false, true, true]);
    // A swap of time 5 is younger than this; and one that is not over stays, however old it is.
    expect(await store.clearQuotes({ ...clearing, unpaidBefore: -1, paidBefore: -1 })).toMatchObject({ paid: 0 });
    await store.setSwapStatus(swap.id, 'swapping');
    expect(await store.clearQuotes({ ...clearing, paidBefore: 6 })).toMatchObject({ paid: expect.any(Number) });
    expect(await store.loadQuote(saved.id)).toBeDefined();
    await store.setSwapStatus(swap.id, 'completed');
    await store.appendObservations(swap.id, [{ kind: 'swapping', at: 1, leg: 0, swapId: 's' }]);
    await store.clearQuotes({ ...clearing, paidBefore: 6 });
    expect(await left()).toEqual([false, false, false, false]);
    expect(await store.loadSwap(swap.id)).toBeUndefined();
    expect(await store.observationsOf(swap.id)).toEqual([]);
  });

  it('never clears a deposit known only to its provider; a missing deposit is not a payment', async () => {
    const waiting = () => ({ ...quote(-1000), drafts: [{ ...draft, orderId: 'order' }] });
    const [deposited, expired, lost] = [waiting(), waiting(), waiting()];
    for (const one of [deposited, expired, lost]) {
      await store.saveQuote(one);
      const swap = await store.findSwap({ quoteId: one.id, routeIndex: 0, hash: '' });
      const end: Observation = { kind: 'inboundFailed', at: 1, reason: 'expired', cause: 'expired' };
      if (one !== deposited) await store.appendObservations(swap?.id ?? '', [end]);
      if (one === lost)
        await store.appendObservations(swap?.id ?? '', [{ kind: 'providerSeen', at: 2, leg: 0, final: false }]);
      await store.setSwapStatus(swap?.id ?? '', one === deposited ? 'swapping' : 'failed');
    }
    await store.clearQuotes({ now: 0, unpayableBefore: -1, unpaidBefore: -1, paidBefore: undefined });
    expect(await store.loadQuote(deposited.id)).toBeDefined();
    expect(await store.loadQuote(expired.id)).toBeUndefined();
    expect(await store.loadQuote(lost.id)).toBeDefined();
    for (const one of [deposited, lost])
      await store.setSwapStatus(
        (await store.findSwap({ quoteId: one.id, routeIndex: 0, hash: '' }))?.id ?? '',
        'failed',
      );
  });

  it('clears thousands of quotes, page after page', async () => {
    const old = Array.from({ length: 600 }, () => quote(-9000));
    for (const one of old) await store.saveQuote(one);
    const clearing = { now: 0, unpayableBefore: -8000, unpaidBefore: -9500, paidBefore: undefined };
    expect((await store.clearQuotes(clearing)).prices).toBe(600);
  });
});
