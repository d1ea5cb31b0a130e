import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assetOf } from './asset.ts';
import { type DeriveContext, deriveSwap } from './derive-swap.ts';
import { type Cause, isFinalStatus, type Observation, TRACKING_STATUSES, type TxFact } from './swap-status.ts';

const T0 = 1_763_000_000_000;
const BTC = assetOf('BTC.BTC');
const ETH = assetOf('ETH.ETH');
const now: DeriveContext = { now: T0 + 600_000 };
const paid: TxFact = { hash: 'aa', chain: 'BTC', amount: { asset: BTC, decimals: 8, baseUnits: 100_000_000n } };
const out: TxFact = { hash: '0xbb', chain: 'ETH', amount: { asset: ETH, decimals: 18, baseUnits: 15n * 10n ** 18n } };
const back: TxFact = { hash: 'cc', chain: 'BTC', amount: { asset: BTC, decimals: 8, baseUnits: 40_000_000n } };

const seen: Observation = { at: T0, kind: 'inboundSeen', tx: { ...paid, confirmations: 0 }, final: false };
const seenFinal: Observation = {
  at: T0 + 60_000,
  kind: 'inboundSeen',
  tx: { ...paid, confirmations: 3, blockNumber: 9 },
  final: true,
};
const counting: Observation = { at: T0 + 30_000, kind: 'providerSeen', leg: 0, final: false, remainingSeconds: 600 };
const counted: Observation = { at: T0 + 90_000, kind: 'providerSeen', leg: 0, final: true };
const progress = (done: number, at = T0 + 100_000 + done): Observation => ({
  at,
  kind: 'swapProgress',
  leg: 0,
  done,
  total: 7,
  swapId: 's1',
});
const swapping: Observation = { at: T0 + 95_000, kind: 'swapping', leg: 0 };
const done: Observation = { at: T0 + 120_000, kind: 'swapDone', leg: 0, swapSeconds: 30 };
const planned: Observation = {
  at: T0 + 121_000,
  kind: 'outboundPlanned',
  leg: 0,
  delaySeconds: 678,
  ...(out.amount && { output: out.amount }),
};
const sent: Observation = { at: T0 + 200_000, kind: 'outboundSent', leg: 0, tx: out };
const refundPlanned: Observation = {
  at: T0 + 121_000,
  kind: 'refundPlanned',
  leg: 0,
  reason: 'emit asset 1 less than price limit 2',
};
const refundSent: Observation = { at: T0 + 201_000, kind: 'refundSent', leg: 0, tx: back };
const failed: Observation = { at: T0 + 130_000, kind: 'providerFailed', leg: 0, reason: 'amount too small' };
const reverted: Observation = { at: T0 + 10_000, kind: 'inboundFailed', reason: 'the transaction reverted' };
const held: Observation = { at: T0 + 100_000, kind: 'held', leg: 0, reason: 'trading is halted' };
const resumed: Observation = { at: T0 + 110_000, kind: 'heldNoMore', leg: 0 };

/**
 * Complete swaps in the order in which their facts occur. Where one part is swapped and another is refunded, the payout
 * says that a refund is due and the refund that an output is due.
 */
const STORIES = {
  completed: [
    seen,
    counting,
    seenFinal,
    counted,
    swapping,
    progress(3),
    held,
    resumed,
    progress(7),
    done,
    planned,
    sent,
  ],
  refunded: [seen, seenFinal, counted, swapping, refundPlanned, refundSent],
  partly: [
    seen,
    seenFinal,
    counted,
    progress(3),
    planned,
    refundPlanned,
    { ...refundSent, outputDue: true },
    { ...sent, refundDue: true },
  ],
  failedByProvider: [seen, seenFinal, counted, swapping, failed],
  reverted: [seen, reverted],
} as const satisfies Record<string, readonly Observation[]>;

const ENDINGS = {
  completed: 'completed',
  refunded: 'refunded',
  partly: 'completed',
  failedByProvider: 'failed',
  reverted: 'failed',
} as const;
const names = fc.constantFrom('completed', 'refunded', 'partly', 'failedByProvider', 'reverted');

