/** If these fail, one operator's node alone sends payments to an address of its choice, or silently stops them. */
import { describe, expect, it } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { assetOf } from '../../domain/asset.ts';
import { answering, family, inboundWith, type Json, MAYA_PAIR } from './testing/family.ts';
import {
  ALICE_ETH,
  BOB_BTC,
  listFixture,
  mayaQuote,
  NOW_MS,
  type NodeAnswers,
  nodeDouble,
  thorQuote,
} from './testing/node-double.ts';

const VAULT = 'bc1qct4mxayrdy96d4py20l4u02mu06r667f42p9fp';
const LIE = BOB_BTC;
const MINUTE_MS = 60_000;
const lyingList = inboundWith('BTC', { address: LIE });
const lyingQuote = () => ({ json: thorQuote({ inbound_address: LIE }) });

type Answers = { inbound?: unknown; quote?: NodeAnswers['quote']; mimir?: unknown };

/** Two nodes of different operators, and a clock; a test may change the answers of either. */
async function two(first: Answers = {}, second: Answers = {}) {
  const clock = { now: NOW_MS };
  const made = await family('thor', first, clientsWith(), { second, clock });
  const other = made.second;
  if (!other) throw new Error('no second node');
  const answers = (node: typeof other, given: NodeAnswers) =>
    // Its blocks go on.
    node.answer((call) => nodeDouble('thor', { blockAt: clock.now, ...given })(call));
  const pass = (ms: number) => {
    clock.now += ms;
  };
  answers(made.upstream, first);
  answers(other, second);
  return { ...made, other, clock, answers, pass };
}
/** Lasts past the recorded quote's own expiry. */
const living = (changes: Json = {}) => ({ json: thorQuote({ expiry: NOW_MS / 1000 + 7200, ...changes }) });
const honest: Answers = { quote: () => living() };
const liar: Answers = { inbound: lyingList, quote: () => living({ inbound_address: LIE }) };
const ask = { slippageBps: 200 };

describe('two operators that agree', () => {
  it('are both asked for vaults and switches, and only one of them for the quote', async () => {
    const { one, upstream, other } = await two(honest, honest);
    expect((await one(ask)).inboundAddress).toBe(VAULT);
    const paths = ({ calls }: typeof other) => calls.map(({ path }) => path.replace('/thorchain', '')).sort();
    expect(paths(upstream)).toEqual(expect.arrayContaining(['/inbound_addresses', '/mimir', '/quote/swap']));
    expect(paths(other)).toEqual(['/inbound_addresses', '/mimir']);
  });

  it('cost no further call for the next quote', async () => {
    const { one, upstream, other } = await two(honest, honest);
    await one(ask);
    const before = [upstream.calls.length, other.calls.length];
    await one(ask);
    expect([upstream.calls.length, other.calls.length]).toEqual([(before[0] ?? 0) + 1, before[1]]);
  });

  it('follow a churn together: the new vault is paid at once', async () => {
    const { one, upstream, other, answers, pass } = await two(honest, honest);
    await one(ask);
    answers(upstream, liar);
    answers(other, liar);
    pass(30_000);
    expect((await one(ask)).inboundAddress).toBe(LIE);
  });
});

describe('two operators of which one lies', () => {
  it('from the start pay no one: the chain is halted, and the sentence names both', async () => {
    const { refusal } = await two(liar, honest);
    const { code, message } = await refusal(ask);
    expect(code).toBe('tradingHalted');
    expect(message).toMatch(/nodes at 127\.0\.0\.1:\d+ and 127\.0\.0\.1:\d+ name different vaults on BTC/);
  });

  it.each(['first', 'second'] as const)(
    'after they have agreed (%s): the agreed vault is paid for five minutes, then nothing',
    async (which) => {
      const { one, refusal, upstream, other, answers, pass } = await two(honest, honest);
      await one(ask);
      answers(which === 'first' ? upstream : other, liar);
      pass(4 * MINUTE_MS);
      expect((await one(ask)).inboundAddress).toBe(VAULT);
      pass(MINUTE_MS);
      expect((await refusal(ask)).code).toBe('tradingHalted');
      answers(which === 'first' ? upstream : other, honest);
      pass(2 * MINUTE_MS);
      expect((await one(ask)).inboundAddress).toBe(VAULT);
    },
  );

  it('one after the other and alike: what the first has taken back confirms nothing', async () => {
    const { one, refusal, upstream, other, answers, pass } = await two(honest, honest);
    for (const nodeAnswers of [honest, liar, honest]) {
      answers(upstream, nodeAnswers);
      pass(30_000);
      expect((await one(ask)).inboundAddress).toBe(VAULT);
    }
    answers(upstream, { quote: liar.quote });
    answers(other, liar);
    pass(30_000);
    expect((await refusal(ask)).message).toContain('list of vaults');
  });

  it('only in its quote: the node is skipped', async () => {
    const { one } = await two({ quote: lyingQuote }, honest);
    expect((await one(ask)).inboundAddress).toBe(VAULT);
  });

  it('both in their quotes: refused, and their lists are fetched no more often', async () => {
    const { refusal, upstream } = await two({ quote: lyingQuote }, { quote: lyingQuote });
    expect((await refusal(ask)).message).toContain('list of vaults');
    const lists = () => upstream.calls.filter(({ path }) => path.endsWith('/inbound_addresses')).length;
    const before = lists();
    await refusal(ask);
    expect(lists()).toBe(before);
  });

  it('about the router: a vault with another router is another vault', async () => {
    const list = listFixture('maya-inbound-addresses');
    const bad = '0x0000000000000000000000000000000000000bad';
    const lie = list.map((entry) => (entry.chain === 'ETH' ? { ...entry, router: bad } : entry));
    const quote = answering(mayaQuote({ memo: `=:b:${BOB_BTC}:5247739` }));
    const { refusal } = await family('maya', quote, clientsWith(), { second: { ...quote, inbound: lie } });
    expect((await refusal(MAYA_PAIR)).message).toContain('different vaults on ETH');
  });

  it('halts no chain on which they agree', async () => {
    const { quote } = await two({ ...honest, inbound: inboundWith('LTC', { address: 'ltc1qliar' }) }, honest);
    expect(await quote(ask)).toHaveLength(1);
  });

  it('report since when they differ, and forget it once they agree', async () => {
    const { one, refusal, provider, upstream, answers, pass, clock } = await two(honest, honest);
    await one(ask);
    expect(provider.witnesses?.().differing).toEqual([]);
    answers(upstream, liar);
    pass(2 * MINUTE_MS);
    const since = clock.now;
    await one(ask);
    pass(5 * MINUTE_MS);
    await refusal(ask);
    expect(provider.witnesses?.().differing).toEqual([{ chain: 'BTC', since }]);
    answers(upstream, honest);
    pass(2 * MINUTE_MS);
    await one(ask);
    expect(provider.witnesses?.().differing).toEqual([]);
  });
});

