/** Money that Chainflip does not pay out is followed to its end: sent back, kept, or waiting to be submitted. */
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../domain/amount.ts';
import { deriveSwap } from '../../domain/derive-swap.ts';
import type { Observation } from '../../domain/swap-status.ts';
import {
  backend,
  base,
  byChannel,
  channelOf,
  deposit,
  ETH_HASH,
  factOf,
  type Json,
  NOW,
  REFUND_TO,
  refund,
  seen,
  swapOf,
} from './testing/swap-states.ts';
import { trackChainflip } from './track.ts';

const egress = (more: Json = {}): Json => ({ amount: '4192707216034', scheduledAt: NOW - 30_000, ...more });

describe('refunds', () => {
  const aborted = swapOf({ regular: { retryCount: 60, scheduledAt: NOW, abortedReason: 'MinPriceViolation' } });

  it('a planned refund is not the end', async () => {
    const swap = await seen(base('SENDING', { deposit: deposit(), swap: aborted, refundEgress: refund() }));
    expect([swap.trackingStatus, swap.stage]).toEqual(['swapping', 'refund']);
    expect(swap.refund).toMatchObject({ toAddress: REFUND_TO });
  });

  it('COMPLETED with a refund only is refunded, in the sold asset, and says why', async () => {
    const refundEgress = refund({ txRef: ETH_HASH, witnessedAt: NOW });
    const swap = await seen(base('COMPLETED', { deposit: deposit(), swap: aborted, refundEgress }));
    expect([swap.trackingStatus, swap.stage]).toEqual(['refunded', 'refund']);
    expect(swap.refund?.amount && formatAmount(swap.refund.amount)).toBe('4.99');
    expect(swap.refund?.tx).toMatchObject({ hash: ETH_HASH, chain: 'ETH', address: REFUND_TO });
    expect(swap.reason).toContain('The price stayed below the minimum');
    expect(swap.outbound).toBeUndefined();
  });

  it.each([
    ['MinPriceViolation', 'priceLimit'],
    ['OraclePriceSlippageExceeded', 'priceLimit'],
    ['PriceImpactLimit', 'insufficientLiquidity'],
    ['InsufficientLiquidity', 'insufficientLiquidity'],
    ['SafeModeActive', 'halted'],
    ['SomethingNew', 'refunded'],
  ])('tells programs the cause: %s', async (abortedReason, code) => {
    const swap = swapOf({ regular: { retryCount: 60, scheduledAt: NOW, abortedReason } });
    const refundEgress = refund({ txRef: ETH_HASH, witnessedAt: NOW });
    const { reasonCode } = await seen(base('COMPLETED', { deposit: deposit(), swap, refundEgress }));
    expect(reasonCode).toBe(code);
  });

  const partly = (more: Json) =>
    base('COMPLETED', {
      deposit: deposit(),
      swap: swapOf({ dca: { executedChunks: 6, remainingChunks: 4, currentChunk: null, lastExecutedChunk: null } }),
      ...more,
    });

  it('a partly filled DCA is completed with its refund, once both are paid', async () => {
    const both = partly({
      swapEgress: egress({ txRef: '104-2', witnessedAt: NOW }),
      refundEgress: refund({ txRef: ETH_HASH, witnessedAt: NOW }),
    });
    const swap = await seen(both);
    expect([swap.trackingStatus, swap.partialRefund]).toEqual(['completed', true]);
    expect(swap.refund?.tx?.hash).toBe(ETH_HASH);
    expect(swap.outbound?.hash).toBe('104-2');
    // The returned part was not swapped, however often the chunks had been counted before.
    expect(swap.streaming).toMatchObject({ done: 6, total: 10, percentage: 60 });
    expect(factOf(swap.facts, 'outboundSent')?.refundDue).toBe(true);
    expect(factOf(swap.facts, 'refundSent')?.outputDue).toBe(true);
  });

  it.each([
    ['payout', { swapEgress: egress({ txRef: '104-2', witnessedAt: NOW }), refundEgress: refund() }],
    ['refund', { swapEgress: egress(), refundEgress: refund({ txRef: ETH_HASH, witnessedAt: NOW }) }],
  ])('the %s alone does not end it', async (_which, egresses) => {
    expect((await seen(partly(egresses))).trackingStatus).toBe('swapping');
    expect((await seen({ ...partly(egresses), state: 'SENDING' })).trackingStatus).toBe('swapping');
  });
});

