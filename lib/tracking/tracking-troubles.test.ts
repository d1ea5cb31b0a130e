/** An upstream that is away or holds a swap takes nothing from what is known of it. */
import { describe, expect, it } from 'vitest';
import { withTestStore } from '../db/test-store.ts';
import type { Observation, ObserveResult } from '../domain/swap-status.ts';
import { alone, paidSwap, swapping } from './test-paid-swap.ts';
import { HASH, seenBy } from './test-world.ts';

const db = withTestStore();

describe('trouble', () => {
  it('keeps the last state, says that it is stale, and says so no more when the upstream is back', async () => {
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

  it('an upstream that hangs holds no answer for long', async () => {
    const { provider, poll } = await paidSwap(db.store, { answerWithinMs: 20, ...alone(db.store) });
    let release: (result: ObserveResult) => void = () => {};
    provider.say = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    expect(await poll()).toMatchObject({ trackingStatus: 'not_started', data: { stale: true } });
    release(seenBy([swapping]));
  });

  it('a look that failed is told as one: a payment that nobody could look for is not said to be missing', async () => {
    const { poll } = await paidSwap(db.store, {
      store: { ...alone(db.store).store, claimObservation: () => Promise.reject(new Error('the database is away')) },
    });
    const { trackingStatus, data } = await poll();
    expect([trackingStatus, data.stale]).toEqual(['not_started', true]);
    expect(data.staleReason).toMatch(/could not be looked up .* do not pay again/);
  });

  it('says in words what stale means: of a payment that is known, that its state is the last one', async () => {
    const { chains, provider, poll } = await paidSwap(db.store);
    provider.say = () => seenBy([swapping]);
    expect((await poll()).data).not.toHaveProperty('staleReason');
    chains.down = true;
    provider.say = () => Promise.reject(new Error('boom'));
    expect((await poll(2)).data.staleReason).toMatch(/last state that is known/);
  });

  it('a hold is told while it lasts, is stored once, and ends', async () => {
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
