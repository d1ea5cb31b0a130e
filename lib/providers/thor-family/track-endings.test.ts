/** A swap ends by evidence alone: a refund, a payout or Midgard's record of it. */
import { describe, expect, it } from 'vitest';
import { NOW_MS, type NodeAnswers, objectFixture } from './testing/node-double.ts';
import {
  done,
  find,
  type Json,
  kinds,
  type Look,
  observe,
  pending,
  stagesOf,
  tracker,
  USDT_TO_BTC,
  unpaid,
} from './testing/tracker.ts';

const LATER_MS = 11 * 60_000;

/** Two looks, more than ten minutes apart. */
async function observeLate(look: Look, answers: NodeAnswers) {
  const { clock, look: once } = await tracker(look, answers);
  await once();
  clock.monotonic += LATER_MS;
  return once();
}

const nothingPlanned = () =>
  stagesOf({ ...pending() }, { swap_status: { pending: false }, swap_finalised: { completed: true } });

const REFUND = {
  chain: 'ETH',
  to_address: '0x2511ac0075767fd0317514e1c28c237e9817e9b9',
  coin: { asset: 'ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7', amount: '54000000000' },
  refund: true,
};

const REFUND_TX = {
  id: 'AB'.repeat(32),
  chain: 'ETH',
  to_address: REFUND.to_address,
  coins: [REFUND.coin],
  memo: 'REFUND:A3F8',
};

const midgardRefund = {
  actions: [
    {
      type: 'refund',
      status: 'success',
      in: [],
      out: [],
      metadata: { refund: { reason: 'emit asset 1 less than price limit 2' } },
    },
  ],
};

describe('refunds', () => {
  it('planned, then sent, with Midgard’s reason', async () => {
    const planned = await observe(USDT_TO_BTC, {
      status: { ...unpaid(), planned_out_txs: [REFUND] },
      actions: midgardRefund,
    });
    expect(find(planned.observations, 'refundPlanned')).toMatchObject({
      reason: 'The price moved past your limit (emit asset 1 less than price limit 2).',
      cause: 'priceLimit',
      toAddress: REFUND.to_address,
    });
    const sent = await observe(USDT_TO_BTC, {
      status: { ...done(), planned_out_txs: [REFUND], out_txs: [REFUND_TX] },
      actions: midgardRefund,
    });
    expect(kinds(sent.observations)).toEqual(['providerSeen', 'refundSent']);
    expect(find(sent.observations, 'refundSent')).toMatchObject({
      cause: 'priceLimit',
      outputDue: false,
      tx: { hash: `0x${'ab'.repeat(32)}`, chain: 'ETH' },
    });
  });

  it('of a part accompany the payout of the rest, and each says that the other is due', async () => {
    const both = {
      ...done(),
      planned_out_txs: [...(done().planned_out_txs as Json[]), REFUND],
      out_txs: [...(done().out_txs as Json[]), REFUND_TX],
    };
    const { observations } = await observe(USDT_TO_BTC, { status: both });
    expect(find(observations, 'outboundSent')?.refundDue).toBe(true);
    expect(find(observations, 'refundSent')?.outputDue).toBe(true);
    const half = await observe(USDT_TO_BTC, { status: { ...both, out_txs: done().out_txs } });
    expect(kinds(half.observations)).toEqual(['providerSeen', 'swapDone', 'outboundSent', 'refundPlanned']);
  });

  it('without Midgard are refunds all the same', async () => {
    const { observations, stale } = await observe(USDT_TO_BTC, {
      status: { ...done(), planned_out_txs: [REFUND], out_txs: [REFUND_TX] },
      actions: 'garbage',
    });
    expect(kinds(observations)).toContain('refundSent');
    expect(stale).toBe(false);
  });
});