describe('deposits that are not swapped', () => {
  const failed = (name: string | undefined, mode = 'DEPOSIT_IGNORED', more: Json = {}) =>
    base('FAILED', {
      deposit: deposit({
        txRef: ETH_HASH,
        failure: { failedAt: NOW - 1000, mode, reason: { ...(name ? { name } : {}), message: 'in its own words' } },
      }),
      ...more,
    });

  it.each([
    ['BelowMinimumDeposit', /below Chainflip’s minimum/, 'belowMinimum'],
    ['InsufficientDepositAmount', /below Chainflip’s minimum/, 'belowMinimum'],
    ['NotEnoughToPayFees', /did not cover the network’s fees/, 'belowMinimum'],
    ['Unrefundable', /neither be swapped nor sent back/, 'paymentFailed'],
  ])('%s: the network keeps it, nothing comes back', async (name, reason, code) => {
    const swap = await seen(failed(name));
    expect(swap.reasonCode).toBe(code);
    expect([swap.trackingStatus, swap.stage]).toEqual(['failed', 'inbound']);
    expect(swap.reason).toMatch(reason);
    expect(swap.reason).toContain('nothing comes back');
    expect(swap.inbound?.hash).toBe(ETH_HASH);
  });

  it('a kept deposit without a named transaction is known by its amount: it did arrive', async () => {
    const failure = { mode: 'DEPOSIT_IGNORED', reason: { name: 'BelowMinimumDeposit' } };
    const swap = await seen(base('FAILED', { deposit: deposit({ failure }) }));
    expect([swap.trackingStatus, swap.stage]).toEqual(['failed', 'inbound']);
    expect(swap.inbound).toMatchObject({ hash: '', chain: 'ETH', amount: { baseUnits: 5n * 10n ** 18n } });
  });

  it.each([
    ['TransactionRejectedByBroker', 'DEPOSIT_REJECTED', /broker had the deposit rejected.*goes back/],
    ['DepositWitnessRejected', 'DEPOSIT_REJECTED', /network rejected.*goes back/],
    ['SomethingNew', 'DEPOSIT_REJECTED', /in its own words.*goes back/],
    ['InvalidBrokerFees', 'DEPOSIT_IGNORED', /broker fees.*where it can/],
    ['InvalidDcaParameters', 'DEPOSIT_IGNORED', /splitting.*where it can/],
    ['InvalidRefundParameters', 'DEPOSIT_IGNORED', /refund terms.*where it can/],
    ['InvalidDestinationAddress', 'DEPOSIT_IGNORED', /destination address.*where it can/],
    ['CcmInvalidMetadata', 'DEPOSIT_IGNORED', /contract call.*where it can/],
    ['CcmUnsupportedForTargetChain', 'DEPOSIT_IGNORED', /contract call.*where it can/],
    ['SomethingNew', 'DEPOSIT_IGNORED', /in its own words.*where it can/],
    [undefined, 'DEPOSIT_IGNORED', /in its own words/],
  ])('%s (%s): not the end while it may be sent back', async (name, mode, reason) => {
    const swap = await seen(failed(name, mode));
    expect([swap.trackingStatus, swap.stage]).toEqual(['swapping', 'refund']);
    expect(swap.refund?.reason).toMatch(reason);
  });

  it('and refunded once it was', async () => {
    const refundEgress = refund({ txRef: ETH_HASH, witnessedAt: NOW });
    const swap = await seen(failed('TransactionRejectedByBroker', 'DEPOSIT_REJECTED', { refundEgress }));
    expect(swap.trackingStatus).toBe('refunded');
    expect(swap.reason).toMatch(/broker had the deposit rejected/);
    expect(swap.reasonCode).toBe('rejected');
  });

  it.each([
    ['InvalidDcaParameters', 'DEPOSIT_IGNORED', 31, 'invalidTerms'],
    ['TransactionRejectedByBroker', 'DEPOSIT_REJECTED', 361, 'rejected'],
  ])('%s: failed when nothing was sent back for so long', async (name, mode, minutes, code) => {
    const swap = await seen(failed(name, mode, { lastStatechainUpdateAt: NOW - 1000 + minutes * 60_000 }));
    expect([swap.trackingStatus, swap.stage]).toEqual(['failed', 'inbound']);
    expect(swap.reason).toContain('Nothing was sent back in time');
    expect(swap.reasonCode).toBe(code);
  });
});

