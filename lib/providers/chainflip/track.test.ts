/** A swap at Chainflip is followed through its states, each reported for what it is. */
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import { deriveSwap } from '../../domain/derive-swap.ts';
import {
  amountText,
  backend,
  base,
  byChannel,
  byHash,
  CHANNEL_ID,
  channelOf,
  DOT_USER,
  deposit,
  ETH_DOT,
  ETH_HASH,
  factOf,
  legOf,
  NOW,
  recorded,
  seen,
  swapOf,
} from './testing/swap-states.ts';

describe('recorded states', () => {
  it('SWAPPING: the deposit is counted, the swap is on', async () => {
    const swap = await seen(recorded('swapping'));
    expect([swap.trackingStatus, swap.stage, swap.stale]).toEqual(['swapping', 'swap', false]);
    expect(factOf(swap.facts, 'providerSeen')).toMatchObject({ final: true, at: 552_000 });
  });

  it('SENDING: the payout is planned, in the bought asset, after the egress fee', async () => {
    const swap = await seen(recorded('sending'));
    expect([swap.trackingStatus, swap.stage, swap.outcome]).toEqual(['swapping', 'outbound', 'success']);
    expect(amountText(swap)).toBe('419.2707216034');
    expect(factOf(swap.facts, 'outboundPlanned')).toMatchObject({ toAddress: DOT_USER, delaySeconds: 91.5 });
  });

  it('SENT is not completed, although it names a transaction', async () => {
    const swap = await seen(recorded('sent'));
    expect([swap.trackingStatus, swap.stage]).toEqual(['swapping', 'outbound']);
    expect(swap.outbound).toBeUndefined();
    expect(factOf(swap.facts, 'outboundPlanned')?.reason).toContain('0xdeadbeef');
  });

  it('COMPLETED: what was paid is the payout, not what was swapped', async () => {
    const swap = await seen(recorded('completed'));
    expect([swap.trackingStatus, swap.stage]).toEqual(['completed', 'outbound']);
    expect(swap.outbound).toMatchObject({ hash: '104-2', chain: 'DOT', address: DOT_USER });
    expect(amountText(swap)).toBe('419.2707216034');
    expect(swap.swapSeconds).toBe(12);
    expect(swap.partialRefund).toBe(false);
  });

  it('DCA under way: two parts of ten', async () => {
    const swap = await seen(recorded('dca-swapping'));
    expect(swap.trackingStatus).toBe('swapping');
    const output = { asset: assetOf('DOT.DOT'), baseUnits: 8385809332068n, decimals: 10 };
    expect(swap.streaming).toEqual({ done: 2, total: 10, percentage: 20, output });
    expect(swap.swapId).toBe('368');
  });

  it('DCA completed', async () => {
    const swap = await seen(recorded('dca-completed'));
    expect([swap.trackingStatus, swap.streaming?.percentage]).toEqual(['completed', 100]);
  });

  it('a boosted deposit says what it cost', async () => {
    const swap = await seen(recorded('boosted-channel'));
    expect(swap.trackingStatus).toBe('swapping');
    expect(factOf(swap.facts, 'providerSeen')?.evidence).toBe(
      'Boosted for 0.05 %: the swap did not wait for confirmations.',
    );
  });

  it('a vault swap completed, with its own transaction', async () => {
    const hash = '0xb2dcb9ce8d50f0ab869995fee8482bcf304ffcfe5681ca748f90e34c0ad7b241';
    const swap = await seen(recorded('vault-swap-completed'), legOf(ETH_DOT, { channel: false, hash }));
    expect(swap.trackingStatus).toBe('completed');
    expect(swap.inbound).toMatchObject({ hash, chain: 'ETH' });
    expect(swap.inbound?.amount && formatAmount(swap.inbound.amount)).toBe('4.99994999999965');
  });

  it.each([
    [
      'eth-btc-completed',
      { sell: 'ETH.ETH', sellDecimals: 18, buy: 'BTC.BTC', buyDecimals: 8, to: 'bc1q' },
      '0.00405772',
    ],
    ['sol-btc', { sell: 'SOL.SOL', sellDecimals: 9, buy: 'BTC.BTC', buyDecimals: 8, to: 'bc1q' }, '0.00017567'],
    [
      'usdc-btc-pending',
      { sell: 'SOL.SOL', sellDecimals: 9, buy: 'BTC.BTC', buyDecimals: 8, to: 'bc1q' },
      '0.00695407',
    ],
    ['usdc-sol', { sell: 'ETH.ETH', sellDecimals: 18, buy: 'SOL.SOL', buyDecimals: 9, to: 'x' }, '1.14346999'],
  ])('%s, cut down by its project, still tells what was swapped', async (name, sides, output) => {
    const swap = await seen(recorded(name), legOf(sides, { channel: false, hash: ETH_HASH }));
    expect([swap.trackingStatus, swap.stage, amountText(swap)]).toEqual(['swapping', 'outbound', output]);
  });
});