describe('an operator whose nodes do not answer', () => {
  const down = () => ({ status: 503, json: {} });

  it('counts with its last answer for a quarter of an hour, then nothing can be paid and the sentence names it', async () => {
    const { one, refusal, provider, other, pass } = await two(honest, honest);
    await one(ask);
    other.answer(down);
    pass(14 * MINUTE_MS);
    expect((await one(ask)).inboundAddress).toBe(VAULT);
    expect(provider.witnesses?.().operators.map(({ answering: is }) => is)).toEqual([true, false]);
    pass(2 * MINUTE_MS);
    const { code, message } = await refusal(ask);
    expect(code).toBe('tradingHalted');
    expect(message).toMatch(/nodes at 127\.0\.0\.1:\d+ do not answer/);
    other.answer();
    pass(MINUTE_MS);
    expect((await one(ask)).inboundAddress).toBe(VAULT);
  });

  it('does not confirm a vault that the other one names since', async () => {
    const { refusal, one, upstream, other, answers, pass } = await two(honest, honest);
    await one(ask);
    other.answer(down);
    answers(upstream, liar);
    pass(2 * MINUTE_MS);
    expect((await refusal(ask)).code).toBe('httpError');
    pass(4 * MINUTE_MS);
    expect((await refusal(ask)).code).toBe('tradingHalted');
  });

  it('from the start leaves nothing payable', async () => {
    const { refusal, other } = await two(honest, honest);
    other.answer(down);
    expect((await refusal(ask)).message).toContain('do not answer');
  });

  it('delays no quote that is possible without it', async () => {
    const { one, other, pass } = await two(honest, honest);
    await one(ask);
    other.answer(() => ({ hang: true }));
    pass(2 * MINUTE_MS);
    const started = performance.now();
    await one(ask);
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});

describe('a halt that one operator alone reports', () => {
  it.each([
    ['halted', { inbound: inboundWith('BTC', { halted: true }) }],
    ['chain_trading_paused', { inbound: inboundWith('ETH', { chain_trading_paused: true }) }],
    ['global_trading_paused', { inbound: inboundWith('ETH', { global_trading_paused: true }) }],
    ['HALTBTCTRADING', { mimir: { HALTBTCTRADING: 1 } }],
  ] as const)('%s counts, whichever it is', async (_name, halted) => {
    for (const nodes of [
      [{ ...honest, ...halted }, honest],
      [honest, { ...honest, ...halted }],
    ] as const) {
      const { refusal } = await two(...nodes);
      expect((await refusal(ask)).code).toBe('tradingHalted');
    }
  });
});

it('one operator is trusted alone when there is no other, and counts as one', async () => {
  const { one, provider } = await family('thor', honest);
  expect((await one(ask)).inboundAddress).toBe(VAULT);
  expect(provider.witnesses?.()).toMatchObject({ setting: 'THORNODE_URL', operators: [{ answering: true }] });
});

it('RUNE is paid to the network itself, and needs no named vault', async () => {
  const native = { json: thorQuote({ inbound_address: undefined, memo: `=:e:${ALICE_ETH}:6767753` }) };
  const lie = listFixture('thor-inbound-addresses').map((entry) =>
    entry.chain === 'ETH' ? entry : { ...entry, address: LIE },
  );
  const { quote } = await two({ inbound: lie, quote: () => native }, { quote: () => native });
  const sold = { sellAsset: assetOf('THOR.RUNE'), sourceAddress: '', sellAmount: '100' };
  expect(await quote({ ...ask, ...sold })).toHaveLength(1);
});
