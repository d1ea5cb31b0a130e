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
const payout = {
  kind: 'outboundSent' as const,
  at: NOW,
  leg: 0,
  tx: { hash: PAYOUT, chain: 'ETH', amount: ether('8'), address: draft.destinationAddress },
} satisfies Observation;
const channel = { id: 'c', chain: 'BTC', livesUntil: NOW + 1, channel: testChannel(NOW + 60_000) } as const;
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

  it('of one payment have the same keys whether the channel or the hash found it, and the ends of two payments others', () => {
    const channels = [channel];
    const byHash = known({ facts: [paid, credited, payout], channels });
    // The provider of a channel may not name the payment.
    const byChannel = known({ facts: [{ ...credited, tx: undefined }, payout], hash: '', channelId: 'c', channels });
    expect(types(byChannel)).toEqual(['swap.seen', 'swap.completed']);
    expect(keys(byChannel)).toEqual(keys(byHash));
    const other = { ...payout, tx: { ...payout.tx, hash: `0x${'34'.repeat(32)}` } };
    expect(keys(known({ facts: [paid, credited, other], channels })).at(-1)).not.toBe(keys(byHash).at(-1));
  });

  it('are trouble on the way, once for each time that it comes', () => {
    const [first] = eventsAt(known({ facts: [paid, credited, held], status: 'swapping' }));
    expect(first?.type).toBe('swap.reason');
    const again = eventsAt(known({ facts: [paid, credited, held, { ...held, at: NOW + 1 }], status: 'swapping' }));
    expect(again.map(({ type }) => type)).toEqual(['swap.reason']);
    expect(again[0]?.key).not.toBe(first?.key);
  });

  it('are the end of a channel that nobody paid, when its time has come', () => {
    const waiting = known({ hash: '', channelId: 'c', channels: [channel] });
    expect(types(waiting)).toEqual([]);
    expect(types(waiting, NOW + 60_000)).toEqual(['channel.expired']);
  });
});
