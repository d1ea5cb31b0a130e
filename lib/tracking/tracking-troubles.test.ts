/** An upstream that is unavailable or holds a swap does not change what is known of it. */
import { describe, expect, it } from 'vitest';
import { withTestStore } from '../db/test-store.ts';
import type { Observation, ObserveResult } from '../domain/swap-status.ts';
import { alone, paidSwap, swapping } from './test-paid-swap.ts';
import { HASH, seenBy } from './test-world.ts';

const db = withTestStore();

describe('upstream failures', () => {
  it('keep the last state and mark it stale until the upstream is back', async () => {
    const { chains, provider, poll } = await paidSwap(db.store);
    provider.say = () => seenBy([swapping]);
    await poll();
    chains.down = true;
    provider.say = () => Promise.reject(new Error('boom'));
    expect(await poll(2)).toMatchObject({ success: true, trackingStatus: 'swapping', data: { stale: true } });
    expect((await poll(1)).data.stale).toBe(true);
    provider.say = () => seenBy([swapping]);
    expect((await poll(2)).data.stale).toBeUndefined();
  });

  it('do not delay an answer for long', async () => {
    const { provider, poll } = await paidSwap(db.store, { answerWithinMs: 20, ...alone(db.store) });
    let release: (result: ObserveResult) => void = () => {};
    provider.say = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    expect(await poll()).toMatchObject({ trackingStatus: 'not_started', data: { stale: true } });
    release(seenBy([swapping]));
  });

  it('are reported: a payment that could not be looked for is not called missing', async () => {
    const { poll } = await paidSwap(db.store, {
      store: { ...alone(db.store).store, claimObservation: () => Promise.reject(new Error('the database is away')) },
    });
    const { trackingStatus, data } = await poll();
    expect([trackingStatus, data.stale]).toEqual(['not_started', true]);
    expect(data.staleReason).toMatch(/could not be looked up .* do not pay again/);
  });

  it('say in words that the state of a known payment is the last known one', async () => {
    const { chains, provider, poll } = await paidSwap(db.store);
    provider.say = () => seenBy([swapping]);
    expect((await poll()).data).not.toHaveProperty('staleReason');
    chains.down = true;
    provider.say = () => Promise.reject(new Error('boom'));
    expect((await poll(2)).data.staleReason).toMatch(/last state that is known/);
  });

  it('a hold is shown while it lasts, is stored once, and ends', async () => {
    const { provider, poll, quoteId, clock } = await paidSwap(db.store);
    const held = (): Observation => ({ kind: 'held', at: clock.now, leg: 0, reason: 'Trading is halted.' });
    provider.say = () => seenBy([swapping, held()]);
    for (const _round of [1, 2, 3]) expect((await poll(2)).data.held).toBe('Trading is halted.');
    const swap = await db.store.findSwap({ quoteId, routeIndex: 0, hash: HASH });
    const stored = await db.store.observationsOf(swap?.id ?? '');
    expect(stored.filter(({ kind }) => kind === 'held')).toHaveLength(1);
    provider.say = () => seenBy([swapping, { kind: 'heldNoMore', at: clock.now, leg: 0 }]);
    expect((await poll(2)).data.held).toBeUndefined();
    provider.say = () => seenBy([swapping, held()]);
    expect((await poll(2)).data.held).toBe('Trading is halted.');
  });
});