const anyTx: fc.Arbitrary<TxFact> = fc.constantFrom(paid, out, back, { ...out, hash: '0xdd', confirmations: 2 });
const at = fc.integer({ min: T0, max: T0 + 5 });
const leg = fc.constantFrom(0, 1);
const anyFact: fc.Arbitrary<Observation> = fc.oneof(
  fc.record({ at, kind: fc.constant('inboundSeen' as const), tx: anyTx, final: fc.boolean() }),
  fc.record({ at, kind: fc.constant('inboundFailed' as const), reason: fc.constantFrom('x', 'y') }),
  fc.record({ at, kind: fc.constant('inboundReplaced' as const), byHash: fc.constantFrom('aa', 'cc') }),
  fc.record({ at, kind: fc.constant('providerSeen' as const), leg, final: fc.boolean(), remainingSeconds: fc.nat(9) }),
  fc.record({ at, kind: fc.constant('swapProgress' as const), leg, done: fc.nat(7), total: fc.constant(7) }),
  fc.record({ at, kind: fc.constant('swapping' as const), leg, swapId: fc.constantFrom('a', 'b') }),
  fc.record({ at, kind: fc.constant('swapDone' as const), leg }),
  fc.record({ at, kind: fc.constant('outboundPlanned' as const), leg, delaySeconds: fc.nat(9) }),
  fc.record({ at, kind: fc.constant('outboundSent' as const), leg, tx: anyTx }),
  fc.record({ at, kind: fc.constant('refundPlanned' as const), leg, reason: fc.constantFrom('x', 'y') }),
  fc.record({ at, kind: fc.constant('refundSent' as const), leg, tx: anyTx, outputDue: fc.boolean() }),
  fc.record({ at, kind: fc.constant('providerFailed' as const), leg, reason: fc.constantFrom('x', 'y') }),
  fc.record({ at, kind: fc.constant('held' as const), leg, reason: fc.constantFrom('x', 'y') }),
  fc.record({ at, kind: fc.constant('heldNoMore' as const), leg }),
);
const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length });

describe('deriveSwap as a fold over a set', () => {
  it('gives the same answer for any facts in any order, also when some arrive twice', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyFact, { maxLength: 12 })
          .chain((facts) => fc.tuple(fc.constant(facts), shuffled([...facts, ...facts.slice(0, 3)]))),
        fc.constantFrom(1, 2),
        ([facts, again], legs) => {
          const context = { ...now, legs };
          expect(deriveSwap(again, context)).toEqual(deriveSwap(facts, context));
        },
      ),
    );
  });

  it('does not depend on the order of keys, which a database may change', () => {
    const turned = STORIES.completed.map((fact) => Object.fromEntries(Object.entries(fact).reverse()) as Observation);
    expect(deriveSwap([...turned, ...STORIES.completed], now)).toEqual(deriveSwap(STORIES.completed, now));
  });

  it('stays final once it is final, in whatever order the facts of one swap become known', () => {
    fc.assert(
      fc.property(
        names.chain((name) => fc.tuple(fc.constant(name), shuffled<Observation>(STORIES[name]))),
        ([name, facts]) => {
          const statuses = facts.map((_, i) => deriveSwap(facts.slice(0, i + 1), now).trackingStatus);
          for (const status of statuses) if (isFinalStatus(status)) expect(status).toBe(ENDINGS[name]);
          const firstFinal = statuses.findIndex(isFinalStatus);
          expect(firstFinal).toBeGreaterThanOrEqual(0);
          for (const status of statuses.slice(firstFinal)) expect(status).toBe(ENDINGS[name]);
        },
      ),
    );
  });

  it('never goes back, in whatever order the facts of one swap become known', () => {
    fc.assert(
      fc.property(
        names.chain((name) => shuffled<Observation>(STORIES[name])),
        (facts) => {
          const ranks = facts.map((_, i) =>
            TRACKING_STATUSES.indexOf(deriveSwap(facts.slice(0, i + 1), now).trackingStatus),
          );
          expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
        },
      ),
    );
  });

  it('keeps a stored final status against any fact: what a user was told for good is not taken back', () => {
    fc.assert(
      fc.property(
        fc.array(anyFact, { maxLength: 8 }),
        fc.constantFrom('completed', 'refunded', 'failed'),
        (facts, storedStatus) => {
          const derived = deriveSwap(facts, { ...now, storedStatus });
          expect(derived.trackingStatus).toBe(storedStatus);
          if (storedStatus !== 'completed') expect(derived.reason?.length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('is final on positive evidence only: progress alone, however much of it, ends nothing', () => {
    const endings = new Set(['outboundSent', 'refundSent', 'providerFailed', 'inboundFailed']);
    fc.assert(
      fc.property(
        fc.array(
          anyFact.filter((fact) => !endings.has(fact.kind)),
          { maxLength: 12 },
        ),
        (facts) => {
          expect(isFinalStatus(deriveSwap(facts, now).trackingStatus)).toBe(false);
        },
      ),
    );
  });

  it('leaves out what is not known', () => {
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 8 }), (facts) => {
        for (const value of Object.values(deriveSwap(facts, now))) expect(value).toBeDefined();
      }),
    );
  });
});

