/** No address passes unasked, and a service that is slow, away or wrong closes the door unless the operator opens it. */
import { describe, expect, it, vi } from 'vitest';
import type { Fetch } from '../chain-clients/pooled-fetch.ts';
import { createScreening, type Party, partiesOf, type ScreeningDeps } from './screening.ts';

const BAD = '0x00000000000000000000000000000000000000ba';
const GOOD = '0x00000000000000000000000000000000000000aa';
const from: Party = { role: 'source', chain: 'ETH', address: GOOD };
const to: Party = { role: 'destination', chain: 'ARB', address: BAD };

type Question = { network: string; role: string; chain: string; address: string };

function board(
  answer: (question: Question) => { status?: number; text: string } | Promise<never>,
  settings: Partial<NonNullable<ScreeningDeps['service']>> = {},
) {
  const state = { now: 0, asked: [] as Question[], headers: [] as Record<string, string>[], lines: [] as unknown[] };
  const outcomes: string[] = [];
  const fetch: Fetch = async (_url, { body = '', headers }) => {
    const question = JSON.parse(body) as Question;
    state.asked.push(question);
    state.headers.push(headers);
    const { status = 200, text } = await answer(question);
    return { status, headers: new Headers(), text: async () => text };
  };
  const screening = createScreening({
    service: {
      ...{ url: 'https://screening.example/check', token: 'sixteen-letters!', timeoutMs: 50 },
      ...{ whenAway: 'closed', cacheSeconds: 300 },
      ...settings,
    },
    network: 'sandbox',
    fetch,
    now: () => state.now,
    log: (line) => state.lines.push(line),
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  const problem = (parties: readonly Party[]) =>
    screening.assertAllowed(parties).then(
      () => undefined,
      (error: unknown) => error,
    );
  return { state, outcomes, screening, problem };
}

const allow = { text: '{"decision":"allow"}' };
const listed = ({ address }: Question) => (address === BAD ? { text: '{"decision":"deny","code":"list-7"}' } : allow);

describe('the screening of addresses', () => {
  it('asks about each address with its role and chain, and names the denied ones by their field and code', async () => {
    const { problem, state, outcomes } = board(listed);
    expect(await problem([from, to])).toMatchObject({
      status: 403,
      title: 'Address Refused',
      errors: [{ field: 'destinationAddress', code: 'list-7' }],
    });
    expect(state.asked).toEqual([
      { network: 'sandbox', ...from },
      { network: 'sandbox', ...to },
    ]);
    expect(state.headers[0]?.authorization).toBe('Bearer sixteen-letters!');
    expect(outcomes).toEqual(['allow', 'deny']);
    expect(JSON.stringify(state.lines)).not.toContain(BAD);
    expect(await problem([from])).toBeUndefined();
  });

  it('asks once for an address while its answer lives, also when many ask at once, and again afterwards', async () => {
    const { problem, state, outcomes } = board(listed);
    await Promise.all([problem([to]), problem([to])]);
    expect(await problem([to])).toMatchObject({ status: 403 });
    expect([state.asked.length, outcomes]).toEqual([1, ['deny', 'cached']]);
    state.now = 300_000;
    await problem([to]);
    expect(state.asked).toHaveLength(2);
  });

  it('keeps no answer where its life is zero, and no more than ten thousand', async () => {
    const never = board(() => allow, { cacheSeconds: 0 });
    await never.problem([from]);
    await never.problem([from]);
    expect(never.state.asked).toHaveLength(2);
    const { problem, state } = board(() => allow);
    const many = Array.from({ length: 10_001 }, (_one, index): Party => ({ ...from, address: String(index) }));
    await problem(many);
    await problem(many.slice(-1));
    expect(state.asked).toHaveLength(10_001);
    await problem(many.slice(0, 1));
    expect(state.asked).toHaveLength(10_002);
  });

  it.each<[string, Parameters<typeof board>[0]]>([
    ['is down', () => Promise.reject(new Error(`connect ECONNREFUSED for ${GOOD}`))],
    ['hangs', () => new Promise<never>(() => undefined)],
    ['answers an error', () => ({ status: 500, text: '{"decision":"allow"}' })],
    ['answers something else', () => ({ text: '{"decision":"maybe"}' })],
    ['answers no JSON', () => ({ text: '<html>' })],
  ])('a service that %s closes the door, or opens it where the operator says so', async (_what, answer) => {
    const { problem, state, outcomes } = board(answer);
    expect(await problem([from])).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
    expect(outcomes).toEqual(['away']);
    expect(JSON.stringify(state.lines)).not.toContain(GOOD);
    // Not remembered: the next request asks again.
    await problem([from]);
    expect(state.asked).toHaveLength(2);
    expect(await board(answer, { whenAway: 'open' }).problem([from])).toBeUndefined();
  });

  it('a denial counts also while another address stays without an answer and the door is open', async () => {
    const answer = (question: Question) =>
      question.address === BAD ? listed(question) : Promise.reject(new Error('away'));
    expect(await board(answer, { whenAway: 'open' }).problem([from, to])).toMatchObject({ status: 403 });
  });

  it('gives up when the caller leaves, and keeps the answer for the next', async () => {
    let give: (answer: typeof allow) => void = () => undefined;
    const { screening, state } = board(() => new Promise<never>((resolve) => (give = resolve as never)), {
      timeoutMs: 60_000,
    });
    const left = new AbortController();
    const asking = screening.assertAllowed([from], left.signal);
    left.abort(new Error('gone'));
    await expect(asking).rejects.toThrow('gone');
    give(allow);
    await vi.waitFor(() => screening.assertAllowed([from]));
    expect(state.asked).toHaveLength(1);
  });

  it('replaces a code that is no code, so that the service cannot write into answers and logs', async () => {
    const { problem } = board(() => ({ text: JSON.stringify({ decision: 'deny', code: 'a b\n' }) }));
    expect(await problem([from])).toMatchObject({ errors: [{ field: 'sourceAddress', code: 'denied' }] });
  });

  it('asks about a swap’s addresses on their chains, and not about those that are absent', () => {
    expect(partiesOf('ETH', 'BTC', { sourceAddress: GOOD, destinationAddress: '', refundAddress: GOOD })).toEqual([
      { role: 'source', chain: 'ETH', address: GOOD },
      { role: 'refund', chain: 'ETH', address: GOOD },
    ]);
  });
});
