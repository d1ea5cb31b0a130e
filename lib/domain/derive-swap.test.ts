import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveSwap } from './derive-swap.ts';
import { isFinalStatus, type Observation, TRACKING_STATUSES, type TxFact } from './swap-status.ts';
import {
  at,
  back,
  counted,
  counting,
  done,
  ETH,
  failed,
  held,
  leg,
  now,
  out,
  paid,
  planned,
  progress,
  refundPlanned,
  refundSent,
  resumed,
  reverted,
  STORIES,
  seen,
  seenFinal,
  sent,
  swapping,
  T0,
} from './test-observations.ts';

const ENDINGS = {
  completed: 'completed',
  refunded: 'refunded',
  partly: 'completed',
  failedByProvider: 'failed',
  reverted: 'failed',
} as const;

const names = fc.constantFrom('completed', 'refunded', 'partly', 'failedByProvider', 'reverted');
const anyTx: fc.Arbitrary<TxFact> = fc.constantFrom(paid, out, back, { ...out, hash: '0xdd', confirmations: 2 });

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
  it('gives the same answer for any facts in any order, even when some arrive twice', () => {
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

  it('keeps a stored final status against any fact: a status that users have seen as final is not taken back', () => {
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

  it('is final on positive evidence only: any amount of progress ends nothing', () => {
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

  it('leaves out unknown values', () => {
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

  it('gathers all facts on the payment, the chain’s before the provider’s, confirmations never falling', () => {
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

  it('follows a replaced payment to the transaction that replaced it', () => {
    const replaced: Observation = { at: T0 + 1, kind: 'inboundReplaced', byHash: 'dd' };
    const second: Observation = { at: T0, kind: 'inboundSeen', tx: { ...paid, hash: 'dd' }, final: false };
    const derived = deriveSwap([seen, replaced, second], now);
    expect(derived).toMatchObject({ replacedBy: 'dd', inbound: { hash: 'dd' } });
    expect(deriveSwap([seenFinal, replaced, second], now).inbound?.hash).toBe('aa');
  });

  it('has the output as sent, else as planned, and the refund beside it', () => {
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