describe('deriveSwap step by step', () => {
  it.each([
    ['nothing known', [], 'not_started', 'inbound', 'pending'],
    ['in the mempool', [seen], 'pending', 'inbound', 'pending'],
    [
      'final on its chain, not yet counted by the provider',
      [seen, seenFinal, counting],
      'pending',
      'inbound',
      'pending',
    ],
    ['known from the provider alone', [counting], 'pending', 'inbound', 'pending'],
    ['counted', [seen, counted], 'swapping', 'swap', 'pending'],
    ['streaming', [counted, progress(2)], 'swapping', 'swap', 'pending'],
    ['swapped', [counted, done], 'swapping', 'outbound', 'success'],
    ['payout queued', [counted, done, planned], 'swapping', 'outbound', 'success'],
    ['refund queued', [counted, done, refundPlanned], 'swapping', 'refund', 'pending'],
    ['paid out', [counted, planned, sent], 'completed', 'outbound', 'success'],
    ['sent back', [counted, refundPlanned, refundSent], 'refunded', 'refund', 'refunded'],
    ['paid out, refund of the rest still queued', [planned, refundPlanned, sent], 'swapping', 'refund', 'pending'],
    ['rest sent back, payout still queued', [planned, refundPlanned, refundSent], 'swapping', 'outbound', 'pending'],
    ['paid out and rest sent back', [planned, refundPlanned, sent, refundSent], 'completed', 'outbound', 'success'],
    ['failed at the provider', [counted, failed], 'failed', 'swap', 'failed'],
    ['reverted', [seen, reverted], 'failed', 'inbound', 'failed'],
    ['paid out although a source called it failed', [failed, sent], 'completed', 'outbound', 'success'],
    ['sent back although a source called it failed', [failed, refundSent], 'refunded', 'refund', 'refunded'],
    ['replaced in the mempool', [{ at: T0, kind: 'inboundReplaced', byHash: 'dd' }], 'pending', 'inbound', 'pending'],
    ['halted while under way', [counted, held], 'swapping', 'swap', 'pending'],
  ] as const)('%s', (_, facts, trackingStatus, stage, outcome) => {
    expect(deriveSwap([...facts], now)).toMatchObject({ trackingStatus, stage, outcome });
  });

  it('gathers all that is known of the payment, the chain before the provider, confirmations never falling', () => {
    const byProvider: Observation = {
      ...counted,
      tx: { hash: 'aa', chain: 'BTC', blockNumber: 8, requiredConfirmations: 2 },
    };
    const late: Observation = { ...seenFinal, at: T0 + 99_000, tx: { ...paid, confirmations: 1 } };
    expect(deriveSwap([late, byProvider, seenFinal, seen], now).inbound).toEqual({
      ...paid,
      confirmations: 3,
      blockNumber: 9,
      requiredConfirmations: 2,
    });
  });

  it('follows a payment that was replaced to the transaction that took its place', () => {
    const replaced: Observation = { at: T0 + 1, kind: 'inboundReplaced', byHash: 'dd' };
    const second: Observation = { at: T0, kind: 'inboundSeen', tx: { ...paid, hash: 'dd' }, final: false };
    const derived = deriveSwap([seen, replaced, second], now);
    expect(derived).toMatchObject({ replacedBy: 'dd', inbound: { hash: 'dd' } });
    expect(deriveSwap([seenFinal, replaced, second], now).inbound?.hash).toBe('aa');
  });

  it('tells the output as sent, else as planned, and the refund beside it', () => {
    expect(deriveSwap([planned], now).output).toEqual(out.amount);
    const less: Observation = { ...sent, tx: { ...out, amount: { asset: ETH, decimals: 18, baseUnits: 14n } } };
    expect(deriveSwap([planned, less], now)).toMatchObject({
      output: { baseUnits: 14n },
      outbound: { hash: '0xbb' },
      partialRefund: false,
    });
    const partly = deriveSwap([...STORIES.partly], now);
    expect(partly).toMatchObject({
      partialRefund: true,
      refund: { tx: back, amount: back.amount, reason: expect.stringContaining('price limit') },
    });
    expect(partly.reason).toBeUndefined();
    expect(deriveSwap([...STORIES.refunded], now)).toMatchObject({
      partialRefund: false,
      reason: 'emit asset 1 less than price limit 2',
    });
    expect(deriveSwap([refundSent], now).reason).toBe('The money was sent back; no reason was given.');
  });

  it('counts streaming progress up, never down, to 100 when the swap is over', () => {
    expect(deriveSwap([progress(5, T0), progress(3, T0 + 9)], now).streaming).toEqual({
      done: 5,
      total: 7,
      percentage: 71,
    });
    expect(deriveSwap([progress(3), done], now).streaming).toEqual({ done: 7, total: 7, percentage: 100 });
    const output = { asset: ETH, decimals: 18, baseUnits: 9n };
    const halfway = { ...progress(3), output } as Observation;
    expect(deriveSwap([halfway], now).streaming?.output).toEqual(output);
    expect(deriveSwap([halfway, sent], now).streaming).toMatchObject({ percentage: 100, output: out.amount });
    const stopped: Observation = { kind: 'swapProgress', at: T0, leg: 0, done: 3, total: 7, stopped: true };
    const partly = deriveSwap([progress(3), stopped, done, { ...sent, refundDue: true }, refundSent], now);
    expect(partly).toMatchObject({ trackingStatus: 'completed', streaming: { done: 3, total: 7, percentage: 42 } });
    expect(deriveSwap([progress(3)], now).swapId).toBe('s1');
    expect(deriveSwap([done], now).swapSeconds).toBe(30);
    expect(deriveSwap([swapping], now)).not.toHaveProperty('streaming');
  });

  it('counts delays down to now and drops them when they are over', () => {
    expect(deriveSwap([planned], { now: T0 + 121_000 }).delaySeconds).toBe(678);
    expect(deriveSwap([planned], { now: T0 + 221_000 }).delaySeconds).toBe(578);
    expect(deriveSwap([planned], { now: T0 + 9_999_999 }).delaySeconds).toBe(0);
    expect(deriveSwap([planned, sent], now)).not.toHaveProperty('delaySeconds');
    expect(deriveSwap([counting], { now: T0 + 30_500 }).inboundRemainingSeconds).toBe(600);
    expect(deriveSwap([counting, counted], now)).not.toHaveProperty('inboundRemainingSeconds');
  });

  it('says that a swap waits while it is halted, not after, and not once it is final', () => {
    expect(deriveSwap([counted, held], now).heldReason).toBe('trading is halted');
    expect(deriveSwap([counted, held, resumed], now)).not.toHaveProperty('heldReason');
    expect(deriveSwap([counted, { ...resumed, at: held.at }, held], now)).not.toHaveProperty('heldReason');
    expect(deriveSwap([counted, resumed, { ...held, at: resumed.at + 1 }], now).heldReason).toBe('trading is halted');
    expect(deriveSwap([held, sent], now)).not.toHaveProperty('heldReason');
  });

  it('completes a route of two legs with the payout of the second one only', () => {
    const context = { ...now, legs: 2 };
    const second: Observation = { ...sent, leg: 1, at: sent.at + 1, tx: { ...out, hash: '0xee' } };
    expect(deriveSwap([counted, sent], context)).toMatchObject({ trackingStatus: 'swapping', stage: 'swap' });
    expect(deriveSwap([counted, sent, second], context)).toMatchObject({
      trackingStatus: 'completed',
      outbound: { hash: '0xee' },
      legOutputs: [out.amount, out.amount],
    });
    expect(deriveSwap([sent, { ...refundSent, leg: 1 }], context).trackingStatus).toBe('refunded');
  });
});