describe('waiting and receiving', () => {
  it('404: unknown, and that is not stale', async () => {
    const { look } = backend({});
    expect(await look(byHash)).toEqual({ observations: [], stale: false });
  });

  it('WAITING: nothing arrived', async () => {
    const swap = await seen(base('WAITING', channelOf()));
    expect([swap.facts, swap.trackingStatus, swap.stage]).toEqual([[], 'not_started', 'inbound']);
  });

  it('RECEIVING: seen, with its confirmations and what is left of them', async () => {
    const receiving = base('RECEIVING', {
      deposit: { amount: '5000000000000000000', txRef: ETH_HASH, txConfirmations: 1 },
    });
    const swap = await seen(receiving);
    expect([swap.trackingStatus, swap.stage]).toEqual(['pending', 'inbound']);
    expect(swap.inbound).toMatchObject({ hash: ETH_HASH, confirmations: 1, requiredConfirmations: 3 });
    expect(swap.inboundRemainingSeconds).toBe(24);
  });

  it('RECEIVING without a transaction, as coins on EVM chains are seen', async () => {
    const swap = await seen(base('RECEIVING', { ...channelOf(), deposit: { amount: '5000000000000000000' } }));
    expect([swap.trackingStatus, swap.inbound]).toEqual(['pending', undefined]);
    expect(factOf(swap.facts, 'providerSeen')?.amount?.baseUnits).toBe(5_000_000_000_000_000_000n);
  });

  it('falling back to WAITING takes nothing back', async () => {
    const receiving = await seen(base('RECEIVING', { deposit: { amount: '5', txRef: ETH_HASH, txConfirmations: 2 } }));
    const back = await seen(base('WAITING', channelOf()));
    expect(back.facts).toEqual([]);
    expect(deriveSwap([...receiving.facts, ...back.facts], { now: NOW }).trackingStatus).toBe('pending');
  });

  it('a boost that was skipped is said, and that the deposit waits', async () => {
    const boost = { maxBoostFeeBps: 30, skippedAt: NOW };
    const swap = await seen(base('RECEIVING', { deposit: { amount: '5', txRef: ETH_HASH }, boost }));
    expect(factOf(swap.facts, 'providerSeen')).toMatchObject({
      final: false,
      evidence: expect.stringContaining('Boost was skipped'),
    });
  });
});

describe('a swap that is tried again', () => {
  it.each([
    ['MinPriceViolation', /price is below the guaranteed one; Chainflip tries again/],
    ['OraclePriceSlippageExceeded', /too far from the market/],
    ['SomethingNew', /\(SomethingNew\)/],
  ])('says why: %s', async (latestSwapRescheduledReason, reason) => {
    const regular = { retryCount: 2, scheduledAt: NOW, latestSwapRescheduledReason };
    const swap = await seen(base('SWAPPING', { deposit: deposit(), swap: swapOf({ regular }) }));
    expect(factOf(swap.facts, 'swapping')?.reason).toMatch(reason);
    expect(swap.trackingStatus).toBe('swapping');
  });
});

describe('whose swap it is', () => {
  it('a later deposit into the channel does not replace the first', async () => {
    const second = base('FAILED', {
      swapId: '2',
      deposit: deposit({ failure: { mode: 'DEPOSIT_IGNORED', reason: { name: 'BelowMinimumDeposit' } } }),
    });
    const first = base('SWAPPING', { swapId: '1', deposit: deposit(), swap: swapOf() });
    let newest = first;
    const { look, asked, clock } = backend((id) => (id === CHANNEL_ID ? newest : id === '1' ? first : undefined));
    await look(byChannel);
    newest = second;
    clock.now += 5000;
    const { observations } = await look(byChannel);
    expect(asked).toEqual([CHANNEL_ID, '1']);
    expect(observations.some((fact) => fact.kind === 'inboundFailed')).toBe(false);
  });

  it('a payment whose hash is known is looked for by it when the channel shows another', async () => {
    const other = base('SWAPPING', {
      swapId: '9',
      deposit: deposit({ txRef: `0x${'cd'.repeat(32)}` }),
      swap: swapOf(),
    });
    const own = base('RECEIVING', { deposit: { amount: '5', txRef: ETH_HASH } });
    const { look, asked } = backend((id) => (id === CHANNEL_ID ? other : id === ETH_HASH ? own : undefined));
    const { observations } = await look(legOf(ETH_DOT, { channel: true, hash: ETH_HASH }));
    expect(asked).toEqual([CHANNEL_ID, ETH_HASH]);
    expect(observations).toMatchObject([{ kind: 'providerSeen', final: false }]);
  });

  it('another swap under the hash is not taken for this one', async () => {
    const { look, lines } = backend(() =>
      base('COMPLETED', { destAddress: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5' }),
    );
    expect((await look(byHash)).observations).toEqual([]);
    expect(lines).toMatchObject([{ fault: 'it pays somewhere else' }]);
  });

  it('tells which address was paid', async () => {
    const { look } = backend(() => base('WAITING', channelOf()));
    expect((await look(byChannel)).payment).toEqual({ to: '0x6aa69332b63bb5b1d7ca5355387edd5624e181f2' });
  });
});
