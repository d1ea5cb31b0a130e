/** A deployment calls itself ready only when it can do its work. */
import { describe, expect, it } from 'vitest';
import { checkHealth, checkReady } from './health.ts';
import type { Services } from './services.ts';

const withPing = (ping: () => Promise<void>) => Promise.resolve({ store: { ping } } as unknown as Services);
const good = withPing(async () => undefined);
const URL_ = 'http://127.0.0.1:4100/health';
const answering =
  (status: number, body: unknown = {}) =>
  async () =>
    Response.json(body, { status });

describe('health', () => {
  it('is ready when the database and every local network answer', async () => {
    expect(await checkHealth(good, [URL_], answering(200))).toEqual({ ready: true, waitingFor: [] });
    expect(await checkHealth(good, [], () => Promise.reject(new Error('not asked')))).toMatchObject({ ready: true });
  });

  it('reports what the local networks wait for', async () => {
    const detail = 'Starting the chains.';
    expect(await checkHealth(good, [URL_], answering(503, { detail }))).toEqual({ ready: false, waitingFor: [detail] });
  });

  it.each([
    ['garbage', async () => new Response('<html>', { status: 502 })],
    ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
  ])('is not ready when the local networks answer with %s', async (_what, fetchLike) => {
    const { ready, waitingFor } = await checkHealth(good, [URL_], fetchLike);
    expect(ready).toBe(false);
    expect(waitingFor[0]).toMatch(/networks.*yet\.$/);
  });

  it.each([
    ['does not answer', () => withPing(() => Promise.reject(new Error('gone')))],
    ['cannot be opened', () => Promise.reject<Services>(new Error('locked'))],
  ])('is not ready when the database %s', async (_what, open) => {
    expect(await checkHealth(open(), [], fetch)).toEqual({
      ready: false,
      waitingFor: ['The database does not answer yet.'],
    });
  });
});

describe('readiness', () => {
  const writes = { failing: false };
  const probeWrite = async () => {
    if (writes.failing) throw new Error('no space');
  };
  const listing = (...counts: number[]) => {
    const asked = { times: 0 };
    const tokens = async () => Array(counts[Math.min(asked.times++, counts.length - 1)] ?? 0).fill({});
    const services = { store: { ping: async () => undefined, probeWrite }, tokens: { tokens } } as unknown as Services;
    return { asked, opening: Promise.resolve(services) };
  };

  it('means that quotes can be answered: not before some provider has listed its assets', async () => {
    const { asked, opening } = listing(0, 3);
    expect(await checkReady(opening, [], fetch)).toEqual({
      ready: false,
      waitingFor: ['No provider has answered yet, so that nothing can be quoted.'],
    });
    expect(await checkReady(opening, [], fetch)).toEqual({ ready: true, waitingFor: [] });
    await checkReady(opening, [], fetch);
    expect(asked.times).toBe(2);
  });

  it('means that quotes can be stored: a database that only answers is not enough', async () => {
    const { opening } = listing(3);
    writes.failing = true;
    const waitingFor = ['Quotes cannot be stored at the moment; the log says why.'];
    expect(await checkReady(opening, [], fetch)).toEqual({ ready: false, waitingFor });
    writes.failing = false;
    expect(await checkReady(opening, [], fetch)).toEqual({ ready: true, waitingFor: [] });
  });

  it('names the database alone when only that is missing', async () => {
    const { waitingFor } = await checkReady(Promise.reject<Services>(new Error('locked')), [], fetch);
    expect(waitingFor).toEqual(['The database does not answer yet.']);
  });
});
