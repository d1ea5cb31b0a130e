/** A payment that is not the route’s, or that another transaction replaced, is reported as such. */
import { describe, expect, it } from 'vitest';
import { withTestStore } from '../db/test-store.ts';
import { alone, outboundSent, paidSwap, swapping } from './test-paid-swap.ts';
import {
  draftOf,
  fakeClients,
  HASH,
  MEMO,
  OTHER_VAULT,
  paymentTx,
  saveQuote,
  seenBy,
  trackingWorld,
  VAULT,
} from './test-world.ts';

const db = withTestStore();

describe('a foreign payment', () => {
  it('is reported with every difference, asks no provider and leaves the quote’s own state alone', async () => {
    const { chains, provider, tracking, quoteId, poll } = await paidSwap(db.store);
    provider.say = () => seenBy([swapping]);
    await poll();
    const wrong = 'dd'.repeat(32);
    chains.utxo.set(wrong, paymentTx({ txid: wrong, to: OTHER_VAULT, memo: '=:e:0x00', blockHeight: 99 }));
    provider.say = () => seenBy([outboundSent]);
    const { body, retryAfterSeconds } = await tracking.track({ quoteId, routeIndex: 0, hash: wrong });
    expect(body).toMatchObject({ success: false, error: expect.stringContaining('does not belong') });
    expect(body.data.mismatch).toEqual([
      { field: 'inboundAddress', expected: VAULT, actual: OTHER_VAULT },
      { field: 'memo', expected: MEMO, actual: '=:e:0x00' },
    ]);
    expect(body.data.outbound).toBeUndefined();
    expect(retryAfterSeconds).toBeUndefined();
    expect((await tracking.track({ quoteId, routeIndex: 0 })).body).toMatchObject({
      success: true,
      trackingStatus: 'swapping',
    });
  });

  it('a different amount is shown as it is, a very different one is another payment', async () => {
    const less = await paidSwap(db.store, alone(db.store));
    less.chains.utxo.set(HASH, paymentTx({ value: 49_000_000n, blockHeight: 100 }));
    expect(await less.poll()).toMatchObject({ success: true, data: { inbound: { amount: '0.49' } } });
    const tiny = await paidSwap(db.store, alone(db.store));
    tiny.chains.utxo.set(HASH, paymentTx({ value: 4_000_000n, blockHeight: 100 }));
    expect((await tiny.poll()).data.mismatch).toEqual([{ field: 'sellAmount', expected: '0.5', actual: '0.04' }]);
  });

  it('no payment belongs to a route that was quoted without addresses', async () => {
    const { tracking } = trackingWorld(db.store, alone(db.store));
    const {
      inboundAddress: _in,
      targetAddress: _target,
      memo: _memo,
      ...indicative
    } = draftOf({ destinationAddress: '' });
    const quoteId = await saveQuote(db.store, [indicative]);
    const { body } = await tracking.track({ quoteId, routeIndex: 0, hash: HASH });
    expect(body).toMatchObject({ success: false, data: { mismatch: [{ field: 'routeIndex' }] } });
  });

  it('without a node for the chain, the provider’s view of the payment decides', async () => {
    const clients = fakeClients(trackingWorld(db.store).chains, ['BTC']);
    const own = await paidSwap(db.store, { clients, ...alone(db.store) });
    own.provider.say = () => seenBy([swapping], { payment: { to: VAULT, memo: MEMO } });
    expect(await own.poll()).toMatchObject({ success: true, trackingStatus: 'swapping' });
    const other = await paidSwap(db.store, { clients, ...alone(db.store) });
    other.provider.say = () => seenBy([outboundSent], { payment: { to: VAULT, memo: 'another' } });
    expect(await other.poll()).toMatchObject({
      success: false,
      data: { mismatch: [{ field: 'memo', actual: 'another' }] },
    });
    const untold = await paidSwap(db.store, { clients, ...alone(db.store) });
    untold.provider.say = () => seenBy([outboundSent]);
    expect((await untold.poll()).trackingStatus).toBe('not_started');
  });
});

describe('a payment that was replaced', () => {
  const BY = 'ef'.repeat(32);
  async function vanished() {
    const world = await paidSwap(db.store);
    world.chains.utxo.set(HASH, paymentTx());
    await world.poll();
    world.chains.utxo.delete(HASH);
    world.chains.spends.set(`${'cc'.repeat(32)}:1`, BY);
    return world;
  }

  it('is followed under its new hash when the replacement pays the route', async () => {
    const { chains, provider, poll } = await vanished();
    chains.utxo.set(BY, paymentTx({ txid: BY }));
    expect((await poll(2)).data.replacedBy).toBeUndefined();
    chains.utxo.set(BY, paymentTx({ txid: BY, blockHeight: 100 }));
    expect((await poll(2)).data).toMatchObject({ replacedBy: BY, inbound: { hash: BY, confirmations: 1 } });
    provider.say = () => seenBy([swapping]);
    expect(await poll(2)).toMatchObject({ trackingStatus: 'swapping' });
    expect(provider.asked.at(-1)?.hash).toBe(BY);
  });

  it('is failed when the money finally went elsewhere', async () => {
    const { chains, poll } = await vanished();
    chains.utxo.set(BY, paymentTx({ txid: BY, to: OTHER_VAULT, blockHeight: 100 }));
    expect(await poll(2)).toMatchObject({
      trackingStatus: 'failed',
      stage: 'inbound',
      error: expect.stringContaining(BY),
      data: { replacedBy: BY },
    });
  });
});
