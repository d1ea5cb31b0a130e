/** The status page shows the real state of providers and chains, and since when as far as this server can know. */
import { describe, expect, it } from 'vitest';
import type { ChainState } from '../api/page-api.ts';
import { NOTHING_OFF, switchedOff } from '../domain/switches.ts';
import type { UpstreamReport } from '../page-api/chain-states.ts';
import { createProviderHealth } from '../provider-health/provider-health.ts';
import { type StatusFacts, serviceStatus } from './service-status.ts';

const STATES: ChainState[] = [
  { chain: 'BTC', tradable: true },
  { chain: 'ETH', tradable: true },
  { chain: 'XRD', tradable: false },
];

/** A world with its own clock. */
function world(more: Partial<StatusFacts> = {}) {
  const clock = { now: 1_000_000 };
  const health = createProviderHealth(() => clock.now);
  const quoted = (outcome: string, ms = 100) => health.called({ provider: 'THORCHAIN', call: 'quote', outcome, ms });
  const facts = { providers: [{ provider: 'THORCHAIN' as const, asked: true }], upstreamReports: [], chains: STATES };
  const read = (changed: Partial<StatusFacts> = {}) =>
    serviceStatus({
      ...facts,
      switchedOff: NOTHING_OFF,
      health,
      records: new Map(),
      witnessesOf: () => undefined,
      now: clock.now,
      ...more,
      ...changed,
    });
  const thor = (changed: Partial<StatusFacts> = {}) => read(changed).providers[0];
  const btc = (changed: Partial<StatusFacts> = {}) => read(changed).chains[0];
  return { clock, health, quoted, read, thor, btc };
}
const btc0 = (more: Partial<ChainState>) => world().btc({ chains: [{ chain: 'BTC', tradable: true, ...more }] });
const reported = (trades: { chain: 'BTC' | 'ETH' | 'XRD'; stopped?: string }[]): UpstreamReport[] => [
  { id: 'THORCHAIN', ids: ['THORCHAIN', 'THORCHAIN_STREAMING'], reported: { trades, at: 1 } },
];

describe('a provider', () => {
  it('that was never asked has no time', () => {
    expect(world().thor()).toEqual({ id: 'THORCHAIN', standing: 'unknown' });
  });

  it('that never answered is unknown, however often it was asked', () => {
    const { quoted, thor } = world();
    for (const outcome of ['httpError', 'providerQuoteTimeout']) quoted(outcome, 400);
    expect(thor()).toEqual({ id: 'THORCHAIN', standing: 'unknown' });
    quoted('ok', 400);
    expect(thor()?.standing).toBe('answering');
  });

  it('that refuses counts as answering', () => {
    const { quoted, thor } = world();
    quoted('swapAmountTooSmall', 400);
    expect(thor()).toEqual({ id: 'THORCHAIN', standing: 'answering', typicalMs: 400 });
  });

  it('is silent after two calls without an answer, not after one among others, and back with the first answer', () => {
    const { quoted, thor, clock, read } = world();
    const after = (outcome: string) => {
      clock.now += 1000;
      quoted(outcome, 100);
      return thor()?.standing;
    };
    expect(['ok', 'httpError', 'abandoned', 'providerQuoteTimeout', 'ok'].map(after)).toEqual([
      'answering',
      'answering',
      'answering',
      'silent',
      'answering',
    ]);
    expect(thor()).toMatchObject({ since: clock.now });
    expect(read().changes.map(({ from, to, at }) => [from, to, at])).toEqual([
      ['silent', 'answering', clock.now],
      ['answering', 'silent', clock.now - 1000],
    ]);
  });

  it('is slow when half of its quotes are, lately', () => {
    const { quoted, thor, clock } = world();
    for (const ms of [4000, 200, 5000, 3500]) quoted('ok', ms);
    expect(thor()).toMatchObject({ standing: 'slow', typicalMs: 3500 });
    clock.now += 11 * 60_000;
    quoted('ok', 200);
    expect(thor()).toMatchObject({ standing: 'answering', typicalMs: 200 });
  });

  it('is paused when all of its chains are, in part when some are, with its own reasons', () => {
    const { thor } = world();
    const stopped = 'BTC trading is halted.';
    expect(thor({ upstreamReports: reported([{ chain: 'BTC', stopped }, { chain: 'ETH' }]) })).toMatchObject({
      standing: 'part',
      reason: stopped,
    });
    expect(thor({ upstreamReports: reported([{ chain: 'BTC', stopped }]) })).toMatchObject({
      standing: 'paused',
      reason: stopped,
    });
    const idle = world();
    idle.quoted('ok');
    expect(idle.thor({ upstreamReports: reported([{ chain: 'ETH' }, { chain: 'XRD', stopped }]) })?.standing).toBe(
      'answering',
    );
  });

  it('tells whose nodes confirm where its payments go, while it is asked', () => {
    const facts = { needed: 1, operators: [{ name: 'liquify.com', answering: true }], differing: [] };
    const witnessesOf = () => facts;
    expect(world({ witnessesOf }).thor()).toMatchObject({ witnesses: facts });
    const off = { providers: [{ provider: 'THORCHAIN' as const, asked: false }] };
    expect(world({ witnessesOf, ...off }).thor()).toEqual({ id: 'THORCHAIN', standing: 'off' });
  });

  it('that this deployment does not ask is off, with the reason', () => {
    const reason = 'This deployment has not enabled THORChain.';
    expect(world().thor({ providers: [{ provider: 'THORCHAIN', asked: false, reason }] })).toMatchObject({
      standing: 'off',
      reason,
    });
  });

  it('is shown once: streaming and two legs are included in it', () => {
    expect(
      world()
        .read()
        .providers.map(({ id }) => id),
    ).toEqual(['THORCHAIN', 'CHAINFLIP', 'MAYACHAIN', 'ONEINCH', 'JUPITER', 'GARDEN']);
  });
});

describe('a chain', () => {
  it('has the time of the change that was seen, and keeps it while nothing changes', () => {
    const { btc, clock } = world();
    expect(btc()).toEqual({ id: 'BTC', standing: 'answering' });
    clock.now += 60_000;
    const by = { by: ['THORCHAIN' as const], reason: 'It is halted.' };
    const paused = () => btc({ chains: [{ chain: 'BTC', tradable: true, paused: by }] });
    const seen = { id: 'BTC', standing: 'paused', reason: 'THORChain: It is halted.', since: 1_060_000 };
    expect(paused()).toEqual(seen);
    clock.now += 60_000;
    expect(paused()).toEqual(seen);
  });

  it('that no upstream has reported is unknown, and has no time', () => {
    expect(btc0({ unheard: true })).toEqual({ id: 'BTC', standing: 'unknown' });
  });

  it('that no provider trades is hidden; one that the operator switched off is shown', () => {
    const off = switchedOff([{ kind: 'chain', id: 'XRD', why: 'Maintenance.', at: 1 }]);
    expect(
      world()
        .read()
        .chains.map(({ id }) => id),
    ).toEqual(['BTC', 'ETH']);
    expect(world().read({ switchedOff: off }).chains.at(-1)).toMatchObject({
      id: 'XRD',
      standing: 'off',
      reason: 'Maintenance.',
    });
  });
});

it('keeps the latest changes only', () => {
  const {
    health: { log },
    clock,
  } = world();
  for (let index = 0; index < 100; index += 1) {
    clock.now += 1;
    log.hold('chain', 'BTC', index % 2 === 0 ? 'answering' : 'paused');
  }
  expect(log.changes()).toHaveLength(20);
  expect(log.changes()[0]?.at).toBe(clock.now);
});