describe('payouts that fail', () => {
  const sendingFailed = {
    failedAt: NOW,
    mode: 'SENDING_FAILED',
    reason: { name: 'BroadcastAborted', message: 'aborted' },
  };
  const payload = { contract: '0xF5e10380213880111522dd0efD3dbb45b9f62Bcc', value: '0', chainId: 1, data: '0xdead' };

  it('SENDING_FAILED hands over the signed call that anyone may submit', async () => {
    const swapEgress = egress({ failure: sendingFailed, transactionPayload: payload });
    const swap = await seen(base('FAILED', { deposit: deposit(), swap: swapOf(), swapEgress }));
    expect(swap.trackingStatus).toBe('failed');
    expect(swap.reason).toMatch(/payout of 419\.2707216034 DOT failed.*Anyone may submit the signed call/);
    expect(factOf(swap.facts, 'providerFailed')?.payload).toEqual({
      chain: 'DOT',
      to: payload.contract,
      value: '0',
      data: '0xdead',
    });
    expect(factOf(swap.facts, 'outboundPlanned')).toBeUndefined();
  });

  it('SENDING_FAILED of a refund is on the source chain', async () => {
    const refundEgress = refund({ failure: sendingFailed, transactionPayload: payload });
    const swap = await seen(base('FAILED', { deposit: deposit(), swap: swapOf(), refundEgress }));
    expect(factOf(swap.facts, 'providerFailed')).toMatchObject({
      reason: expect.stringContaining('refund of 4.99 ETH'),
      payload: { chain: 'ETH' },
    });
  });

  it.each([
    [
      'SWAP_OUTPUT_TOO_SMALL',
      'swapEgress',
      /payout, 0\.000001 DOT, is less than Chainflip sends on DOT/,
      'belowMinimum',
    ],
    [
      'REFUND_OUTPUT_TOO_SMALL',
      'refundEgress',
      /refund, 0\.00000000000001 ETH, is less than Chainflip sends on ETH/,
      'belowMinimum',
    ],
    ['SOMETHING_NEW', 'swapEgress', /did not send the payout/, 'swapFailed'],
  ])('%s: the network keeps it', async (mode, which, reason, code) => {
    const failedEgress = { amount: '10000', failure: { failedAt: NOW, mode, reason: { name: 'x' } } };
    const swap = await seen(base('FAILED', { deposit: deposit(), swap: swapOf(), [which]: failedEgress }));
    expect(swap.trackingStatus).toBe('failed');
    expect(swap.reason).toMatch(reason);
    expect(swap.reasonCode).toBe(code);
  });

  it('one failed part is not the end while the other is on its way', async () => {
    const egresses = { swapEgress: egress(), refundEgress: refund({ failure: { mode: 'REFUND_OUTPUT_TOO_SMALL' } }) };
    const swap = await seen(base('FAILED', { deposit: deposit(), swap: swapOf(), ...egresses }));
    expect(swap.trackingStatus).toBe('swapping');
    const paid = { ...egresses, swapEgress: egress({ txRef: '104-2', witnessedAt: NOW }) };
    expect((await seen(base('FAILED', { deposit: deposit(), swap: swapOf(), ...paid }))).trackingStatus).toBe(
      'completed',
    );
  });

  it('a refund that is too small to send is reported beside the payout: what the network keeps, and why', async () => {
    const failure = { failedAt: NOW, mode: 'REFUND_OUTPUT_TOO_SMALL', reason: { name: 'x' } };
    const egresses = { swapEgress: egress({ witnessedAt: NOW }), refundEgress: { amount: '10000', failure } };
    const swap = await seen(base('COMPLETED', { deposit: deposit(), swap: swapOf(), ...egresses }));
    expect(swap).toMatchObject({ trackingStatus: 'completed', outcome: 'success', partialRefund: false });
    expect(swap.refund).toEqual({
      leg: 0,
      amount: expect.objectContaining({ baseUnits: 10_000n }),
      reason: expect.stringContaining('less than Chainflip sends on ETH; the network keeps it'),
      cause: 'belowMinimum',
      kept: true,
    });
  });

  it('a fallback payout says where the money went', async () => {
    const fallbackEgress = egress({ txRef: '104-9' });
    const swap = await seen(base('FAILED', { deposit: deposit(), swap: swapOf(), fallbackEgress }));
    expect(swap.trackingStatus).toBe('failed');
    expect(swap.reason).toMatch(/contract call.*failed.*went \(104-9\) to the fallback address/);
  });

  it('FAILED without any reason is failed and names who can help', async () => {
    const swap = await seen(base('FAILED', { deposit: deposit(), swap: swapOf() }));
    expect([swap.trackingStatus, swap.reason]).toEqual(['failed', expect.stringContaining('support')]);
  });
});

