/** What an integrator is told: each event once for each payment, and trouble again only when it returns. */
import { describe, expect, it } from 'vitest';
import { encodeRoute } from '../api/encode.ts';

import { testChannel } from '../db/test-channels.ts';
import type { Observation } from '../domain/swap-status.ts';
import { derive, type KnownSwap } from './known-swap.ts';
import { eventsOf } from './swap-events.ts';
import { PAYOUT } from './test-tracked-swap.ts';
import { bitcoin, draftOf, ether, HASH } from './test-world.ts';

const NOW = 1_800_000_000_000;
const draft = draftOf();
const route = encodeRoute(
  { draft, tags: [] },
  { slippagePercent: 3, pricesUsd: new Map(), publicUrl: 'http://127.0.0.1:3000' },
);

type Stored = { facts?: Observation[]; keyId?: string } & Partial<KnownSwap['swap']> &
  Pick<Partial<KnownSwap>, 'channels'>;

function known({ facts = [], channels = [], keyId = 'key-1', ...swap }: Stored = {}): KnownSwap {
  const stored = { id: 's', network: 'sandbox', quoteId: 'q', routeIndex: 0, hash: HASH, chain: 'BTC', createdAt: NOW };
  const unseen = {
    status: 'not_started',
    channelId: null,
    lastObservedAt: null,
    stale: false,
    trace: null,
    mismatch: null,
  };
  return {
    route: { quoteId: 'q', routeIndex: 0, draft, route, chain: 'BTC', ...(keyId === '' ? {} : { keyId }) },
    swap: { ...stored, ...unseen, ...swap } as KnownSwap['swap'],
    facts,
    channels,
  };
}

const eventsAt = (one: KnownSwap, now = NOW) => eventsOf(one, derive(one, now), now);
const types = (one: KnownSwap, now?: number) => eventsAt(one, now).map(({ type }) => type);
const keys = (one: KnownSwap) => eventsAt(one).map(({ key }) => key);

const tx = { hash: HASH, chain: 'BTC', amount: bitcoin('0.4') } as const;
const paid: Observation = { kind: 'inboundSeen', at: NOW, final: true, tx };
const credited: Observation = { kind: 'providerSeen', at: NOW, leg: 0, final: true, tx };
const payout: Observation = {
  kind: 'outboundSent',
  at: NOW,
  leg: 0,
  tx: { hash: PAYOUT, chain: 'ETH', amount: ether('8'), address: draft.destinationAddress },
};
const held: Observation = { kind: 'held', at: NOW, leg: 0, reason: 'halted' };

describe('the events of a look', () => {
  it('are none for a quote without a key, and none before a payment', () => {
    expect(eventsAt(known({ keyId: '', facts: [paid] }))).toEqual([]);
    expect(eventsAt(known())).toEqual([]);
  });

  it('are the payment when it is first seen, and the end with the tracking answer', () => {
    expect(types(known({ facts: [paid, credited] }))).toEqual(['swap.seen']);
    expect(types(known({ facts: [paid, credited], status: 'swapping' }))).toEqual([]);
    const [end] = eventsAt(known({ facts: [paid, credited, payout], status: 'swapping' }));
    expect(end?.type).toBe('swap.completed');
    expect(JSON.parse(end?.body ?? '')).toMatchObject({
      type: 'swap.completed',
      timestamp: new Date(NOW).toISOString(),
      data: { trackingStatus: 'completed', data: { quoteInfo: { quoteId: 'q' }, outbound: { hash: PAYOUT } } },
    });
  });

  it('of one payment have the same keys whether the channel or the hash found it, and of another payment others', () => {
    const facts = [paid, credited, payout];
    const byChannel = known({ facts, hash: '', channelId: 'c' });
    expect(keys(byChannel)).toEqual(keys(known({ facts })));
    const other = facts.map((fact) =>
      'tx' in fact && fact !== payout ? { ...fact, tx: { ...tx, hash: 'cd' } } : fact,
    );
    expect(keys(known({ facts: other as Observation[], hash: 'cd' }))).not.toEqual(keys(byChannel));
  });

  it('are trouble on the way, once for each time that it comes', () => {
    const [first] = eventsAt(known({ facts: [paid, credited, held], status: 'swapping' }));
    expect(first?.type).toBe('swap.reason');
    const again = eventsAt(known({ facts: [paid, credited, held, { ...held, at: NOW + 1 }], status: 'swapping' }));
    expect(again.map(({ type }) => type)).toEqual(['swap.reason']);
    expect(again[0]?.key).not.toBe(first?.key);
  });

  it('are the end of a channel that nobody paid, when its time has come', () => {
    const channel = { id: 'c', chain: 'BTC', livesUntil: NOW + 1, channel: testChannel(NOW + 60_000) } as const;
    const waiting = known({ hash: '', channelId: 'c', channels: [channel] });
    expect(types(waiting)).toEqual([]);
    expect(types(waiting, NOW + 60_000)).toEqual(['channel.expired']);
  });
});
