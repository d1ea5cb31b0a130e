/** A backend that lags, fails or does not answer ends no swap, and is asked no more often than it allows. */

import { describe, expect, it } from 'vitest';
import { deriveSwap } from '../../domain/derive-swap.ts';
import { ProviderError } from '../../domain/errors.ts';
import { fc, property } from '../../domain/test-property.ts';
import { UpstreamTrouble } from '../http.ts';
import {
  amountText,
  backend,
  base,
  byChannel,
  byHash,
  CHANNEL_ID,
  deposit,
  ETH_DOT,
  ETH_HASH,
  type Json,
  legOf,
  NOW,
  recorded,
  refund,
  seen,
  swapOf,
} from './testing/swap-states.ts';

describe('a failing backend', () => {
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

  it('an unknown state is progress, by its fields, and is logged', async () => {
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

  it('numbers in any form, unknown keys and fields of a new shape hide no other field', async () => {
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
  property([
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
  ])('no answer of it makes tracking throw, and only FAILED or a failure ends in failed', async (state, more) => {
    const { look } = backend(() => ({ ...base(state), ...more }));
    const { observations } = await look(byChannel);
    const { trackingStatus } = deriveSwap(observations, { now: NOW });
    if (state !== 'FAILED') expect(trackingStatus).not.toBe('failed');
  });
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

  it('for swaps that the backend knows are not delayed by those', async () => {
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

  it('for one unknown id become ever rarer, and the swap is not stale meanwhile', async () => {
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

  it.each([-600_000, 600_000])('are made when they are due, also where the clock was set by %d ms', async (byMs) => {
    const { look, asked, clock } = backend({});
    await Promise.all(legs(8).map(look));
    clock.now += byMs;
    clock.jumped += byMs;
    clock.now += 59_000;
    expect((await look(byHash)).stale).toBe(true);
    expect(asked).toHaveLength(8);
    clock.now += 2000;
    expect((await look(byHash)).stale).toBe(false);
    expect(asked).toHaveLength(9);
  });

  it('rest for seconds, ever longer, when the backend names no time; its next answer ends that', async () => {
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

  it('are not made when neither channel nor hash is known', async () => {
    const { look, asked } = backend({});
    expect(await look(legOf(ETH_DOT, { channel: false }))).toEqual({ observations: [], stale: false });
    expect(asked).toEqual([]);
  });
});
