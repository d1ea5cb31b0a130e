import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { KnownClients } from '../../chain-clients/test-clients.ts';
import { formatAmount } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import { deriveSwap } from '../../domain/derive-swap.ts';
import type { RouteDraft } from '../../domain/route.ts';
import type { TrackedLeg } from '../provider.ts';
import { options, startBench } from './testing/bench.ts';
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
  refusal,
  WBTC,
} from './testing/garden-double.ts';

const bench = startBench();
const PAY_ETH = `0x${'a1'.repeat(32)}`;
const PAY_BTC = 'b1'.repeat(32);
const OUT_ETH = `0x${'c1'.repeat(32)}`;
const OUT_BTC = 'd1'.repeat(32);
const REFUND_ETH = `0x${'e1'.repeat(32)}`;
const at = (minutes: number) => new Date(NOW_MS + minutes * 60_000).toISOString();

const WBTC_ASSET = assetOf(`ETH.WBTC-${WBTC}`);
const BTC_ASSET = assetOf('BTC.BTC');
const amount = (asset: typeof BTC_ASSET, baseUnits: bigint) => ({ asset, decimals: 8, baseUnits });

function routeOf(way: 'ethToBtc' | 'btcToEth'): RouteDraft {
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

type Way = 'ethToBtc' | 'btcToEth';
function orderOf(way: Way, source: Json = {}, destination: Json = {}): Json {
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

type Asked = { way?: Way; hash?: string; minutes?: number; known?: KnownClients; route?: Partial<RouteDraft> };

async function look(order: Json, { way = 'ethToBtc', hash = '', minutes = 5, known = {}, route }: Asked = {}) {
  bench.answer(gardenDouble({ order: () => ok(order) }));
  const draft = { ...routeOf(way), ...route };
  const leg: TrackedLeg = { route: draft, leg: 0, hash, chain: draft.sell.asset.chain, knownSince: NOW_MS };
  const now = NOW_MS + minutes * 60_000;
  const result = await bench.provider(known, { now: () => now }).track(leg, options());
  return { ...result, swap: deriveSwap(result.observations, { now }) };
}

const PAID = {
  initiate_tx_hash: PAY_ETH,
  initiate_block_number: '100',
  current_confirmations: 1,
  filled_amount: '1000000',
  initiate_timestamp: at(1),
};
const PAID_BTC = { ...PAID, initiate_tx_hash: `${PAY_BTC}:100` };
const ANSWERED = { initiate_tx_hash: `${OUT_BTC}:90`, initiate_block_number: '90', initiate_timestamp: at(2) };
const ANSWERED_ETH = { ...ANSWERED, initiate_tx_hash: OUT_ETH };
const PAID_OUT = {
  redeem_tx_hash: OUT_BTC,
  redeem_block_number: '91',
  redeem_timestamp: at(3),
  filled_amount: '997000',
};
const PAID_OUT_ETH = { ...PAID_OUT, redeem_tx_hash: OUT_ETH };

describe('each state of an order', () => {
  it('1. redeemed on an EVM chain: completed, with what arrived', async () => {
    const { swap } = await look(orderOf('btcToEth', PAID_BTC, { ...ANSWERED_ETH, ...PAID_OUT_ETH }), {
      way: 'btcToEth',
    });
    expect(swap).toMatchObject({
      trackingStatus: 'completed',
      stage: 'outbound',
      outcome: 'success',
      swapSeconds: 120,
    });
    expect(swap.outbound).toMatchObject({ hash: OUT_ETH, chain: 'ETH', address: ALICE_ETH, blockNumber: 91 });
    expect(swap.output && formatAmount(swap.output)).toBe('0.00997');
  });

  it('1. redeemed on Bitcoin: the hash suffices', async () => {
    const { swap } = await look(orderOf('ethToBtc', PAID, { ...ANSWERED, ...PAID_OUT, redeem_block_number: '0' }));
    expect(swap).toMatchObject({ trackingStatus: 'completed', outbound: { hash: OUT_BTC, chain: 'BTC' } });
  });

  it('2. the solver has redeemed for a payout on Bitcoin: completed', async () => {
    const { swap } = await look(orderOf('ethToBtc', { ...PAID, redeem_tx_hash: OUT_ETH }, ANSWERED));
    expect(swap.trackingStatus).toBe('completed');
  });

  it('3. redeemed but not mined on an EVM chain: on its way', async () => {
    const order = orderOf('btcToEth', PAID_BTC, { ...ANSWERED_ETH, ...PAID_OUT_ETH, redeem_block_number: '0' });
    expect((await look(order, { way: 'btcToEth' })).swap).toMatchObject({
      trackingStatus: 'swapping',
      stage: 'outbound',
    });
  });

  it('4. refunded: final, with the transaction and the reason', async () => {
    const refund = { refund_tx_hash: REFUND_ETH, refund_block_number: '7400', refund_timestamp: at(1500) };
    const { swap } = await look(orderOf('ethToBtc', { ...PAID, ...refund }), { minutes: 1600 });
    expect(swap).toMatchObject({
      trackingStatus: 'refunded',
      stage: 'refund',
      refund: { tx: { hash: REFUND_ETH, chain: 'ETH' } },
    });
    expect(swap.reason).toContain('sent back');
    expect(swap.reasonCode).toBe('noSolver');
  });

  it('4. a refund that is not mined: on its way', async () => {
    const { swap } = await look(orderOf('ethToBtc', { ...PAID, refund_tx_hash: REFUND_ETH }), { minutes: 1600 });
    expect(swap).toMatchObject({ trackingStatus: 'swapping', stage: 'refund' });
    expect(swap.refund?.reason).toContain(REFUND_ETH);
  });

  it('4. an instant refund says so once it is on the chain', async () => {
    const change = { refund_tx_hash: REFUND_ETH, refund_block_number: '120' };
    const { swap } = await look(orderOf('ethToBtc', { ...PAID, ...change }));
    expect(swap.reason).toContain('before the time lock');
    // Both sides signed it, and Garden gives no reason.
    expect(swap.reasonCode).toBe('refunded');
    const late = { refund_tx_hash: REFUND_ETH, refund_block_number: '7301' };
    expect((await look(orderOf('ethToBtc', { ...PAID, ...late }))).swap.reason).not.toContain('before the time lock');
  });

  it('4. a prepared instant refund is not a refund: the swap goes on to its payout', async () => {
    const prepared = { ...PAID_BTC, instant_refund_tx: '02000000000101' };
    const asked = { way: 'btcToEth' as const };
    const stage = async (out: Json) => (await look(orderOf('btcToEth', prepared, out), asked)).swap.stage;
    expect(await stage({})).toBe('swap');
    expect(await stage(ANSWERED_ETH)).toBe('outbound');
    const { swap } = await look(orderOf('btcToEth', prepared, { ...ANSWERED_ETH, ...PAID_OUT_ETH }), asked);
    expect(swap).toMatchObject({ trackingStatus: 'completed', partialRefund: false });
    expect(swap).not.toHaveProperty('refund');
  });

  it('5. the solver took its money back: a refund is due, even after the payout had been locked', async () => {
    const order = orderOf('ethToBtc', PAID, { ...ANSWERED, refund_tx_hash: OUT_BTC, refund_timestamp: at(30) });
    const { swap } = await look(order, { minutes: 40 });
    expect(swap).toMatchObject({ trackingStatus: 'swapping', stage: 'refund', outcome: 'pending' });
    expect(swap.refund?.reason).toContain('took its money back');
    const back = { refund_tx_hash: REFUND_ETH, refund_block_number: '7400', refund_timestamp: at(1500) };
    const answered = { ...ANSWERED, refund_tx_hash: OUT_BTC, refund_timestamp: at(30) };
    const after = await look(orderOf('ethToBtc', { ...PAID, ...back }, answered), { minutes: 1600 });
    expect(after.swap).toMatchObject({ trackingStatus: 'refunded', reasonCode: 'refunded' });
  });

  it('6. the payout is locked for the user: on its way out, with its amount', async () => {
    const { swap } = await look(orderOf('ethToBtc', PAID, ANSWERED));
    expect(swap).toMatchObject({ trackingStatus: 'swapping', stage: 'outbound' });
    expect(swap.output && formatAmount(swap.output)).toBe('0.00997');
  });

  it('7. no solver answers within the hour: a refund is due, with its time', async () => {
    expect((await look(orderOf('ethToBtc', PAID), { minutes: 59 })).swap.stage).toBe('swap');
    const { swap } = await look(orderOf('ethToBtc', PAID), { minutes: 61 });
    expect(swap).toMatchObject({ trackingStatus: 'swapping', stage: 'refund' });
    expect(swap.refund?.reason).toContain('7200 blocks (about a day)');
    expect(swap.refund?.toAddress).toBe(ALICE_ETH);
  });

  it('7. Bitcoin payments are waited for six hours', async () => {
    const order = orderOf('btcToEth', PAID_BTC);
    expect((await look(order, { way: 'btcToEth', minutes: 300 })).swap.stage).toBe('swap');
    expect((await look(order, { way: 'btcToEth', minutes: 361 })).swap.stage).toBe('refund');
  });

  it('7. when the time lock has run out, the refund is available, and anyone may call it', async () => {
    const height = (blocks: number) => ({ evm: { blockNumber: async () => blocks, blockTime: async () => undefined } });
    const before = await look(orderOf('ethToBtc', PAID), { minutes: 1500, known: height(7300) });
    expect(before.swap.refund?.reason).not.toContain('available');
    const after = await look(orderOf('ethToBtc', PAID), { minutes: 1500, known: height(7301) });
    expect(after.swap.refund?.reason).toContain('the refund is available');
    expect(after.swap.refund?.reason).toContain(HTLC);
    expect(after.swap.trackingStatus).toBe('swapping');
  });

  it.each([
    ['1', '7b9626483b75ac1b86200f1d443358d63b43fe30f09fc5b934aa3bfe9134574a'],
    ['2', '1d86fe6b70e163dc8a1afecf1155dffae726af9df29dd9b8702207089f8070da'],
    ['3', '7b253fea0e8e9fa80d9742d8abfd9ed63dd12feb12ab606a8b982cc40bc70f36'],
  ])('7. the lock is named by its id as version %s of the contract gives it', async (_version, swap_id) => {
    const { swap } = await look(orderOf('ethToBtc', { ...PAID, swap_id }), { minutes: 1500 });
    expect(swap.refund?.reason).toContain(` for the order ${swap_id};`);
  });

  it('7. an id of another lock is not shown: its refund pays another address', async () => {
    const { swap } = await look(orderOf('ethToBtc', { ...PAID, swap_id: 'ab'.repeat(32) }), { minutes: 1500 });
    expect(swap.refund?.reason).toContain(`the refund of ${HTLC} on Ethereum; it pays your own address`);
  });

  it('7. on Arbitrum it runs out by Arbitrum’s own blocks, some thirty hours', async () => {
    const sell = { ...routeOf('ethToBtc').sell, asset: assetOf('ARB.WBTC-0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f') };
    const order = orderOf('ethToBtc', { ...PAID, timelock: 432_000 });
    const reason = async (hours: number) =>
      (await look(order, { minutes: hours * 60, route: { sell } })).swap.refund?.reason;
    expect(await reason(30)).not.toContain('available');
    expect(await reason(32)).toContain('the refund is available');
  });

  it('7. on Bitcoin it is Garden’s key that sends it', async () => {
    const known = { utxo: { tipHeight: async () => 245 } };
    const { swap } = await look(orderOf('btcToEth', PAID_BTC), { way: 'btcToEth', minutes: 1500, known });
    expect(swap.refund?.reason).toContain('Garden’s key');
  });

  it('8. confirmed: being swapped', async () => {
    const { swap } = await look(orderOf('ethToBtc', PAID));
    expect(swap).toMatchObject({ trackingStatus: 'swapping', stage: 'swap' });
    expect(swap.inbound).toMatchObject({ hash: PAY_ETH, confirmations: 1, requiredConfirmations: 1, blockNumber: 100 });
  });

  it('9. seen, and short of confirmations or of a block: pending', async () => {
    const few = orderOf('ethToBtc', { ...PAID, required_confirmations: 5, current_confirmations: 2 });
    expect((await look(few)).swap).toMatchObject({
      trackingStatus: 'pending',
      stage: 'inbound',
      inbound: { confirmations: 2, requiredConfirmations: 5 },
    });
    const mempool = orderOf('btcToEth', {
      ...PAID_BTC,
      initiate_block_number: '0',
      current_confirmations: 0,
      required_confirmations: 0,
    });
    expect((await look(mempool, { way: 'btcToEth' })).swap.trackingStatus).toBe('pending');
  });

  it('10. not paid within its hour: failed, nothing was paid', async () => {
    const { swap } = await look(orderOf('ethToBtc'), { minutes: 66 });
    expect(swap).toMatchObject({ trackingStatus: 'failed', stage: 'inbound' });
    expect(swap.reason).toContain('Nothing was paid');
    expect(swap.reasonCode).toBe('expired');
  });

  it('11. not paid yet: not started', async () => {
    expect(await look(orderOf('ethToBtc'))).toMatchObject({ observations: [], stale: false });
    expect((await look(orderOf('ethToBtc'), { minutes: 64 })).observations).toEqual([]);
  });
});

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
