import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnswerStore, StoredAnswer } from '../db/answer-store.ts';
import { fc, property } from '../domain/test-property.ts';
import type { Caller } from './caller.ts';
import { createAnswerOnce, idempotencyKeyOf, type OnceInput } from './idempotency.ts';

type Row = StoredAnswer & { key: string; at: number };

/** An in-memory answer store that behaves like the real one. */
function memory(): Omit<AnswerStore, 'clearAnswers'> & { rows: Map<string, Row> } {
  const rows = new Map<string, Row>();
  return {
    rows,
    async claimAnswer({ id, key, fingerprint, now, keptSince, creatingSince }) {
      const known = [...rows.values()].find((one) => one.key === key);
      const isAlive =
        known && (known.isSettled ? known.answer !== null && known.at >= keptSince : known.at >= creatingSince);
      if (isAlive) return { outcome: 'exists', row: known };
      if (known) rows.delete(known.id);
      const row = { id, key, fingerprint, answer: null, isSettled: false, at: now };
      rows.set(id, row);
      return { outcome: 'mine', row };
    },
    async renewAnswer(id, now) {
      const row = rows.get(id);
      if (row) rows.set(id, { ...row, at: now });
    },
    async settleAnswer(id, answer) {
      const row = rows.get(id);
      if (row) rows.set(id, { ...row, answer, isSettled: true });
    },
    loadAnswer: async (id) => rows.get(id),
  };
}

const anybody: Caller = { kind: 'anonymous', address: '192.0.2.1' };
const input = (more: Partial<OnceInput> = {}): OnceInput => ({
  key: 'a',
  caller: anybody,
  path: '/v1/quote',
  body: { sellAsset: 'BTC.BTC', slippage: 1 },
  signal: new AbortController().signal,
  ...more,
});

function setUp() {
  const clock = { now: 1_800_000_000_000 };
  const store = memory();
  const once = () => createAnswerOnce({ store, now: () => clock.now, log: () => undefined });
  let runs = 0;
  const run = async () => {
    runs += 1;
    return { number: runs };
  };
  return { clock, store, once, run, runs: () => runs };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a call with an Idempotency-Key', () => {
  it('is executed once, gets the same answer from any instance, and the answer says that it is repeated', async () => {
    const { once, run, runs } = setUp();
    expect(await once()(input(), run)).toEqual({ body: { number: 1 }, replayed: false });
    const reordered = input({ body: { slippage: 1, sellAsset: 'BTC.BTC' } });
    expect(await once()(reordered, run)).toEqual({ body: { number: 1 }, replayed: true });
    expect(runs()).toBe(1);
  });

  it('gets the same answer again where the database was away when the first one was to be stored', async () => {
    const { once, store, run } = setUp();
    const settled = vi.spyOn(store, 'settleAnswer').mockRejectedValueOnce(new Error('away'));
    const first = once()(input(), run);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await first).toEqual({ body: { number: 1 }, replayed: false });
    expect(settled).toHaveBeenCalledTimes(2);
    expect(await once()(input(), run)).toEqual({ body: { number: 1 }, replayed: true });
  });

  it('is refused with another body, and is a separate call for another caller, path or key', async () => {
    const { once, run, runs } = setUp();
    await once()(input(), run);
    await expect(once()(input({ body: { slippage: 2 } }), run)).rejects.toMatchObject({
      status: 422,
      title: 'Idempotency Key Reused',
    });
    await once()(input({ caller: { kind: 'anonymous', address: '192.0.2.2' } }), run);
    await once()(input({ path: '/v1/chainflip-deposit-channel' }), run);
    await once()(input({ key: 'b' }), run);
    expect(runs()).toBe(4);
  });

  it('waits for the first while that is running, and continues when its caller hangs up', async () => {
    const { once, runs, run } = setUp();
    let finish: (value: { number: number }) => void = () => undefined;
    const slow = (signal: AbortSignal) =>
      new Promise<{ number: number }>((resolve, reject) => {
        finish = resolve;
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const hangUp = new AbortController();
    const first = once()(input({ signal: hangUp.signal }), slow);
    await new Promise((resolve) => setImmediate(resolve));
    const second = once()(input(), run);
    hangUp.abort();
    finish({ number: 7 });
    expect(await first).toEqual({ body: { number: 7 }, replayed: false });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await second).toEqual({ body: { number: 7 }, replayed: true });
    expect(runs()).toBe(0);
  });

  // Found by `npm run scale`: a POST that a kill had cut off got its answer only after two and a half minutes.
  it('that takes long is told to come back; one whose instance died is executed again half a minute later', async () => {
    const { once, store, clock, run } = setUp();
    void once()(input(), () => new Promise(() => undefined));
    for (let seconds = 0; seconds < 120; seconds += 5) {
      clock.now += 5000;
      await vi.advanceTimersByTimeAsync(5000);
    }
    const refused = expect(once()(input(), run)).rejects.toMatchObject({
      status: 409,
      headers: { 'retry-after': '5' },
    });
    await vi.advanceTimersByTimeAsync(30_000);
    await refused;
    vi.clearAllTimers();
    clock.now += 30_001;
    expect(await once()(input(), run)).toMatchObject({ body: { number: 1 }, replayed: false });
    expect(store.rows.size).toBe(1);
  });

  it('that failed may be retried with the same key', async () => {
    const { once, run } = setUp();
    await expect(once()(input(), () => Promise.reject(new Error('broker down')))).rejects.toThrow('broker down');
    expect(await once()(input(), run)).toEqual({ body: { number: 1 }, replayed: false });
  });

  it('is forgotten after a day', async () => {
    const { once, run, clock } = setUp();
    await once()(input(), run);
    clock.now += 24 * 3_600_000 + 1;
    expect(await once()(input(), run)).toEqual({ body: { number: 2 }, replayed: false });
  });

  it('is executed each time where it has no key', async () => {
    const { once, run } = setUp();
    await once()(input({ key: undefined }), run);
    expect(await once()(input({ key: undefined }), run)).toEqual({ body: { number: 2 }, replayed: false });
  });
});

describe('the header', () => {
  const read = (value: string) => idempotencyKeyOf(new Headers({ 'idempotency-key': value }));

  it('is a quoted string or a bare UUID', () => {
    expect(read('"8e03978e-40d5-43dd-bc93-6894a57f9324"')).toBe('8e03978e-40d5-43dd-bc93-6894a57f9324');
    expect(read('8e03978e-40d5-43dd-bc93-6894a57f9324')).toBe('8e03978e-40d5-43dd-bc93-6894a57f9324');
    expect(read('"with \\"quotes\\" and spaces"')).toBe('with "quotes" and spaces');
    expect(idempotencyKeyOf(new Headers())).toBeUndefined();
  });

  it.each(['', '""', 'two words', '"open', `"${'x'.repeat(256)}"`, '"tab\there"', 'x'.repeat(256)])(
    'is refused as %j, with the accepted forms',
    (value) => {
      expect(() => read(value)).toThrow(
        expect.objectContaining({ status: 400, detail: expect.stringContaining('in quotes') }),
      );
    },
  );

  property([fc.stringMatching(/^[\x20-\x7e]{1,255}$/)])('parses back any string that can be quoted', (text) => {
    expect(read(`"${text.replace(/["\\]/g, '\\$&')}"`)).toBe(text);
  });
});
