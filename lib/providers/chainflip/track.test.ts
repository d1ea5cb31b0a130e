import { readFileSync } from 'node:fs';
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import { type DerivedSwap, deriveSwap } from '../../domain/derive-swap.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { RouteDraft } from '../../domain/route.ts';
import type { Observation } from '../../domain/swap-status.ts';
import { UpstreamTrouble } from '../http.ts';
import type { TrackedLeg } from '../provider.ts';
import { trackChainflip } from './track.ts';
import { createTrackMemory } from './track-memory.ts';

type Json = Record<string, unknown>;
const recorded = (name: string): Json =>
  JSON.parse(readFileSync(new URL(`./__fixtures__/status-${name}.json`, import.meta.url), 'utf8'));

/** The recorded answers of the server's own tests were made at this moment. */
const NOW = 1_640_995_200_000;
const CHANNEL_ID = '86-Ethereum-85';
const DOT_USER = '1yMmfLti1k3huRQM2c47WugwonQMqTvQ2GUFxnU7Pcs7xPo';
const REFUND_TO = '0x1111111111111111111111111111111111111111';
const ETH_HASH = `0x${'ab'.repeat(32)}`;

type Sides = { sell: string; sellDecimals: number; buy: string; buyDecimals: number; to: string };
const ETH_DOT: Sides = { sell: 'ETH.ETH', sellDecimals: 18, buy: 'DOT.DOT', buyDecimals: 10, to: DOT_USER };

function routeOf({ sell, sellDecimals, buy, buyDecimals, to }: Sides): RouteDraft {
  const sold = { asset: assetOf(sell), decimals: sellDecimals, baseUnits: 5n * 10n ** BigInt(sellDecimals) };
  const bought = { asset: assetOf(buy), decimals: buyDecimals, baseUnits: 10n ** BigInt(buyDecimals) };
  return {
    providers: ['CHAINFLIP'],
    sell: sold,
    expectedBuy: bought,
    guaranteedBuy: bought,
    sourceAddress: REFUND_TO,
    destinationAddress: to,
    fees: [],
    totalSlippageBps: 0,
    legs: [{ provider: 'CHAINFLIP', sell: sold, buy: bought, buyAtMaxSlippage: bought }],
    warnings: [],
    pricesUsd: [],
  };
}

function legOf(sides: Sides, how: { channel: boolean; hash?: string }): TrackedLeg {
  const route = routeOf(sides);
  const channel = {
    depositAddress: '0x6aa69332b63bb5b1d7ca5355387edd5624e181f2',
    channelId: CHANNEL_ID,
    issuedBlock: 86,
    sourceChainExpiryBlock: 265,
    expiresAt: NOW + 3_060_000,
    destinationAddress: sides.to,
    refundAddress: REFUND_TO,
  };
  const known = { route, leg: 0, chain: route.sell.asset.chain, knownSince: NOW - 1000 };
  return { ...known, hash: how.hash ?? '', ...(how.channel ? { channel } : {}) };
}
const byChannel = legOf(ETH_DOT, { channel: true });
const byHash = legOf(ETH_DOT, { channel: false, hash: ETH_HASH });

