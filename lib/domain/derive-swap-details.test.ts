/** The details beside a swap’s state: its timeline, its confirmations and the reason of its end. */
import { describe, expect, it } from 'vitest';
import { deriveSwap } from './derive-swap.ts';
import type { Cause, Observation } from './swap-status.ts';
import {
  counted,
  done,
  failed,
  held,
  now,
  out,
  paid,
  refundPlanned,
  refundSent,
  resumed,
  reverted,
  STORIES,
  seen,
  sent,
  swapping,
  T0,
} from './test-observations.ts';

describe('the timeline', () => {
  it('has each milestone once, in the order in which it happened', () => {
    const { timeline } = deriveSwap([...STORIES.completed].reverse(), now);
    expect(timeline.map((entry) => entry.milestone)).toEqual([
      'paymentSeen',
      'providerSeen',
      'paymentFinal',
      'providerCounted',
      'swapStarted',
      'held',
      'resumed',
      'swapDone',
      'payoutPlanned',
      'payoutSent',
    ]);
    expect(timeline.at(-1)).toMatchObject({ stage: 'outbound', at: sent.at, tx: out, amount: out.amount });
    expect(timeline.map((entry) => entry.at)).toEqual([...timeline.map((entry) => entry.at)].sort((a, b) => a - b));
  });

  it('has a halt when it begins and when it ends, however often a source repeats it, and no end without a beginning', () => {
    const looks = (from: number, fact: Observation) =>
      [0, 1, 2].map((i): Observation => ({ ...fact, at: T0 + from + i }));
    const facts = [...looks(0, resumed), ...looks(10, held), ...looks(20, resumed), ...looks(30, held)];
    const { timeline, heldReason } = deriveSwap(facts, now);
    expect(timeline.map((entry) => [entry.milestone, entry.at - T0])).toEqual([
      ['held', 10],
      ['resumed', 20],
      ['held', 30],
    ]);
    expect(heldReason).toBe('trading is halted');
  });

  it('dates a late observation back to the event that it caused, over both legs', () => {
    const late = T0 + 500_000;
    const second = (fact: Observation): Observation => ({ ...fact, leg: 1 }) as Observation;
    const facts = [
      { ...seen, at: late },
      { ...swapping, at: late },
      done,
      { ...sent, at: late },
      second(done),
      second(sent),
    ];
    const { timeline } = deriveSwap(facts, { ...now, legs: 2 });
    expect(timeline.map(({ milestone, leg }) => `${milestone} ${leg}`)).toEqual([
      'paymentSeen 0',
      'swapStarted 0',
      'swapDone 0',
      'payoutSent 0',
      'swapDone 1',
      'payoutSent 1',
    ]);
    expect(timeline.map(({ at }) => at)).toEqual([...timeline.map(({ at }) => at)].sort((a, b) => a - b));
  });

  it('gives a refund with its reason, and each of two halts', () => {
    const again: Observation = { ...held, at: held.at + 50_000 };
    const { timeline } = deriveSwap([...STORIES.refunded, held, resumed, again], now);
    expect(timeline.filter((entry) => entry.milestone === 'held').length).toBe(2);
    expect(timeline.find((entry) => entry.milestone === 'refundPlanned')?.reason).toContain('price limit');
  });

  it('is one entry for a transaction whose confirmations were counted many times', () => {
    const counts = [1, 2, 3].map(
      (confirmations): Observation => ({ ...seen, at: T0 + confirmations, tx: { ...paid, confirmations } }),
    );
    const { timeline } = deriveSwap(counts, now);
    expect(timeline).toEqual([
      {
        milestone: 'paymentSeen',
        stage: 'inbound',
        at: T0 + 1,
        leg: 0,
        tx: { ...paid, confirmations: 3 },
        amount: paid.amount,
      },
    ]);
  });
});

it('shows the signed payout that anyone may send, as long as the swap counts as failed', () => {
  const payload = { chain: 'ETH' as const, to: '0x1', value: '0', data: '0x2' };
  const failed: Observation = { kind: 'providerFailed', at: 1, leg: 0, reason: 'Sending failed.', payload };
  expect(deriveSwap([failed], { now: 1 })).toMatchObject({ trackingStatus: 'failed', payload });
  const paid: Observation = { kind: 'outboundSent', at: 2, leg: 0, tx: { hash: 'b', chain: 'ETH' } };
  expect(deriveSwap([failed, paid], { now: 2 })).not.toHaveProperty('payload');
});

