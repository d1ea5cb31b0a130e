/** Swaps that are one transaction are followed to their end, even when it never came into a block. */

import { describe, expect, it } from 'vitest';
import { RpcError, type SolanaClient } from '../chain-clients/chain-clients.ts';
import { withTestStore } from '../db/test-store.ts';
import { assetOf } from '../domain/asset.ts';
import { deriveSwap } from '../domain/derive-swap.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Observation } from '../domain/swap-status.ts';
import { fc, property } from '../domain/test-property.ts';
import { CALL, HTLC, routeBy, SENDER, trackedOrder } from './test-order.ts';
import { START as at, newHash } from './test-tracked-swap.ts';
import { ether, fakeClients, trackingWorld } from './test-world.ts';

const db = withTestStore();
const USDC = { asset: assetOf('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'), decimals: 6 };

const swapped = (over: Partial<RouteDraft> = {}) =>
  routeBy('ONEINCH', {
    sell: ether('1'),
    expectedBuy: { ...USDC, baseUnits: 3_300_000_000n },
    destinationAddress: SENDER,
    sourceAddress: SENDER,
    targetAddress: HTLC,
    tx: { type: 'EVM', tx: CALL },
    ...over,
  });

const solanaRoute = routeBy('JUPITER', {
  sell: { asset: assetOf('SOL.SOL'), decimals: 9, baseUnits: 10n ** 9n },
  expectedBuy: {
    asset: assetOf('SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
    decimals: 6,
    baseUnits: 9n,
  },
  destinationAddress: '61ZpniPHgSH865figCtQtdDQEa1CCPnhArH8BGoqq99A',
  tx: { type: 'SOLANA', tx: 'AQ==' },
});

const output = { ...USDC, baseUnits: 3_299_123_456n };

const oneTransaction = (hash: string): Observation[] => [
  { kind: 'inboundSeen', at, tx: { hash, chain: 'ETH', amount: ether('1') }, final: true },
  { kind: 'swapDone', at, leg: 0, output },
  { kind: 'outboundSent', at, leg: 0, tx: { hash, chain: 'ETH', amount: output, address: SENDER }, refundDue: false },
];

describe('a swap that is one transaction', () => {
  it('completes with that transaction as payment and payout, and the amount really paid out', async () => {
    const { poll, sends, says } = await trackedOrder(db.store, swapped());
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

  property([fc.shuffledSubarray([0, 1, 2, 0, 1, 2], { minLength: 6 })])(
    'is the same in whatever order its facts arrive',
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

  it('that its chain rejected has failed with the provider’s message', async () => {
    const { poll, sends, says, chains } = await trackedOrder(db.store, swapped());
    const hash = newHash('0x');
    sends(hash);
    const known = chains.evm.get(hash);
    if (known?.receipt) known.receipt.status = 'reverted';
    const reason = 'The price moved past your limit. Nothing was sold, only gas was spent.';
    says({ kind: 'providerFailed', at, leg: 0, reason });
    expect(await poll(0, hash)).toMatchObject({ success: true, trackingStatus: 'failed', error: reason });
  });

  it('that its chain rejected has its cause even when only the chain gives it', async () => {
    const { poll, sends, chains } = await trackedOrder(db.store, swapped());
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

  it('without a transaction that was handed out follows the provider’s report', async () => {
    const { tx: _tx, ...open } = swapped();
    const { poll, sends, says } = await trackedOrder(db.store, open);
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

describe('a payment that the chain’s node does not know', () => {
  const asked = (chains: { asked: string[] }) => chains.asked.filter((what) => what === 'blockTime').length;

  it('is stale while that node is far behind, and not started again once it has caught up', async () => {
    const { poll, chains, clock, sends, says } = await trackedOrder(db.store, swapped());
    const hash = newHash('0x');
    chains.headSeconds = clock.now / 1000 - 600;
    const body = await poll(0, hash);
    expect(body).toMatchObject({ success: true, trackingStatus: 'not_started', data: { stale: true } });
    expect(body.data.staleReason).toMatch(/could not be looked up .* do not pay again/);
    // The chain is asked at most every quarter of a minute.
    const before = asked(chains);
    await poll(6, hash);
    expect(asked(chains)).toBe(before);
    chains.headSeconds = clock.now / 1000 + 60;
    expect((await poll(20, hash)).data).not.toHaveProperty('stale');
    // A recent block needs no further question.
    const known = asked(chains);
    await poll(20, hash);
    expect(asked(chains)).toBe(known);
    sends(hash);
    says(...oneTransaction(hash).slice(1));
    expect(await poll(100, hash)).toMatchObject({ trackingStatus: 'completed' });
  });

  it('is also stale when it is seen but not in a block of that node', async () => {
    const { poll, chains, clock, sends } = await trackedOrder(db.store, swapped());
    const hash = newHash('0x');
    sends(hash);
    const sent = chains.evm.get(hash);
    if (sent) delete sent.receipt;
    chains.headSeconds = clock.now / 1000 - 600;
    expect(await poll(0, hash)).toMatchObject({ trackingStatus: 'pending', data: { stale: true } });
  });

  it('is stale on Solana while its newest block is a minute old', async () => {
    const { clock } = trackingWorld(db.store);
    let headSeconds = clock.now / 1000 - 90;
    const solana = {
      kind: 'solana',
      chain: 'SOL',
      status: async () => undefined,
      transaction: async () => undefined,
      rpc: async (method: string) => (method === 'getBlockTime' ? headSeconds : 7),
    } as unknown as SolanaClient;
    const clients = { ...fakeClients(trackingWorld(db.store).chains), solana: () => solana };
    const { poll } = await trackedOrder(db.store, solanaRoute, { clients });
    const hash = '6'.repeat(87);
    expect(await poll(0, hash)).toMatchObject({ trackingStatus: 'not_started', data: { stale: true } });
    headSeconds = clock.now / 1000 + 600;
    expect((await poll(20, hash)).data).not.toHaveProperty('stale');
  });
});

describe('a Solana transaction that never came into a block', () => {
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
    const { poll, says } = await trackedOrder(db.store, solanaRoute, { clients: clients(unknown) });
    const hash = signature('3');
    expect((await poll(0, hash)).trackingStatus).toBe('not_started');
    says(over(hash));
    const body = await poll(100, hash);
    expect(body).toMatchObject({ success: true, trackingStatus: 'failed', stage: 'inbound' });
    expect(body.error).toContain('nothing was sold');
  });

  it('stays open when another one has lapsed', async () => {
    const { poll, says } = await trackedOrder(db.store, solanaRoute, { clients: clients(unknown) });
    says(over(signature('5')));
    expect((await poll(100, signature('4'))).trackingStatus).toBe('not_started');
  });
});
