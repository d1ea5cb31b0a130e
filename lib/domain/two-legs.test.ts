/** A swap of two legs has one status: in any order of its facts it never moves back, and it says where the money is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assetOf } from './asset.ts';
import { deriveSwap } from './derive-swap.ts';
import { type FinalStatus, isFinalStatus, type Observation, TRACKING_STATUSES, type TxFact } from './swap-status.ts';

const T0 = 1_763_000_000_000;
const context = { now: T0 + 600_000, legs: 2 };
const amount = (asset: string, decimals: number, baseUnits: bigint) => ({ asset: assetOf(asset), decimals, baseUnits });
const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

const paid: TxFact = { hash: '0xaa', chain: 'ETH', amount: amount('ETH.ETH', 18, 10n ** 18n) };
const bridge: TxFact = { hash: '0xaa', chain: 'ETH', amount: amount(USDC, 6, 3_300_000_000n), address: '0xchannel' };
const out: TxFact = { hash: 'bb', chain: 'BTC', amount: amount('BTC.BTC', 8, 3_400_000n) };
const back: TxFact = { hash: '0xcc', chain: 'ETH', amount: amount(USDC, 6, 3_290_000_000n) };

const seen: Observation = { kind: 'inboundSeen', at: T0, tx: paid, final: false };
const seenFinal: Observation = { kind: 'inboundSeen', at: T0 + 10, tx: { ...paid, confirmations: 12 }, final: true };
const swapped: Observation = { kind: 'swapDone', at: T0 + 10, leg: 0, output: amount(USDC, 6, 3_300_000_000n) };
const passedOn: Observation = { kind: 'outboundSent', at: T0 + 10, leg: 0, tx: bridge, refundDue: false };
const waiting: Observation = {
  kind: 'providerSeen',
  at: T0 + 11,
  leg: 1,
  final: false,
  remainingSeconds: 60,
  tx: bridge,
};
const counted: Observation = { kind: 'providerSeen', at: T0 + 12, leg: 1, final: true, tx: bridge };
const working: Observation = { kind: 'swapping', at: T0 + 13, leg: 1, swapId: '7' };
const bought: Observation = { kind: 'swapDone', at: T0 + 14, leg: 1, swapId: '7' };
const planned: Observation = { kind: 'outboundPlanned', at: T0 + 15, leg: 1, delaySeconds: 900 };
const sent: Observation = { kind: 'outboundSent', at: T0 + 20, leg: 1, tx: out, refundDue: false };
const reason = 'The price stayed below the guaranteed one.';
const refundPlanned: Observation = { kind: 'refundPlanned', at: T0 + 15, leg: 1, reason };
const unexplained: Observation = { kind: 'refundSent', at: T0 + 20, leg: 1, tx: back, outputDue: false };
const refundSent: Observation = { ...unexplained, reason };
const instead: Observation = { ...unexplained, reason: 'It could not be swapped on.', fallback: true };
const lost: Observation = { kind: 'providerFailed', at: T0 + 20, leg: 1, reason: 'The deposit was too small.' };
const reverted: Observation = { kind: 'inboundFailed', at: T0 + 10, reason: 'The price moved.', tx: paid };
const partialRefundPlanned: Observation = { kind: 'refundPlanned', at: T0 + 9, leg: 0, reason };
const partialRefundSent: Observation = {
  kind: 'refundSent',
  at: T0 + 10,
  leg: 0,
  tx: { ...paid, hash: '0xdd' },
  outputDue: true,
};
const rest: Observation = { ...passedOn, refundDue: true };
const firstPlanned: Observation = { kind: 'outboundPlanned', at: T0 + 9, leg: 0, delaySeconds: 5 };

/** Complete swaps: their facts in the order in which they occur, and the status in which each ends. */
const STORIES: Record<string, { facts: Observation[]; ends: FinalStatus }> = {
  completed: {
    facts: [seen, seenFinal, swapped, passedOn, waiting, counted, working, bought, planned, sent],
    ends: 'completed',
  },
  'refunded by the second leg': {
    facts: [seen, seenFinal, swapped, passedOn, counted, working, refundPlanned, refundSent],
    ends: 'refunded',
  },
  'paid in the asset between': { facts: [seen, firstPlanned, passedOn, instead], ends: 'refunded' },
  'lost at the second leg': { facts: [seen, seenFinal, swapped, passedOn, counted, lost], ends: 'failed' },
  'reverted at the first': { facts: [seen, reverted], ends: 'failed' },
  'a part sent back by the first': {
    facts: [seen, firstPlanned, partialRefundPlanned, partialRefundSent, rest, counted, bought, planned, sent],
    ends: 'completed',
  },
  'seen at the second leg alone': { facts: [waiting, counted, working, bought, planned, sent], ends: 'completed' },
};
const story = fc.constantFrom(...Object.values(STORIES));
const learned = story.chain(({ facts, ends }) =>
  fc.record({
    ends: fc.constant(ends),
    facts: fc.shuffledSubarray([...facts, ...facts], { minLength: 2 * facts.length }),
  }),
);