describe('pitfall 7: nothing ends without evidence', () => {
  it('finalised with nothing planned is still swapping', async () => {
    const { observations } = await observe({ ...USDT_TO_BTC, age: 60_000 }, { status: nothingPlanned() });
    expect(kinds(observations)).toEqual(['providerSeen', 'swapping', 'heldNoMore']);
  });

  it('after ten minutes Midgard is asked: refund, failure, or an amount that did not cover the fee', async () => {
    const late = (actions: unknown) => observeLate(USDT_TO_BTC, { status: nothingPlanned(), actions });
    const action = (type: string, changes: Json = {}) => ({
      actions: [{ type, status: 'success', in: [], out: [], ...changes }],
    });
    const back = { txID: 'CD'.repeat(32), address: '0x2511', coins: [REFUND.coin] };
    const refunded = await late(action('refund', { out: [back], metadata: { refund: { reason: 'limit' } } }));
    expect(find(refunded.observations, 'refundSent')).toMatchObject({
      reason: 'limit',
      tx: { hash: `0x${'cd'.repeat(32)}` },
    });
    const refunding = await late(action('refund', { status: 'pending', metadata: { refund: { reason: 'limit' } } }));
    expect(kinds(refunding.observations)).toEqual(['providerSeen', 'swapping', 'refundPlanned']);
    const failed = await late(action('failed', { metadata: { failed: { reason: 'bad memo', code: '5' } } }));
    expect(find(failed.observations, 'providerFailed')).toMatchObject({
      reason: 'The network could not read the memo (bad memo).',
      cause: 'invalidTerms',
    });
    const unexplained = find((await late(action('failed'))).observations, 'providerFailed');
    expect(unexplained?.reason).toBe('The network reports that the swap failed, and gives no reason.');
    expect(unexplained?.cause).toBeUndefined();
    const kept = await late({ actions: [] });
    expect(find(kept.observations, 'providerFailed')).toMatchObject({
      reason: expect.stringContaining('did not cover'),
      cause: 'belowMinimum',
    });
    expect(kinds((await late(action('swap', { status: 'pending' }))).observations)).toEqual([
      'providerSeen',
      'swapping',
    ]);
  });

  it('after ten minutes a payout that only Midgard knows completes the swap; the affiliate’s does not', async () => {
    const affiliate = {
      txID: '',
      address: 'thor1dl7un46w7l7f3ewrnrm6nq58nerjtp0dradjtd',
      coins: [{ asset: 'THOR.RUNE', amount: '5' }],
    };
    const users = { txID: 'EF'.repeat(32), address: USDT_TO_BTC.to, coins: [{ asset: 'BTC.BTC', amount: '652312' }] };
    const actions = { actions: [{ type: 'swap', status: 'success', in: [], out: [affiliate, users] }] };
    const { observations } = await observeLate(USDT_TO_BTC, { status: nothingPlanned(), actions });
    expect(find(observations, 'outboundSent')).toMatchObject({
      tx: { hash: 'ef'.repeat(32), chain: 'BTC', amount: { baseUnits: 652_312n } },
    });
  });

  it('ten minutes pass by themselves: a clock that is set ahead ends no swap', async () => {
    const { look, clock } = await tracker(USDT_TO_BTC, { status: nothingPlanned(), actions: { actions: [] } });
    await look();
    clock.now += LATER_MS;
    expect(kinds((await look()).observations)).not.toContain('providerFailed');
  });

  it('ten minutes count from when the swap looked finished, not from its payment', async () => {
    const { observations } = await observe({ ...USDT_TO_BTC, age: 3_600_000 }, { status: nothingPlanned() });
    expect(kinds(observations)).not.toContain('providerFailed');
  });

  it.each(['thor', 'maya'] as const)('%s: while the network is stopped its reports are stale', async (variant) => {
    const behind = { blockAt: NOW_MS - 600_000 };
    const unseen = await observe({ ...USDT_TO_BTC, variant }, behind);
    expect(unseen).toMatchObject({ observations: [], stale: true });
    const pending = objectFixture('thor-tx-status-pending');
    expect((await observe({ ...USDT_TO_BTC, variant }, { ...behind, status: pending })).stale).toBe(true);
    expect((await observe({ ...USDT_TO_BTC, variant }, {})).stale).toBe(false);
  });

  it('after ten minutes without Midgard nothing is known: stale, not failed', async () => {
    const result = await observeLate(USDT_TO_BTC, { status: nothingPlanned(), actions: 'garbage' });
    expect(result.stale).toBe(true);
    expect(kinds(result.observations)).not.toContain('providerFailed');
  });

  it('pitfall 17: a long queue is waiting, not failing', async () => {
    const status = unpaid({
      outbound_delay: { remaining_delay_blocks: 720, remaining_delay_seconds: 4320, completed: false },
    });
    const { observations } = await observe({ ...USDT_TO_BTC, age: 3_600_000 }, { status });
    expect(kinds(observations)).toEqual(['providerSeen', 'swapDone', 'outboundPlanned', 'heldNoMore']);
  });

  it('only Midgard reports a deposit that THORChain rejected', async () => {
    const look = { sell: 'THOR.RUNE', buy: 'BTC.BTC', to: USDT_TO_BTC.to, hash: 'EE'.repeat(32), age: 120_000 };
    const actions = {
      actions: [
        { type: 'failed', status: 'success', in: [], out: [], metadata: { failed: { reason: 'insufficient funds' } } },
      ],
    };
    const { observations } = await observe(look, { actions });
    expect(observations).toMatchObject([{ kind: 'inboundFailed', reason: 'insufficient funds' }]);
    expect((await observe({ ...look, age: 1000 }, { actions })).observations).toEqual([]);
  });
});
