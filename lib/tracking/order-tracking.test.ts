/** Swaps by order are tracked to their end, regardless of the payer and of what is known first. */
import { describe, expect, it } from 'vitest';
import { TYPED_DATA, testPreparation } from '../db/test-preparations.ts';
import { withTestStore } from '../db/test-store.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Observation } from '../domain/swap-status.ts';
import { observeIntervalMs } from './schedule.ts';
import { CALL, HTLC, routeBy, SENDER, trackedOrder } from './test-order.ts';
import { START as at, newHash, PAYOUT } from './test-tracked-swap.ts';
import { bitcoin, ether, paymentTx, VAULT } from './test-world.ts';

const db = withTestStore();
const RELAYER = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0';

const deposit = (over: Partial<RouteDraft> = {}) =>
  routeBy('GARDEN', { orderId: newHash(), inboundAddress: VAULT, targetAddress: VAULT, ...over });

const locked = (over: Partial<RouteDraft> = {}) =>
  routeBy('GARDEN', {
    orderId: newHash(),
    sell: ether('1'),
    expectedBuy: bitcoin('0.03'),
    destinationAddress: VAULT,
    sourceAddress: SENDER,
    targetAddress: HTLC,
    typedData: TYPED_DATA,
    tx: { type: 'EVM', tx: CALL },
    ...over,
  });

const paid = (hash: string, chain: 'BTC' | 'ETH' = 'BTC', final = true): Observation => ({
  kind: 'providerSeen',
  at,
  leg: 0,
  final,
  tx: { hash, chain },
});

const sent = (chain: 'BTC' | 'ETH' = 'ETH'): Observation => ({
  kind: 'outboundSent',
  at: at + 1,
  leg: 0,
  refundDue: false,
  tx: {
    hash: chain === 'ETH' ? PAYOUT : PAYOUT.slice(2),
    chain,
    amount: chain === 'ETH' ? ether('9.9') : bitcoin('0.0299'),
  },
});

describe('an order by its quote alone', () => {
  it('waits, is asked for by order id, gets its payment’s hash from the provider, and completes', async () => {
    const { poll, says, provider, quoteId } = await trackedOrder(db.store, deposit());
    expect(await poll()).toMatchObject({ success: true, trackingStatus: 'not_started', stage: 'inbound' });
    expect(provider.asked.map(({ hash, chain }) => [hash, chain])).toEqual([['', 'BTC']]);
    const hash = newHash();
    says(paid(hash));
    expect(await poll(10)).toMatchObject({ trackingStatus: 'swapping' });
    expect((await poll(10)).data.quoteInfo?.trackParams?.hash).toBe(hash);
    says(paid(hash), sent());
    const body = await poll(10);
    expect(body).toMatchObject({
      trackingStatus: 'completed',
      data: { trackMeta: { outputTxHash: PAYOUT }, route: { actualBuyAmount: '9.9' } },
    });
    expect(await poll(0, hash)).toMatchObject({ trackingStatus: 'completed', data: { quoteInfo: { quoteId } } });
  });

  it('that is not paid in time has failed, with a sentence that says so, and stays failed', async () => {
    const { poll, says } = await trackedOrder(db.store, deposit());
    await poll();
    says({ kind: 'inboundFailed', at, reason: 'Nothing was paid, and the order has expired.' });
    const body = await poll(3600);
    expect(body).toMatchObject({ success: true, trackingStatus: 'failed', stage: 'inbound' });
    expect(body.error).toContain('expired');
    says(paid(newHash()));
    expect((await poll(3600)).trackingStatus).toBe('failed');
  });

  it('says why a refund waits, and then that it was made', async () => {
    const { poll, says } = await trackedOrder(db.store, deposit());
    const hash = newHash();
    const reason = 'No solver answered; the money comes back when the time lock has run out.';
    says(paid(hash), { kind: 'refundPlanned', at, leg: 0, refund: bitcoin('0.5'), toAddress: VAULT, reason });
    expect(await poll()).toMatchObject({
      trackingStatus: 'swapping',
      stage: 'refund',
      data: { refund: { amount: '0.5', asset: 'BTC.BTC', address: VAULT, reason } },
    });
    const back = 'The money was sent back.';
    const tx = { hash: newHash(), chain: 'BTC', amount: bitcoin('0.4999') } as const;
    says(paid(hash), { kind: 'refundSent', at: at + 5, leg: 0, tx, reason: back, outputDue: false });
    expect(await poll(10)).toMatchObject({
      trackingStatus: 'refunded',
      stage: 'refund',
      error: back,
      data: { refund: { hash: tx.hash, amount: '0.4999' } },
    });
  });

  it('is observed rarely while unpaid, and as often as any swap once it is paid', () => {
    const young = { createdAt: 0, channelId: null, hash: '', status: 'not_started' } as const;
    expect(observeIntervalMs(young, 1000)).toBe(5000);
    expect(observeIntervalMs({ ...young, hash: 'x', status: 'pending' }, 1000)).toBe(2000);
  });

  it('is not handed out again once a payment is known', async () => {
    for (const tell of ['caller', 'provider'] as const) {
      const draft = deposit();
      const key = `terms-${draft.orderId}`;
      const claim = testPreparation({ id: key, key, now: 1 });
      await db.store.claimPreparation(claim);
      await db.store.settlePreparation(key, { state: 'created', draft, livesUntil: at + 9e9, failure: null });
      const { poll, says } = await trackedOrder(db.store, draft);
      await poll();
      expect(await db.store.livingPreparation({ ...claim, now: at })).toBeDefined();
      const hash = newHash();
      if (tell === 'provider') says(paid(hash));
      await poll(10, tell === 'caller' ? hash : undefined);
      expect(await db.store.livingPreparation({ ...claim, now: at + 60_000 })).toBeUndefined();
    }
  });
});

