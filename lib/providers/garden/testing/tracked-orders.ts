/** For this folder's tests: an order of Garden in each state, and the swap that tracking derives from it. */
import type { KnownClients } from '../../../chain-clients/test-clients.ts';
import { assetOf } from '../../../domain/asset.ts';
import { deriveSwap } from '../../../domain/derive-swap.ts';
import type { RouteDraft } from '../../../domain/route.ts';
import type { TrackedLeg } from '../../provider.ts';
import { options, startBench } from './bench.ts';
import {
  ALICE_BTC,
  ALICE_ETH,
  gardenDouble,
  HTLC,
  type Json,
  NOW_MS,
  ORDER_ID,
  ok,
  orderFor,
  WBTC,
} from './garden-double.ts';

export const PAY_ETH = `0x${'a1'.repeat(32)}`;
export const PAY_BTC = 'b1'.repeat(32);
export const OUT_ETH = `0x${'c1'.repeat(32)}`;
export const OUT_BTC = 'd1'.repeat(32);
export const REFUND_ETH = `0x${'e1'.repeat(32)}`;
export const at = (minutes: number) => new Date(NOW_MS + minutes * 60_000).toISOString();

export const WBTC_ASSET = assetOf(`ETH.WBTC-${WBTC}`);
export const BTC_ASSET = assetOf('BTC.BTC');
export const amount = (asset: typeof BTC_ASSET, baseUnits: bigint) => ({ asset, decimals: 8, baseUnits });

export function routeOf(way: 'ethToBtc' | 'btcToEth'): RouteDraft {
  const [from, to] = way === 'ethToBtc' ? [WBTC_ASSET, BTC_ASSET] : [BTC_ASSET, WBTC_ASSET];
  const [sell, buy] = [amount(from, 1_000_000n), amount(to, 997_000n)];
  return {
    providers: ['GARDEN'],
    sell,
    expectedBuy: buy,
    guaranteedBuy: buy,
    sourceAddress: way === 'ethToBtc' ? ALICE_ETH : ALICE_BTC,
    destinationAddress: way === 'ethToBtc' ? ALICE_BTC : ALICE_ETH,
    fees: [],
    totalSlippageBps: 0,
    legs: [{ provider: 'GARDEN', sell, buy, buyAtMaxSlippage: buy }],
    warnings: [],
    pricesUsd: [],
    orderId: ORDER_ID,
    targetAddress: way === 'ethToBtc' ? HTLC : 'bc1p',
    ...(way === 'btcToEth' ? { inboundAddress: 'bc1p' } : {}),
  };
}

export type Way = 'ethToBtc' | 'btcToEth';
export function orderOf(way: Way, source: Json = {}, destination: Json = {}): Json {
  const [from, to] = way === 'ethToBtc' ? ['ethereum:wbtc', 'bitcoin:btc'] : ['bitcoin:btc', 'ethereum:wbtc'];
  const route = routeOf(way);
  const order = orderFor({
    source: { asset: from, owner: route.sourceAddress, amount: '1000000' },
    destination: { asset: to, owner: route.destinationAddress, amount: '997000' },
    solver_id: 's',
  });
  return {
    ...order,
    source_swap: { ...(order.source_swap as Json), ...source },
    destination_swap: { ...(order.destination_swap as Json), ...destination },
  };
}

export type Asked = { way?: Way; hash?: string; minutes?: number; known?: KnownClients; route?: Partial<RouteDraft> };

export const PAID = {
  initiate_tx_hash: PAY_ETH,
  initiate_block_number: '100',
  current_confirmations: 1,
  filled_amount: '1000000',
  initiate_timestamp: at(1),
};
export const PAID_BTC = { ...PAID, initiate_tx_hash: `${PAY_BTC}:100` };
export const ANSWERED = { initiate_tx_hash: `${OUT_BTC}:90`, initiate_block_number: '90', initiate_timestamp: at(2) };
export const ANSWERED_ETH = { ...ANSWERED, initiate_tx_hash: OUT_ETH };
export const PAID_OUT = {
  redeem_tx_hash: OUT_BTC,
  redeem_block_number: '91',
  redeem_timestamp: at(3),
  filled_amount: '997000',
};
export const PAID_OUT_ETH = { ...PAID_OUT, redeem_tx_hash: OUT_ETH };

/** Starts the double; `look` tracks an order as the double returns it. */
export function startTracking() {
  const bench = startBench();
  async function look(order: Json, { way = 'ethToBtc', hash = '', minutes = 5, known = {}, route }: Asked = {}) {
    bench.answer(gardenDouble({ order: () => ok(order) }));
    const draft = { ...routeOf(way), ...route };
    const leg: TrackedLeg = { route: draft, leg: 0, hash, chain: draft.sell.asset.chain, knownSince: NOW_MS };
    const now = NOW_MS + minutes * 60_000;
    const result = await bench.provider(known, { now: () => now }).track(leg, options());
    return { ...result, swap: deriveSwap(result.observations, { now }) };
  }
  return { bench, look };
}