it('counts confirmations against the highest requirement', () => {
  const tx = { hash: 'a', chain: 'BTC' as const };
  const byProvider: Observation = {
    kind: 'providerSeen',
    at: 1,
    leg: 0,
    final: false,
    tx: { ...tx, confirmations: 1, requiredConfirmations: 3 },
  };
  const onChain: Observation = {
    kind: 'inboundSeen',
    at: 2,
    final: true,
    tx: { ...tx, confirmations: 2, requiredConfirmations: 1 },
  };
  const { inbound } = deriveSwap([byProvider, onChain], { now: 3 });
  expect(inbound).toMatchObject({ confirmations: 2, requiredConfirmations: 3 });
});

it('shows a payment’s confirmations as they were when their counter moved on', () => {
  const tx = { hash: 'a', chain: 'ETH' as const, confirmations: 2, requiredConfirmations: 13 };
  const early: Observation = { kind: 'inboundSeen', at: 1, final: true, tx };
  expect(deriveSwap([early], now).inbound?.confirmations).toBe(2);
  expect(deriveSwap([early, counted], now).inbound?.confirmations).toBe(13);
  expect(deriveSwap([early, sent], now).inbound?.confirmations).toBe(13);
});

it('names the reason of an end for programs', () => {
  const code = (facts: Observation[], legs = 1) => deriveSwap(facts, { ...now, legs }).reasonCode;
  const replaced: Observation = { kind: 'inboundReplaced', at: 1, byHash: 'b' };
  expect(code([counted, sent])).toBeUndefined();
  expect(code([refundSent])).toBe('refunded');
  expect(code([{ ...refundSent, leg: 1 } as Observation], 2)).toBe('secondLegRefunded');
  expect(code([{ ...refundSent, leg: 1, fallback: true } as Observation], 2)).toBe('paidInBridgeAsset');
  expect(code([failed])).toBe('swapFailed');
  expect(code([{ ...failed, leg: 1 } as Observation], 2)).toBe('secondLegFailed');
  expect(code([reverted])).toBe('paymentFailed');
  expect(code([replaced, reverted])).toBe('paymentReplaced');
});

describe('the cause of an end, if known, names it for programs', () => {
  const code = (facts: Observation[], legs = 1) => deriveSwap(facts, { ...now, legs }).reasonCode;
  const because = (fact: Observation, cause: Cause) => ({ reason: 'why', ...fact, cause }) as Observation;

  it('instead of what the status and the stage already say', () => {
    expect(code([because(refundSent, 'priceLimit')])).toBe('priceLimit');
    expect(code([because(failed, 'belowMinimum')])).toBe('belowMinimum');
    expect(code([because(reverted, 'expired')])).toBe('expired');
  });

  it('by the fact that gives the sentence: a planned end counts until there is another report', () => {
    const why = because(refundPlanned, 'priceLimit');
    expect(code([why])).toBeUndefined();
    expect(code([why, refundSent])).toBe('priceLimit');
    expect(code([why, { ...refundSent, reason: 'called off' } as Observation])).toBe('refunded');
    expect(code([because(reverted, 'expired'), failed])).toBe('swapFailed');
  });

  it('but never hides that another asset came back, that another payment replaced it, or that a call is left', () => {
    const back = because({ ...refundSent, leg: 1 } as Observation, 'priceLimit');
    expect(code([back], 2)).toBe('secondLegRefunded');
    expect(code([{ ...back, fallback: true } as Observation], 2)).toBe('paidInBridgeAsset');
    expect(code([because({ ...failed, leg: 1 } as Observation, 'expired')], 2)).toBe('secondLegFailed');
    expect(code([{ kind: 'inboundReplaced', at: 1, byHash: 'b' }, because(reverted, 'expired')])).toBe(
      'paymentReplaced',
    );
    const payload = { chain: 'ETH' as const, to: '0x1', value: '0', data: '0x' };
    expect(code([{ ...because(failed, 'rejected'), payload } as Observation])).toBe('payoutNotSent');
  });

  it('and a completed swap has none', () => {
    expect(code([counted, { ...sent, refundDue: true }, because(refundSent, 'priceLimit')])).toBeUndefined();
  });
});
