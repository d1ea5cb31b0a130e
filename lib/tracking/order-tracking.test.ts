/** Swaps by order and swaps that are one call are followed to their end, whoever sends the payment and whatever is told first. */
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { type EvmTransaction, RpcError, type SolanaClient } from '../chain-clients/chain-clients.ts';
import { TYPED_DATA, testPreparation } from '../db/test-preparations.ts';
import { withTestStore } from '../db/test-store.ts';
import { assetOf } from '../domain/asset.ts';
import { deriveSwap } from '../domain/derive-swap.ts';
import type { EvmTx, RouteDraft } from '../domain/route.ts';
import type { Observation } from '../domain/swap-status.ts';
import { observeIntervalMs } from './schedule.ts';
import { START as at, minedTransaction, newHash, PAYOUT, trackedSwap, unpaidRoute } from './test-tracked-swap.ts';
import { bitcoin, ether, fakeClients, paymentTx, trackingWorld, VAULT } from './test-world.ts';

const db = withTestStore();

const HTLC = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const SENDER = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1';
const RELAYER = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0';
const CALL: EvmTx = { to: HTLC, from: SENDER, value: '0', data: `0x97ffc7ae${'11'.repeat(32)}` };

const by = (provider: 'GARDEN' | 'ONEINCH' | 'JUPITER', over: Partial<RouteDraft>): RouteDraft => {
  const { sell = unpaidRoute.sell, expectedBuy = unpaidRoute.expectedBuy, guaranteedBuy = expectedBuy } = over;
  const legs = [{ provider, sell, buy: expectedBuy, buyAtMaxSlippage: guaranteedBuy }];
  return { ...unpaidRoute, providers: [provider], legs, sell, expectedBuy, guaranteedBuy, ...over };
};
const deposit = (over: Partial<RouteDraft> = {}) =>
  by('GARDEN', { orderId: newHash(), inboundAddress: VAULT, targetAddress: VAULT, ...over });