describe('a swap of two legs, in whatever order and however often its facts become known', () => {
  it('ends as it does, never goes back, and stays ended', () => {
    fc.assert(
      fc.property(learned, ({ facts, ends }) => {
        const statuses = facts.map((_, i) => deriveSwap(facts.slice(0, i + 1), context).trackingStatus);
        const ranks = statuses.map((status) => TRACKING_STATUSES.indexOf(status));
        expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
        expect(statuses.at(-1)).toBe(ends);
        for (const status of statuses) if (isFinalStatus(status)) expect(status).toBe(ends);
      }),
    );
  });

  it('has the same details', () => {
    fc.assert(
      fc.property(story, fc.nat(), ({ facts }, turn) => {
        const turned = [...facts.slice(turn % facts.length), ...facts, ...facts.slice(0, turn % facts.length)];
        expect(deriveSwap(turned, context)).toEqual(deriveSwap(facts, context));
      }),
    );
  });

  it('ends only by the second leg: a finished first leg ends nothing', () => {
    const first = [seen, seenFinal, swapped, firstPlanned, passedOn, partialRefundPlanned, partialRefundSent, rest];
    fc.assert(
      fc.property(fc.shuffledSubarray(first.filter((fact) => fact !== partialRefundSent)), (facts) => {
        expect(isFinalStatus(deriveSwap(facts, context).trackingStatus)).toBe(false);
      }),
    );
    expect(deriveSwap(first, context).trackingStatus).toBe('swapping');
  });

  it('goes through its stages one after the other', () => {
    const { facts } = STORIES.completed ?? { facts: [] };
    const stages = facts.map((_, i) => deriveSwap(facts.slice(0, i + 1), context).stage);
    expect([...new Set(stages)]).toEqual(['inbound', 'swap', 'outbound']);
    expect(stages.flatMap((stage, i) => (stage === stages[i - 1] ? [] : [stage]))).toHaveLength(3);
  });
});

describe('the answer about two legs', () => {
  const tell = (name: keyof typeof STORIES) => deriveSwap(STORIES[name]?.facts ?? [], context);

  it('have the payment, the payout, the output of each leg, and the hashes of both', () => {
    const swap = tell('completed');
    expect(swap).toMatchObject({
      inbound: { hash: '0xaa', amount: paid.amount },
      outbound: { hash: 'bb' },
      output: out.amount,
      legOutputs: [bridge.amount, out.amount],
      legsPaid: [true, true],
      swapId: '7',
      outcome: 'success',
    });
    expect(
      swap.timeline.flatMap(({ milestone, leg, tx }) => (milestone === 'payoutSent' ? [[leg, tx?.hash]] : [])),
    ).toEqual([
      [0, '0xaa'],
      [1, 'bb'],
    ]);
  });

  it('count a leg as finished once it has paid, not once it has swapped', () => {
    expect(deriveSwap([seen, swapped], context)).toMatchObject({ legsPaid: [false, false] });
    expect(deriveSwap([seen, swapped, passedOn], context)).toMatchObject({ legsPaid: [true, false] });
    expect(deriveSwap([counted], context)).toMatchObject({
      legsPaid: [true, false],
      legOutputs: [bridge.amount, undefined],
    });
  });

  it('name the returned asset of a refund by the second leg, and that it is not the sold one', () => {
    const { refund, reason: why, trackingStatus, stage } = tell('refunded by the second leg');
    expect([trackingStatus, stage]).toEqual(['refunded', 'refund']);
    expect(refund).toMatchObject({ leg: 1, amount: back.amount, tx: { hash: '0xcc' } });
    expect(refund).not.toHaveProperty('fallback');
    expect(why).toBe(
      'The price stayed below the guaranteed one. What comes back is the USDC that the first leg paid out, not the asset that was sold.',
    );
    const silent = deriveSwap([passedOn, unexplained], context);
    expect(silent.reason).toMatch(/no reason was given.*USDC/);
  });

  it('name the fallback as such', () => {
    const swap = tell('paid in the asset between');
    expect(swap).toMatchObject({ trackingStatus: 'refunded', refund: { leg: 1, fallback: true }, outcome: 'refunded' });
    expect(swap.reason).toBe('It could not be swapped on.');
    expect(swap).not.toHaveProperty('outbound');
    const silent = deriveSwap([passedOn, { ...unexplained, fallback: true }], context);
    expect(silent.reason).toMatch(/paid to the destination instead/);
  });

  it('say nothing of the second leg for a refund by the first', () => {
    const first: Observation = { kind: 'refundSent', at: T0, leg: 0, tx: paid, reason, outputDue: false };
    expect(deriveSwap([seen, first], context)).toMatchObject({ trackingStatus: 'refunded', reason });
  });

  it('report a failed first leg as a payment that never happened', () => {
    expect(tell('reverted at the first')).toMatchObject({ trackingStatus: 'failed', stage: 'inbound' });
    expect(tell('lost at the second leg')).toMatchObject({ trackingStatus: 'failed', stage: 'swap' });
  });

  it('wait for nothing that a finished leg has waited for', () => {
    const held: Observation = { kind: 'held', at: T0 + 5, leg: 0, reason: 'halted' };
    expect(deriveSwap([seen, held], context).heldReason).toBe('halted');
    expect(deriveSwap([seen, held, passedOn], context)).not.toHaveProperty('heldReason');
    expect(deriveSwap([firstPlanned, passedOn], context)).not.toHaveProperty('delaySeconds');
    expect(deriveSwap([passedOn, planned], { ...context, now: T0 + 15 }).delaySeconds).toBe(900);
  });
});