/** A backend that knows these answers by id; everything asked stands in `asked`. */
function backend(answers: Record<string, Json | Error | undefined> | ((id: string) => Json | Error | undefined)) {
  const asked: string[] = [];
  const lines: Json[] = [];
  const clock = { now: NOW };
  const deps = {
    client: {
      swap: async (id: string): Promise<unknown> => {
        asked.push(id);
        const answer = typeof answers === 'function' ? answers(id) : answers[id];
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    now: () => clock.now,
    log: (line: Json) => lines.push(line),
    memory: createTrackMemory(),
  };
  return {
    asked,
    clock,
    deps,
    lines,
    look: (leg: TrackedLeg) => trackChainflip(deps, leg, { signal: new AbortController().signal }),
  };
}

type Seen = DerivedSwap & { facts: Observation[]; stale: boolean };
async function seen(status: Json, leg: TrackedLeg = byChannel): Promise<Seen> {
  const { observations, stale } = await backend(() => ({ lastStatechainUpdateAt: NOW, ...status })).look(leg);
  return { ...deriveSwap(observations, { now: NOW }), facts: observations, stale };
}
const factOf = <K extends Observation['kind']>(facts: Observation[], kind: K) =>
  facts.find((fact): fact is Extract<Observation, { kind: K }> => fact.kind === kind);
const amountText = (swap: Pick<DerivedSwap, 'output'>) => swap.output && formatAmount(swap.output);

const base = (state: string, more: Json = {}): Json => ({
  state,
  srcAsset: 'ETH',
  srcChain: 'Ethereum',
  destAsset: 'DOT',
  destChain: 'Assethub',
  destAddress: DOT_USER,
  srcChainRequiredBlockConfirmations: 3,
  estimatedDurationsSeconds: { deposit: 24, swap: 12, egress: 91.5 },
  fillOrKillParams: { refundAddress: REFUND_TO, minPrice: '0', retryDurationBlocks: 100 },
  lastStatechainUpdateAt: NOW,
  ...more,
});
const swapOf = (more: Json = {}): Json => ({
  originalInputAmount: '5000000000000000000',
  remainingInputAmount: '0',
  swappedInputAmount: '5000000000000000000',
  swappedOutputAmount: '4192904666034',
  ...more,
});
const deposit = (more: Json = {}): Json => ({ amount: '5000000000000000000', witnessedAt: NOW - 60_000, ...more });
const egress = (more: Json = {}): Json => ({ amount: '4192707216034', scheduledAt: NOW - 30_000, ...more });
const refund = (more: Json = {}): Json => ({ amount: '4990000000000000000', scheduledAt: NOW - 20_000, ...more });
const channelOf = (more: Json = {}): Json => ({
  depositChannel: {
    id: CHANNEL_ID,
    depositAddress: '0x6aa69332b63bb5b1d7ca5355387edd5624e181f2',
    estimatedExpiryTime: NOW - 3_600_000,
    isExpired: false,
    ...more,
  },
});

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
  it('404: nothing is known, and that is fresh', async () => {
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
  ])('says why: %s', async (latestSwapRescheduledReason, words) => {
    const regular = { retryCount: 2, scheduledAt: NOW, latestSwapRescheduledReason };
    const swap = await seen(base('SWAPPING', { deposit: deposit(), swap: swapOf({ regular }) }));
    expect(factOf(swap.facts, 'swapping')?.reason).toMatch(words);
    expect(swap.trackingStatus).toBe('swapping');
  });
});