const locked = (over: Partial<RouteDraft> = {}) =>
  by('GARDEN', {
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

async function tracked(draft: RouteDraft, over: Parameters<typeof trackingWorld>[1] = {}) {
  const swap = await trackedSwap(db.store, draft, over);
  /** A transaction of the local chain, mined unless told otherwise. */
  const sends = (hash: string, tx: Partial<EvmTransaction> = {}, blockNumber = 90) =>
    swap.chains.evm.set(
      hash,
      minedTransaction({ hash, from: SENDER, to: HTLC, input: CALL.data, ...tx }, { blockNumber }),
    );
  return { ...swap, sends };
}

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
  it('waits, is asked for by its number, gets its payment’s name from the provider, and completes', async () => {
    const { poll, says, provider, quoteId } = await tracked(deposit());
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

  it('that nobody paid in time has failed, in words, and stays so', async () => {
    const { poll, says } = await tracked(deposit());
    await poll();
    says({ kind: 'inboundFailed', at, reason: 'Nothing was paid, and the order has expired.' });
    const body = await poll(3600);
    expect(body).toMatchObject({ success: true, trackingStatus: 'failed', stage: 'inbound' });
    expect(body.error).toContain('expired');
    says(paid(newHash()));
    expect((await poll(3600)).trackingStatus).toBe('failed');
  });

  it('says why money waits to come back, and then that it did', async () => {
    const { poll, says } = await tracked(deposit());
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

  it('is looked at no more often than people pay, and as often as any once it was paid', () => {
    const young = { createdAt: 0, channelId: null, hash: '', status: 'not_started' } as const;
    expect(observeIntervalMs(young, 1000)).toBe(5000);
    expect(observeIntervalMs({ ...young, hash: 'x', status: 'pending' }, 1000)).toBe(2000);
  });

  it('is handed out to nobody any more once a payment is known', async () => {
    for (const tell of ['caller', 'provider'] as const) {
      const draft = deposit();
      const key = `terms-${draft.orderId}`;
      const claim = testPreparation({ id: key, key, now: 1 });
      await db.store.claimPreparation(claim);
      await db.store.settlePreparation(key, { state: 'created', draft, livesUntil: at + 9e9, failure: null });
      const { poll, says } = await tracked(draft);
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
  it('whose hash is told is followed by it, and is the route’s state', async () => {
    const { poll, says, chains } = await tracked(deposit());
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

  it('of another amount than the order’s is told at once, not lost, and nothing is called final', async () => {
    for (const [value, words] of [
      [49_999_999n, '0.49999999 BTC'],
      [50_000_001n, '0.50000001 BTC'],
    ] as const) {
      const { poll, chains } = await tracked(deposit());
      const hash = newHash();
      chains.utxo.set(hash, paymentTx({ txid: hash, value }));
      const body = await poll(0, hash);
      expect(body).toMatchObject({ success: true, trackingStatus: 'pending' });
      expect(body.data.held).toContain(`${words} was paid`);
      expect(body.data.held).toContain('exactly 0.5 BTC');
    }
  });

  it('tells the provider’s own word on the amount once it has one, and does not repeat itself', async () => {
    const { poll, says, chains, quoteId } = await tracked(deposit());
    const hash = newHash();
    chains.utxo.set(hash, paymentTx({ txid: hash, value: 1n }));
    await poll(0, hash);
    says(paid(hash), { kind: 'held', at: at + 9000, leg: 0, reason: 'Garden has seen less.' });
    for (let n = 0; n < 5; n += 1) expect((await poll(10, hash)).data.held).toBe('Garden has seen less.');
    const swap = await db.store.findSwap({ quoteId, routeIndex: 0, hash });
    const words = (await db.store.observationsOf(swap?.id ?? '')).filter(({ kind }) => kind === 'held');
    expect(words).toHaveLength(2);
  });

  it('that its chain shows is not failed because the order was not paid in Garden’s eyes', async () => {
    const { poll, says, chains } = await tracked(deposit());
    const hash = newHash();
    chains.utxo.set(hash, paymentTx({ txid: hash }));
    says({ kind: 'inboundFailed', at, reason: 'Nothing was paid.' });
    expect((await poll(0, hash)).trackingStatus).toBe('pending');
  });

  it('to another address is another’s, and leaves the order’s state alone', async () => {
    const { poll, chains } = await tracked(deposit());
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

describe('a payment into a lock', () => {
  it('by the transaction that was handed out belongs from its first sight on', async () => {
    const { poll, sends } = await tracked(locked());
    const hash = newHash('0x');
    sends(hash);
    expect(await poll(0, hash)).toMatchObject({
      trackingStatus: 'pending',
      data: { inbound: { hash, amount: '1', address: HTLC } },
    });
  });

  it('by Garden’s relayer belongs once the order names it, and is nobody’s before', async () => {
    const { poll, sends, says } = await tracked(locked());
    const hash = newHash('0x');
    sends(hash, { from: RELAYER, input: '0xd4705e9e00' });
    expect(await poll(0, hash)).toMatchObject({ success: true, trackingStatus: 'not_started' });
    says(paid(hash, 'ETH', false));
    expect(await poll(10, hash)).toMatchObject({ trackingStatus: 'pending', data: { inbound: { hash } } });
    says(paid(hash, 'ETH'), sent('BTC'));
    expect(await poll(10, hash)).toMatchObject({ trackingStatus: 'completed', data: { inbound: { hash } } });
  });

  it('through somebody’s contract belongs when the order names it, and is a mismatch when it does not', async () => {
    const vouched = await tracked(locked());
    const hash = newHash('0x');
    vouched.sends(hash, { to: RELAYER, input: '0x6a761202' });
    vouched.says(paid(hash, 'ETH'), sent('BTC'));
    expect((await vouched.poll(0, hash)).trackingStatus).toBe('completed');
    const other = await tracked(locked());
    const unnamed = newHash('0x');
    other.sends(unnamed, { to: RELAYER, input: '0x6a761202' });
    other.says(paid(newHash('0x'), 'ETH'), sent('BTC'));
    const body = await other.poll(0, unnamed);
    expect(body).toMatchObject({ success: false, trackingStatus: 'not_started' });
    expect(body.data.mismatch?.map(({ field }) => field)).toContain('targetAddress');
  });

  it('of other terms is a mismatch that names what differs', async () => {
    const { poll, sends } = await tracked(locked({ typedData: undefined }));
    const hash = newHash('0x');
    sends(hash, { from: RELAYER, input: `0x97ffc7ae${'22'.repeat(32)}` });
    const { data, error } = await poll(0, hash);
    expect(data.mismatch?.map(({ field }) => field)).toEqual(['sourceAddress', 'tx']);
    expect(error).toContain('with other terms');
  });

  it('that another transaction took the place of is followed under its new hash', async () => {
    const { poll, sends, chains, clock } = await tracked(locked({ typedData: undefined }));
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

const USDC = { asset: assetOf('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'), decimals: 6 };
const swapped = (over: Partial<RouteDraft> = {}) =>
  by('ONEINCH', {
    sell: ether('1'),
    expectedBuy: { ...USDC, baseUnits: 3_300_000_000n },
    destinationAddress: SENDER,
    sourceAddress: SENDER,
    targetAddress: HTLC,
    tx: { type: 'EVM', tx: CALL },
    ...over,
  });
const output = { ...USDC, baseUnits: 3_299_123_456n };
const oneTransaction = (hash: string): Observation[] => [
  { kind: 'inboundSeen', at, tx: { hash, chain: 'ETH', amount: ether('1') }, final: true },
  { kind: 'swapDone', at, leg: 0, output },
  { kind: 'outboundSent', at, leg: 0, tx: { hash, chain: 'ETH', amount: output, address: SENDER }, refundDue: false },
];

describe('a swap that is one transaction', () => {
  it('completes with that transaction as payment and payout, and what really came out', async () => {
    const { poll, sends, says } = await tracked(swapped());
    const hash = newHash('0x');
    sends(hash);
    says(...oneTransaction(hash).slice(1));
    expect(await poll(0, hash)).toMatchObject({
      success: true,
      trackingStatus: 'completed',
      stage: 'outbound',
      data: {
        inbound: { hash, amount: '1', asset: 'ETH.ETH' },
        outbound: { hash, amount: '3299.123456' },
        trackMeta: { outputTxHash: hash },
        route: { actualBuyAmount: '3299.123456', legs: [{ actualBuyAmount: '3299.123456' }] },
      },
    });
  });

  test.prop([fc.shuffledSubarray([0, 1, 2, 0, 1, 2], { minLength: 6 })])(
    'is the same in whatever order its facts are learned',
    (order) => {
      const hash = `0x${'ef'.repeat(32)}`;
      const facts = oneTransaction(hash);
      const swap = deriveSwap(
        order.flatMap((index) => facts[index] ?? []),
        { now: at },
      );
      expect(swap).toMatchObject({ trackingStatus: 'completed', inbound: { hash }, outbound: { hash }, output });
    },
  );

  it('that was refused by its chain has failed in the provider’s words', async () => {
    const { poll, sends, says, chains } = await tracked(swapped());
    const hash = newHash('0x');
    sends(hash);
    const known = chains.evm.get(hash);
    if (known?.receipt) known.receipt.status = 'reverted';
    const reason = 'The price moved past your limit. Nothing was sold, only gas was spent.';
    says({ kind: 'providerFailed', at, leg: 0, reason });
    expect(await poll(0, hash)).toMatchObject({ success: true, trackingStatus: 'failed', error: reason });
  });

  it('that was refused by its chain has the cause also where only its chain tells it', async () => {
    const { poll, sends, chains } = await tracked(swapped());
    const hash = newHash('0x');
    sends(hash);
    const known = chains.evm.get(hash);
    if (known?.receipt) known.receipt.status = 'reverted';
    chains.rpc = () => {
      throw new RpcError(3, 'execution reverted', '0x064a4ec6');
    };
    const body = await poll(0, hash);
    expect(body).toMatchObject({ trackingStatus: 'failed', stage: 'inbound', data: { reasonCode: 'priceLimit' } });
    expect(body.error).toContain('the price moved past your limit');
  });

  it('of which no transaction was handed out is what the provider makes of it', async () => {
    const { tx: _tx, ...open } = swapped();
    const { poll, sends, says } = await tracked(open);
    const hash = newHash('0x');
    sends(hash);
    expect((await poll(0, hash)).trackingStatus).toBe('not_started');
    says(...oneTransaction(hash).slice(1));
    expect(await poll(10, hash)).toMatchObject({
      trackingStatus: 'completed',
      data: { inbound: { hash }, outbound: { hash } },
    });
  });
});

describe('a transaction of Solana that never came into a block', () => {
  const route = by('JUPITER', {
    sell: { asset: assetOf('SOL.SOL'), decimals: 9, baseUnits: 10n ** 9n },
    expectedBuy: {
      asset: assetOf('SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
      decimals: 6,
      baseUnits: 9n,
    },
    destinationAddress: '61ZpniPHgSH865figCtQtdDQEa1CCPnhArH8BGoqq99A',
    tx: { type: 'SOLANA', tx: 'AQ==' },
  });
  const signature = (digit: string) => digit.repeat(87);
  const unknown = {
    kind: 'solana',
    chain: 'SOL',
    status: async () => undefined,
    transaction: async () => undefined,
  } as unknown as SolanaClient;
  const clients = (solana: SolanaClient) => ({ ...fakeClients(trackingWorld(db.store).chains), solana: () => solana });
  const reason = 'The transaction has expired: nothing was sold.';
  const over = (hash: string): Observation => ({ kind: 'inboundFailed', at, reason, tx: { hash, chain: 'SOL' } });

  it('has failed once it can no longer happen: nothing was sold', async () => {
    const { poll, says } = await tracked(route, { clients: clients(unknown) });
    const hash = signature('3');
    expect((await poll(0, hash)).trackingStatus).toBe('not_started');
    says(over(hash));
    const body = await poll(100, hash);
    expect(body).toMatchObject({ success: true, trackingStatus: 'failed', stage: 'inbound' });
    expect(body.error).toContain('nothing was sold');
  });

  it('is not given up because of another one', async () => {
    const { poll, says } = await tracked(route, { clients: clients(unknown) });
    says(over(signature('5')));
    expect((await poll(100, signature('4'))).trackingStatus).toBe('not_started');
  });
});
