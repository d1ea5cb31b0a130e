/** Tracking turns each state of an order into the state of the swap, with its transactions, amounts and reasons. */
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import { ALICE_ETH, HTLC, type Json } from './testing/garden-double.ts';
import {
  ANSWERED,
  ANSWERED_ETH,
  at,
  OUT_BTC,
  OUT_ETH,
  orderOf,
  PAID,
  PAID_BTC,
  PAID_OUT,
  PAID_OUT_ETH,
  PAY_ETH,
  REFUND_ETH,
  routeOf,
  startTracking,
} from './testing/tracked-orders.ts';

const { look } = startTracking();

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