describe('refunds', () => {
  const aborted = swapOf({ regular: { retryCount: 60, scheduledAt: NOW, abortedReason: 'MinPriceViolation' } });

  it('a refund that is planned is no end yet', async () => {
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
    expect(swap.reason).toContain('The price stayed below the guaranteed one');
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
    // What came back was not swapped, however often the parts had been told before.
    expect(swap.streaming).toMatchObject({ done: 6, total: 10, percentage: 60 });
    expect(factOf(swap.facts, 'outboundSent')?.refundDue).toBe(true);
    expect(factOf(swap.facts, 'refundSent')?.outputDue).toBe(true);
  });

  it.each([
    ['payout', { swapEgress: egress({ txRef: '104-2', witnessedAt: NOW }), refundEgress: refund() }],
    ['refund', { swapEgress: egress(), refundEgress: refund({ txRef: ETH_HASH, witnessedAt: NOW }) }],
  ])('the %s alone does not end it', async (_which, parts) => {
    expect((await seen(partly(parts))).trackingStatus).toBe('swapping');
    expect((await seen({ ...partly(parts), state: 'SENDING' })).trackingStatus).toBe('swapping');
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
  ])('%s: the network keeps it, nothing comes back', async (name, words, code) => {
    const swap = await seen(failed(name));
    expect(swap.reasonCode).toBe(code);
    expect([swap.trackingStatus, swap.stage]).toEqual(['failed', 'inbound']);
    expect(swap.reason).toMatch(words);
    expect(swap.reason).toContain('nothing comes back');
    expect(swap.inbound?.hash).toBe(ETH_HASH);
  });

  it('a kept deposit whose transaction nobody names is told by its amount: it is none that never came', async () => {
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
  ])('%s (%s): not the end while it may be sent back', async (name, mode, words) => {
    const swap = await seen(failed(name, mode));
    expect([swap.trackingStatus, swap.stage]).toEqual(['swapping', 'refund']);
    expect(swap.refund?.reason).toMatch(words);
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
  ])('%s: the network keeps it', async (mode, which, words, code) => {
    const part = { amount: '10000', failure: { failedAt: NOW, mode, reason: { name: 'x' } } };
    const swap = await seen(base('FAILED', { deposit: deposit(), swap: swapOf(), [which]: part }));
    expect(swap.trackingStatus).toBe('failed');
    expect(swap.reason).toMatch(words);
    expect(swap.reasonCode).toBe(code);
  });

  it('one part that failed is no end while the other is on its way', async () => {
    const parts = { swapEgress: egress(), refundEgress: refund({ failure: { mode: 'REFUND_OUTPUT_TOO_SMALL' } }) };
    const swap = await seen(base('FAILED', { deposit: deposit(), swap: swapOf(), ...parts }));
    expect(swap.trackingStatus).toBe('swapping');
    const paid = { ...parts, swapEgress: egress({ txRef: '104-2', witnessedAt: NOW }) };
    expect((await seen(base('FAILED', { deposit: deposit(), swap: swapOf(), ...paid }))).trackingStatus).toBe(
      'completed',
    );
  });

  it('a refund that is too small to send is told beside the payout: what the network keeps, and why', async () => {
    const failure = { failedAt: NOW, mode: 'REFUND_OUTPUT_TOO_SMALL', reason: { name: 'x' } };
    const parts = { swapEgress: egress({ witnessedAt: NOW }), refundEgress: { amount: '10000', failure } };
    const swap = await seen(base('COMPLETED', { deposit: deposit(), swap: swapOf(), ...parts }));
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

  it('is no end while a deposit in its last block may still be on its way to being seen', async () => {
    expect(await looks([0, 5, 9])).toEqual([]);
  });

  it('is failed after that, at the first stage, and says what to do', async () => {
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

    it('not while the backend stands still, nor where no node tells them', async () => {
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

  it('in which money arrived is no expired one', async () => {
    const swap = await seen(base('RECEIVING', { ...channelOf({ isExpired: true }), deposit: { amount: '5' } }));
    expect(swap.trackingStatus).toBe('pending');
  });
});

describe('whose swap it is', () => {
  it('a later deposit into the channel takes nobody’s place', async () => {
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

  it('another’s swap under the hash is not taken for this one', async () => {
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

describe('a backend with trouble', () => {
  it('that lags is stale, and never failed', async () => {
    const swap = await seen({ ...recorded('swapping'), lastStatechainUpdateAt: NOW - 61_000 });
    expect([swap.stale, swap.trackingStatus]).toEqual([true, 'swapping']);
  });

  it.each([
    ['down', new ProviderError('httpError', 'chainflip-backend cannot be reached.')],
    ['closed for repairs', new ProviderError('unknownError', 'maintenance')],
  ])('that is %s is stale', async (_how, error) => {
    expect(await backend(() => error).look(byHash)).toEqual({ observations: [], stale: true });
  });

  it.each([
    ['no state', { lastStatechainUpdateAt: NOW }],
    ['a list', [] as unknown as Json],
  ])('that answers %s is stale', async (_what, json) => {
    expect(await backend(() => json).look(byHash)).toEqual({ observations: [], stale: true });
  });

  it('a state that we do not know is progress, by its evidence, and written to the log', async () => {
    const { look, lines } = backend(() => base('REBALANCING', { deposit: deposit(), swap: swapOf() }));
    const { observations } = await look(byHash);
    expect(deriveSwap(observations, { now: NOW }).trackingStatus).toBe('swapping');
    expect(lines).toMatchObject([{ state: 'REBALANCING' }]);
  });

  it('that writes EVM addresses in lower case has them shown in their own', async () => {
    const mixed = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const fillOrKillParams = { refundAddress: mixed.toLowerCase() };
    const status = base('SENDING', { deposit: deposit(), refundEgress: refund(), fillOrKillParams });
    expect((await seen(status)).refund?.toAddress).toBe(mixed);
  });

  it('numbers in any form, unknown keys and fields of a new shape hide nothing else', async () => {
    const swap = await seen({
      ...recorded('completed'),
      deposit: { amount: '0x4563918244f40000', witnessedAt: '552000', txConfirmations: 'three', extra: [1] },
      swapId: 368,
      swap: 'moved elsewhere',
      boost: 7,
      brandNew: { deep: true },
    });
    expect([swap.trackingStatus, swap.swapId]).toEqual(['completed', '368']);
    expect(amountText(swap)).toBe('419.2707216034');
  });

  const stateOf = fc.constantFrom('WAITING', 'RECEIVING', 'SWAPPING', 'SENDING', 'SENT', 'COMPLETED', 'FAILED', 'NEW');
  test.prop([
    stateOf,
    fc.dictionary(
      fc.constantFrom(
        'deposit',
        'swap',
        'swapEgress',
        'refundEgress',
        'boost',
        'depositChannel',
        'fillOrKillParams',
        'destAddress',
      ),
      fc.anything(),
    ),
  ])(
    'nothing that it may answer makes tracking throw, and only FAILED or a failure ends in failed',
    async (state, more) => {
      const { look } = backend(() => ({ ...base(state), ...more }));
      const { observations } = await look(byChannel);
      const { trackingStatus } = deriveSwap(observations, { now: NOW });
      if (state !== 'FAILED') expect(trackingStatus).not.toBe('failed');
    },
  );
});

describe('questions', () => {
  const legs = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      legOf(ETH_DOT, { channel: false, hash: `0x${i.toString(16).padStart(64, '0')}` }),
    );

  it('for unknown ids stay below the upstream’s ban, all at once or one after another', async () => {
    const { look, asked, clock } = backend({});
    const many = await Promise.all(legs(30).map(look));
    expect(asked.length).toBe(8);
    expect(many.filter(({ stale }) => stale)).toHaveLength(22);
    for (let second = 0; second < 59; second += 1) {
      clock.now += 1000;
      await Promise.all(legs(30).map(look));
    }
    expect(asked.length).toBe(8);
    clock.now += 2000;
    await Promise.all(legs(30).map(look));
    expect(asked.length).toBe(16);
  });

  it('for swaps that the backend knows are not held back by those', async () => {
    const known = legs(40).at(-1);
    if (!known) throw new Error('no leg');
    const { look, asked, clock } = backend({ [known.hash]: base('SWAPPING', { swap: swapOf() }) });
    await look(known);
    await Promise.all(legs(30).map(look));
    clock.now += 5000;
    const before = asked.length;
    expect((await look(known)).observations.length).toBeGreaterThan(0);
    expect(asked.length).toBe(before + 1);
  });

  it('for one unknown id come ever more seldom, and it is not stale meanwhile', async () => {
    const { look, asked, clock } = backend({});
    const times: number[] = [];
    for (let second = 0; second <= 150; second += 1) {
      const before = asked.length;
      expect((await look(byHash)).stale).toBe(false);
      if (asked.length > before) times.push(second);
      clock.now += 1000;
    }
    expect(times).toEqual([0, 5, 15, 35, 75, 135]);
  });

  it('for one id are asked once by all who ask within two seconds', async () => {
    const { look, asked, clock } = backend(() => base('SWAPPING', { swap: swapOf() }));
    await Promise.all(Array.from({ length: 20 }, () => look(byChannel)));
    clock.now += 1500;
    await look(byChannel);
    expect(asked.length).toBe(1);
    clock.now += 1000;
    await look(byChannel);
    expect(asked.length).toBe(2);
  });

  const tooMany = (retryAfterMs?: number) => new UpstreamTrouble('Asked too often (HTTP 429).', 429, retryAfterMs);

  it('of the swap that was refused rest for as long as the backend says; other swaps are asked for', async () => {
    const { look, asked, clock } = backend((id) => (id === ETH_HASH ? tooMany(7000) : base('RECEIVING')));
    expect(await look(byHash)).toEqual({ observations: [], stale: true });
    expect((await look(byChannel)).stale).toBe(false);
    clock.now += 6900;
    expect(await look(byHash)).toEqual({ observations: [], stale: true });
    expect(asked).toEqual([ETH_HASH, CHANNEL_ID]);
    clock.now += 200;
    await look(byHash);
    expect(asked).toEqual([ETH_HASH, CHANNEL_ID, ETH_HASH]);
  });

  it('rest for seconds, ever longer, where the backend does not say how long; its next answer ends that', async () => {
    let busy = true;
    const { look, asked, clock } = backend(() => (busy ? tooMany() : base('SWAPPING', { swap: swapOf() })));
    const times: number[] = [];
    for (let second = 0; second <= 150; second += 1) {
      const before = asked.length;
      expect((await look(byHash)).stale).toBe(true);
      if (asked.length > before) times.push(second);
      clock.now += 1000;
    }
    expect(times).toEqual([0, 2, 6, 14, 30, 62, 122]);
    busy = false;
    clock.now += 60_000;
    expect((await look(byHash)).observations.map(({ kind }) => kind)).toContain('swapping');
    busy = true;
    clock.now += 3000;
    await look(byHash);
    clock.now += 2000;
    const before = asked.length;
    await look(byHash);
    expect(asked.length).toBe(before + 1);
  });

  it('are not asked where neither channel nor hash is known', async () => {
    const { look, asked } = backend({});
    expect(await look(legOf(ETH_DOT, { channel: false }))).toEqual({ observations: [], stale: false });
    expect(asked).toEqual([]);
  });
});