describe('a deposit for an order', () => {
  it('whose hash is reported is followed by it, and gives the route’s state', async () => {
    const { poll, says, chains } = await trackedOrder(db.store, deposit());
    await poll();
    const hash = newHash();
    chains.utxo.set(hash, paymentTx({ txid: hash, value: 50_000_000n }));
    expect(await poll(10, hash)).toMatchObject({
      trackingStatus: 'pending',
      data: { inbound: { hash, amount: '0.5', address: VAULT } },
    });
    expect((await poll(10)).trackingStatus).toBe('pending');
    says(paid(hash), sent());
    expect((await poll(10, hash)).trackingStatus).toBe('completed');
    expect((await poll(10)).trackingStatus).toBe('completed');
  });

  it('of another amount than the order’s is reported at once, not as lost and not as final', async () => {
    for (const [value, held] of [
      [49_999_999n, '0.49999999 BTC'],
      [50_000_001n, '0.50000001 BTC'],
    ] as const) {
      const { poll, chains } = await trackedOrder(db.store, deposit());
      const hash = newHash();
      chains.utxo.set(hash, paymentTx({ txid: hash, value }));
      const body = await poll(0, hash);
      expect(body).toMatchObject({ success: true, trackingStatus: 'pending' });
      expect(body.data.held).toContain(`${held} was paid`);
      expect(body.data.held).toContain('exactly 0.5 BTC');
    }
  });

  it('shows the provider’s own report on the amount once there is one, and not both', async () => {
    const { poll, says, chains, quoteId } = await trackedOrder(db.store, deposit());
    const hash = newHash();
    chains.utxo.set(hash, paymentTx({ txid: hash, value: 1n }));
    await poll(0, hash);
    says(paid(hash), { kind: 'held', at: at + 9000, leg: 0, reason: 'Garden has seen less.' });
    for (let n = 0; n < 5; n += 1) expect((await poll(10, hash)).data.held).toBe('Garden has seen less.');
    const swap = await db.store.findSwap({ quoteId, routeIndex: 0, hash });
    const held = (await db.store.observationsOf(swap?.id ?? '')).filter(({ kind }) => kind === 'held');
    expect(held).toHaveLength(2);
  });

  it('that its chain shows does not fail because Garden reports the order as unpaid', async () => {
    const { poll, says, chains } = await trackedOrder(db.store, deposit());
    const hash = newHash();
    chains.utxo.set(hash, paymentTx({ txid: hash }));
    says({ kind: 'inboundFailed', at, reason: 'Nothing was paid.' });
    expect((await poll(0, hash)).trackingStatus).toBe('pending');
  });

  it('to another address is not the order’s, and leaves its state alone', async () => {
    const { poll, chains } = await trackedOrder(db.store, deposit());
    const hash = newHash();
    chains.utxo.set(
      hash,
      paymentTx({ txid: hash, to: 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry' }),
    );
    const wrong = await poll(0, hash);
    expect(wrong.success).toBe(false);
    expect(wrong.data.mismatch?.map(({ field }) => field)).toEqual(['inboundAddress']);
    expect(await poll(10)).toMatchObject({ success: true, trackingStatus: 'not_started' });
  });
});

describe('a payment into an HTLC', () => {
  it('by the transaction that was handed out belongs to the order at first sight', async () => {
    const { poll, sends } = await trackedOrder(db.store, locked());
    const hash = newHash('0x');
    sends(hash);
    expect(await poll(0, hash)).toMatchObject({
      trackingStatus: 'pending',
      data: { inbound: { hash, amount: '1', address: HTLC } },
    });
  });

  it('by Garden’s relayer belongs once the order names it, and not before', async () => {
    const { poll, sends, says } = await trackedOrder(db.store, locked());
    const hash = newHash('0x');
    sends(hash, { from: RELAYER, input: '0xd4705e9e00' });
    expect(await poll(0, hash)).toMatchObject({ success: true, trackingStatus: 'not_started' });
    says(paid(hash, 'ETH', false));
    expect(await poll(10, hash)).toMatchObject({ trackingStatus: 'pending', data: { inbound: { hash } } });
    says(paid(hash, 'ETH'), sent('BTC'));
    expect(await poll(10, hash)).toMatchObject({ trackingStatus: 'completed', data: { inbound: { hash } } });
  });

  it('through another contract belongs when the order names it, and is a mismatch otherwise', async () => {
    const vouched = await trackedOrder(db.store, locked());
    const hash = newHash('0x');
    vouched.sends(hash, { to: RELAYER, input: '0x6a761202' });
    vouched.says(paid(hash, 'ETH'), sent('BTC'));
    expect((await vouched.poll(0, hash)).trackingStatus).toBe('completed');
    const other = await trackedOrder(db.store, locked());
    const unnamed = newHash('0x');
    other.sends(unnamed, { to: RELAYER, input: '0x6a761202' });
    other.says(paid(newHash('0x'), 'ETH'), sent('BTC'));
    const body = await other.poll(0, unnamed);
    expect(body).toMatchObject({ success: false, trackingStatus: 'not_started' });
    expect(body.data.mismatch?.map(({ field }) => field)).toContain('targetAddress');
  });

  it('with other terms is a mismatch that names what differs', async () => {
    const { poll, sends } = await trackedOrder(db.store, locked({ typedData: undefined }));
    const hash = newHash('0x');
    sends(hash, { from: RELAYER, input: `0x97ffc7ae${'22'.repeat(32)}` });
    const { data, error } = await poll(0, hash);
    expect(data.mismatch?.map(({ field }) => field)).toEqual(['sourceAddress', 'tx']);
    expect(error).toContain('with other terms');
  });

  it('that another transaction replaced is followed under the new hash', async () => {
    const { poll, sends, chains, clock } = await trackedOrder(db.store, locked({ typedData: undefined }));
    const [hash, newer] = [newHash('0x'), newHash('0x')];
    sends(hash, {}, 100);
    expect((await poll(0, hash)).trackingStatus).toBe('pending');
    chains.evm.delete(hash);
    sends(newer, {}, 101);
    chains.tip = 200;
    chains.rpc = (method, params) => {
      if (method === 'eth_getTransactionCount') return Number(params[1]) >= 101 ? '0x4' : '0x3';
      const isBlock = method === 'eth_getBlockByNumber' && Number(params[0]) === 101;
      return { transactions: isBlock ? [{ hash: newer, from: SENDER, nonce: '0x3' }] : [] };
    };
    clock.now += 60_000;
    expect(await poll(0, hash)).toMatchObject({
      trackingStatus: 'pending',
      data: { replacedBy: newer, inbound: { hash: newer } },
    });
  });
});