describe('the timeline', () => {
  it('tells each milestone once, in the order in which it happened', () => {
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

  it('tells a halt when it comes and when it goes, however often a source repeats it, and no end of none', () => {
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

  it('dates what was seen late back to what it led to, over both legs', () => {
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

it('shows the signed payout that anybody may send, as long as the swap stands as failed', () => {
  const payload = { chain: 'ETH' as const, to: '0x1', value: '0', data: '0x2' };
  const failed: Observation = { kind: 'providerFailed', at: 1, leg: 0, reason: 'Sending failed.', payload };
  expect(deriveSwap([failed], { now: 1 })).toMatchObject({ trackingStatus: 'failed', payload });
  const paid: Observation = { kind: 'outboundSent', at: 2, leg: 0, tx: { hash: 'b', chain: 'ETH' } };
  expect(deriveSwap([failed, paid], { now: 2 })).not.toHaveProperty('payload');
});

it('counts confirmations against the most that anybody waits for', () => {
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

it('shows a payment’s confirmations as they were when whoever counts them went on', () => {
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

describe('the cause of an end, where it is known, names it for programs', () => {
  const code = (facts: Observation[], legs = 1) => deriveSwap(facts, { ...now, legs }).reasonCode;
  const because = (fact: Observation, cause: Cause) => ({ reason: 'why', ...fact, cause }) as Observation;

  it('in place of what the status and the stage tell as well', () => {
    expect(code([because(refundSent, 'priceLimit')])).toBe('priceLimit');
    expect(code([because(failed, 'belowMinimum')])).toBe('belowMinimum');
    expect(code([because(reverted, 'expired')])).toBe('expired');
  });

  it('by the fact that the sentence is from: what was planned counts while nobody says more', () => {
    const why = because(refundPlanned, 'priceLimit');
    expect(code([why])).toBeUndefined();
    expect(code([why, refundSent])).toBe('priceLimit');
    expect(code([why, { ...refundSent, reason: 'called off' } as Observation])).toBe('refunded');
    expect(code([because(reverted, 'expired'), failed])).toBe('swapFailed');
  });

  it('but never hides that something else came back, that another payment took its place, or that a call is left', () => {
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