describe('an expired channel', () => {
  const expired = (chainTime: number, more: Json = {}) =>
    base('WAITING', { ...channelOf({ isExpired: true, ...more }), lastStatechainUpdateAt: chainTime });
  const MINUTE = 60_000;

  async function looks(times: number[], more: Json = {}) {
    const at = { value: 0 };
    const { look, clock } = backend(() => expired(at.value, more));
    const facts: Observation[] = [];
    for (const minutes of times) {
      clock.now = NOW + minutes * MINUTE;
      at.value = clock.now;
      facts.push(...(await look(byChannel)).observations);
    }
    return facts;
  }

  it('is not the end while a deposit in its last block may still be unwitnessed', async () => {
    expect(await looks([0, 5, 9])).toEqual([]);
  });

  it('has failed after that, at the first stage, and says what to do', async () => {
    const [fact] = await looks([0, 5, 11]);
    expect(fact).toMatchObject({
      kind: 'inboundFailed',
      reason: expect.stringMatching(/do not pay to it any more.*86-Ethereum-85/),
    });
    const swap = deriveSwap(fact ? [fact] : [], { now: NOW });
    expect([swap.trackingStatus, swap.stage, swap.reasonCode]).toEqual(['failed', 'inbound', 'expired']);
  });

  it('is judged by the state chain’s clock: a backend that stands still ends nothing', async () => {
    const { look, clock } = backend(() => expired(NOW));
    await look(byChannel);
    clock.now = NOW + 60 * MINUTE;
    expect(await look(byChannel)).toEqual({ observations: [], stale: true, payment: expect.anything() });
  });

  describe('is over by the state chain’s blocks where they come quicker,', () => {
    async function look(rounds: { block: number | undefined; seconds: number; chainSeconds?: number }[]) {
      const at = { value: 0, block: 0 as number | undefined };
      const { deps, clock } = backend(() => expired(at.value));
      const client = { ...deps.client, stateBlock: async () => at.block };
      const facts: Observation[] = [];
      for (const { block, seconds, chainSeconds } of rounds) {
        clock.now = NOW + seconds * 1000;
        Object.assign(at, { value: NOW + (chainSeconds ?? seconds) * 1000, block });
        const signal = new AbortController().signal;
        facts.push(...(await trackChainflip({ ...deps, client }, byChannel, { signal })).observations);
      }
      return facts.map(({ kind }) => kind);
    }

    it('after as many as pass within the margin', async () => {
      const [start, early, due, next] = [
        { block: 1000, seconds: 0 },
        { block: 1099, seconds: 9 },
        { block: 1100, seconds: 10 },
        { block: 1101, seconds: 11 },
      ];
      expect(await look([start, early, due])).toEqual([]);
      expect(await look([start, early, due, next])).toEqual(['inboundFailed']);
    });

    it('not while the backend stands still, nor when no node knows them', async () => {
      const stands = [0, 10, 20, 50].map((seconds) => ({ block: 1000 + seconds * 10, seconds, chainSeconds: 0 }));
      expect(await look(stands)).toEqual([]);
      expect(await look([0, 10, 20].map((seconds) => ({ block: undefined, seconds })))).toEqual([]);
      const behind = [0, 90, 95].map((seconds) => ({
        block: 1000 + seconds * 10,
        seconds,
        chainSeconds: seconds - 61,
      }));
      expect(await look(behind)).toEqual([]);
    });
  });

  it('is judged by a single look only long after', async () => {
    const estimatedExpiryTime = NOW - 7 * 60 * MINUTE;
    expect(await looks([0], { estimatedExpiryTime })).toHaveLength(1);
    expect(await looks([0], { estimatedExpiryTime: NOW - 5 * 60 * MINUTE })).toEqual([]);
  });

  it('on Bitcoin waits for the blocks that a confirmation takes', async () => {
    const { witnessMarginMs } = await import('./expiry.ts');
    expect(witnessMarginMs('BTC', 3)).toBe(9 * 600_000);
    expect(witnessMarginMs('ETH', 3)).toBe(600_000);
  });

  it('in which money arrived is not an expired one', async () => {
    const swap = await seen(base('RECEIVING', { ...channelOf({ isExpired: true }), deposit: { amount: '5' } }));
    expect(swap.trackingStatus).toBe('pending');
  });
});
