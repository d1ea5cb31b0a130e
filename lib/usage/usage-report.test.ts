/** Integrators read what they earned: an amount that arrived otherwise than quoted, or came back, changes the fee. */
import { expect, it } from 'vitest';
import type { Store } from '../db/store.ts';
import { withTestStore } from '../db/test-store.ts';
import { type Amount, toBaseUnits } from '../domain/amount.ts';
import { assetOf } from '../domain/asset.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Observation } from '../domain/swap-status.ts';
import { usageByDay, usageOf } from './usage-report.ts';

const DAY = '2026-11-21';
const NOW = Date.parse(`${DAY}T12:00:00Z`);
const db = withTestStore('test');

const amount = (text: string, asset: string, decimals = 8): Amount => ({
  ...{ asset: assetOf(asset), decimals, baseUnits: toBaseUnits(text, decimals, 'exact') ?? 0n },
});
const draft: RouteDraft = {
  ...{ providers: ['CHAINFLIP'], sourceAddress: '', destinationAddress: '', totalSlippageBps: 0 },
  ...{ warnings: [], pricesUsd: [], legs: [] },
  sell: amount('0.5', 'BTC.BTC'),
  expectedBuy: amount('10', 'ETH.ETH', 18),
  guaranteedBuy: amount('9.9', 'ETH.ETH', 18),
  fees: [{ type: 'affiliate', amount: amount('15', 'ETH.USDC', 6), chain: 'ETH', protocol: 'CHAINFLIP' }],
};
const prices = [
  { asset: 'BTC.BTC', price: 100_000 },
  { asset: 'ETH.USDC', price: 1 },
];

async function paid(store: Store, name: string, facts: Observation[]): Promise<string> {
  const response = { routes: [{ meta: { assets: prices } }] };
  await store.saveQuote({ id: name, createdAt: NOW, request: {}, response, drafts: [draft], keyId: 'key_one' });
  const swap = await store.recordSwap({ quoteId: name, routeIndex: 0, hash: name, chain: 'BTC', now: NOW });
  await store.appendObservations(swap.id, facts);
  await store.setSwapStatus(swap.id, 'completed');
  return swap.id;
}
const seenOf = (text: string, decimals = 8): Observation => ({
  ...{ kind: 'inboundSeen', at: NOW, final: true },
  tx: { hash: 'in', chain: 'BTC', amount: amount(text, 'BTC.BTC', decimals) },
});
const usage = async (store: Store) =>
  usageOf(await usageByDay({ keyIds: ['key_one'], from: DAY, to: DAY }, { store, now: () => NOW }));

it('a fee grows and shrinks with what arrived', async () => {
  await paid(db.store, 'double', [seenOf('1', 6)]);
  const { fees, soldUsd, affiliateFeeUsd } = await usage(db.store);
  expect(fees).toEqual([{ provider: 'CHAINFLIP', asset: 'ETH.USDC', amount: '30', usd: '30.00' }]);
  expect([soldUsd, affiliateFeeUsd]).toEqual(['100000.00', '30.00']);
});

it('what was sent back earned nothing', async () => {
  const refund: Observation = {
    ...{ kind: 'refundSent', at: NOW, leg: 0, outputDue: true },
    tx: { hash: 'back', chain: 'BTC', amount: amount('0.1', 'BTC.BTC') },
  };
  await paid(db.store, 'partly', [seenOf('0.5'), refund]);
  expect((await usage(db.store)).fees).toEqual([
    { provider: 'CHAINFLIP', asset: 'ETH.USDC', amount: '12', usd: '12.00' },
  ]);
});

it('a payment that is stored under its channel and under its hash counts once', async () => {
  const { store } = db;
  const response = { routes: [{ meta: { assets: prices } }] };
  const ordered = { ...draft, orderId: 'order' };
  await store.saveQuote({ id: 'twice', createdAt: NOW, request: {}, response, drafts: [ordered], keyId: 'key_one' });
  const waiting = await store.findSwapOfRoute({ quoteId: 'twice', routeIndex: 0 });
  const reported = await store.recordSwap({ quoteId: 'twice', routeIndex: 0, hash: 'in', chain: 'BTC', now: NOW });
  await store.setSwapStatus(waiting?.id ?? '', 'completed');
  expect(await usage(db.store)).toMatchObject({ swaps: 1, completed: 1 });
  await store.setSwapStatus(reported.id, 'completed');
  expect(await usage(db.store)).toMatchObject({ swaps: 1, completed: 1, affiliateFeeUsd: '15.00' });
});
