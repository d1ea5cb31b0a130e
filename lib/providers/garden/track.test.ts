/** Tracking finds the payment of an order, compares its amounts, and never ends a swap while a payment may exist. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { KnownClients } from '../../chain-clients/test-clients.ts';
import { formatAmount } from '../../domain/amount.ts';
import { deriveSwap } from '../../domain/derive-swap.ts';
import type { TrackedLeg } from '../provider.ts';
import { options } from './testing/bench.ts';
import { gardenDouble, type Json, NOW_MS, ok, refusal } from './testing/garden-double.ts';
import {
  ANSWERED,
  type Asked,
  OUT_BTC,
  orderOf,
  PAID,
  PAID_BTC,
  PAID_OUT,
  PAY_BTC,
  PAY_ETH,
  REFUND_ETH,
  routeOf,
  startTracking,
  type Way,
} from './testing/tracked-orders.ts';

const { bench, look } = startTracking();

describe('an order is given up only when no payment is known anywhere', () => {
  it('not while the payment’s chain knows the given hash, or cannot be asked', async () => {
    const knows = { evm: { transaction: async () => ({ hash: PAY_ETH }) as never } };
    const silent = { evm: { transaction: async () => Promise.reject(new Error('down')) } };
    const empty = { evm: { transaction: async () => undefined } };
    const asked = { hash: PAY_ETH, minutes: 100 };
    expect((await look(orderOf('ethToBtc'), { ...asked, known: knows })).observations).toEqual([]);
    expect((await look(orderOf('ethToBtc'), { ...asked, known: silent })).observations).toEqual([]);
    const { observations, swap } = await look(orderOf('ethToBtc'), { ...asked, known: empty });
    expect(swap.trackingStatus).toBe('failed');
    expect(observations).toMatchObject([{ kind: 'inboundFailed', tx: { hash: PAY_ETH, chain: 'ETH' } }]);
  });

  it('not while something lies at its Bitcoin address', async () => {
    const paid = { utxo: { utxos: async () => [{ txid: PAY_BTC, vout: 0, value: 5n, confirmed: false }] } };
    const empty = { utxo: { utxos: async () => [] } };
    const asked = { way: 'btcToEth' as const, minutes: 76 };
    expect((await look(orderOf('btcToEth'), { ...asked, known: paid })).observations).toEqual([]);
    expect((await look(orderOf('btcToEth'), { ...asked, known: empty })).swap.trackingStatus).toBe('failed');
  });

  it('and by the chain’s clock where this machine’s is behind', async () => {
    const known = {
      evm: { blockNumber: async () => 5, blockTime: async () => NOW_MS / 1000 + 4000 },
    };
    expect((await look(orderOf('ethToBtc'), { minutes: 1, known })).swap.trackingStatus).toBe('failed');
  });
});

describe('the payment of an order', () => {
  it('is found in a list of several deposits, with heights behind them and in any letter case', async () => {
    const two = `${'AA'.repeat(32)}:99, ${PAY_BTC.toUpperCase()}:100`;
    const order = orderOf('btcToEth', { ...PAID_BTC, initiate_tx_hash: two });
    const { swap } = await look(order, { way: 'btcToEth', hash: PAY_BTC });
    expect(swap.inbound?.hash).toBe(PAY_BTC);
    expect((await look(order, { way: 'btcToEth' })).swap.inbound?.hash).toBe('aa'.repeat(32));
  });

  it('is named for an order without a known hash, so that the swap gets its hash', async () => {
    const { observations } = await look(orderOf('ethToBtc', PAID));
    expect(observations.find(({ kind }) => kind === 'providerSeen')).toMatchObject({
      tx: { hash: PAY_ETH, chain: 'ETH' },
    });
  });

  it('is not a foreign hash: another swap does not become this one', async () => {
    const done = orderOf('ethToBtc', PAID, { ...ANSWERED, ...PAID_OUT });
    expect(await look(done, { hash: `0x${'99'.repeat(32)}` })).toMatchObject({ observations: [], stale: false });
  });

  it('is not that of another order, or of one that pays another address', async () => {
    const other = { ...orderOf('ethToBtc', PAID), order_id: 'ff'.repeat(32) };
    expect((await look(other)).observations).toEqual([]);
    const elsewhere = orderOf('ethToBtc', PAID, {
      redeemer: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    });
    expect((await look(elsewhere)).observations).toEqual([]);
  });

  it('is looked up by the hash where no order is known', async () => {
    const order = orderOf('ethToBtc', PAID, { ...ANSWERED, ...PAID_OUT });
    bench.answer(gardenDouble({ list: () => ok({ data: [orderOf('ethToBtc'), order], page: 1 }) }));
    const { orderId: _none, ...route } = routeOf('ethToBtc');
    const leg: TrackedLeg = { route, leg: 0, hash: PAY_ETH, chain: 'ETH', knownSince: NOW_MS };
    const { observations } = await bench.provider().track(leg, options());
    expect(deriveSwap(observations, { now: NOW_MS }).trackingStatus).toBe('completed');
    expect(bench.upstream().calls.at(-1)?.query.get('tx_hash')).toBe(PAY_ETH);
  });
});

describe('amounts', () => {
  it('that differ from the order’s are shown as they are, and named as the reason why it waits', async () => {
    const { swap } = await look(orderOf('btcToEth', { ...PAID_BTC, filled_amount: '900000' }), { way: 'btcToEth' });
    expect(swap.inbound?.amount && formatAmount(swap.inbound.amount)).toBe('0.009');
    expect(swap.heldReason).toContain('0.009 BTC');
    expect(swap.heldReason).toContain('exactly 0.01 BTC');
  });

  it('that differ are the reason for the refund', async () => {
    const refund = { filled_amount: '900000', refund_tx_hash: OUT_BTC, refund_block_number: '250' };
    const { swap } = await look(orderOf('btcToEth', { ...PAID_BTC, ...refund }), { way: 'btcToEth' });
    expect(swap).toMatchObject({ trackingStatus: 'refunded', reason: expect.stringContaining('exactly 0.01 BTC') });
    expect(swap.reasonCode).toBe('wrongAmount');
    expect(swap.refund?.amount?.baseUnits).toBe(900_000n);
  });

  it('that are equal as numbers are equal, however they are written', async () => {
    const { swap } = await look(
      orderOf('ethToBtc', { ...PAID, filled_amount: '0x0f4240', initiate_block_number: '0x64' }),
    );
    expect(swap.heldReason).toBeUndefined();
    expect(swap.inbound?.blockNumber).toBe(100);
  });

  it('paid out are Garden’s actual ones', async () => {
    const { swap } = await look(orderOf('ethToBtc', PAID, { ...ANSWERED, ...PAID_OUT, filled_amount: '996000' }));
    expect(swap.output?.baseUnits).toBe(996_000n);
  });
});

describe('Garden', () => {
  it('that lost the order reports nothing; when it fails the swap is stale', async () => {
    bench.answer(gardenDouble({ order: () => refusal('order not found', 404) }));
    const leg: TrackedLeg = { route: routeOf('ethToBtc'), leg: 0, hash: '', chain: 'ETH', knownSince: NOW_MS };
    expect(await bench.provider().track(leg, options())).toEqual({ observations: [], stale: false });
    for (const reply of [
      { status: 401, json: {} },
      { status: 502, body: '<html>' },
      { json: { status: 'Ok', result: 5 } },
    ]) {
      bench.answer(gardenDouble({ order: () => reply }));
      expect(await bench.provider().track(leg, options())).toEqual({ observations: [], stale: true });
    }
  });

  it('that lacks what the payment’s chain has mined is behind: stale, once it had time to see it', async () => {
    const mined = { evm: { transaction: async () => ({ hash: PAY_ETH, blockNumber: 100 }) as never } };
    const waiting = { evm: { transaction: async () => ({ hash: PAY_ETH }) as never } };
    const paidBtc = { utxo: { transaction: async () => ({ txid: PAY_BTC, blockHeight: 100 }) as never } };
    const stale = async (minutes: number, known: KnownClients, way: Way = 'ethToBtc') =>
      (await look(orderOf(way), { way, hash: way === 'ethToBtc' ? PAY_ETH : PAY_BTC, minutes, known })).stale;
    expect(await stale(0.5, mined)).toBe(false);
    expect(await stale(5, waiting)).toBe(false);
    expect(await stale(5, mined)).toBe(true);
    expect(await stale(100, mined)).toBe(true);
    expect(await stale(5, paidBtc, 'btcToEth')).toBe(true);
  });

  it('reports the same again in equal facts, so that a long wait does not fill the store', async () => {
    const stable = async (order: Json, asked: Asked) => {
      const first = await look(order, { ...asked, minutes: asked.minutes ?? 5 });
      const second = await look(order, { ...asked, minutes: (asked.minutes ?? 5) + 1 });
      expect(second.observations).toEqual(first.observations);
    };
    await stable(orderOf('ethToBtc', PAID), {});
    await stable(orderOf('ethToBtc', PAID, ANSWERED), {});
    await stable(orderOf('ethToBtc', PAID), { minutes: 70 });
    await stable(orderOf('ethToBtc', PAID), { minutes: 3000 });
    await stable(orderOf('ethToBtc'), { minutes: 70 });
    await stable(orderOf('ethToBtc', { ...PAID, refund_tx_hash: REFUND_ETH }), { minutes: 3000 });
  });

  it.each(['v2_evm_order_status', 'v2_solana_order_status', 'v2_starknet_order_status'])(
    'is read in recorded shape: %s has not been paid',
    async (name) => {
      const { result } = JSON.parse(readFileSync(new URL(`./__fixtures__/${name}.json`, import.meta.url), 'utf8'));
      const route = { orderId: result.order_id, destinationAddress: '' };
      expect(await look(result, { route })).toMatchObject({ stale: false });
    },
  );
});
