import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProviderError } from '../domain/errors.ts';
import { createUpstream, type JsonRequest, readJson, type UpstreamOptions } from './http.ts';
import { type LoopbackUpstream, loopbackFetch, type Reply, type Responder, upstreamOfTest } from './test-upstream.ts';

async function start(responder: Responder): Promise<LoopbackUpstream> {
  const upstream = await upstreamOfTest(responder);
  return upstream;
}

async function upstreamOf(replies: Reply[], options: Partial<UpstreamOptions> = {}, clock = { now: 1000 }) {
  const servers = await Promise.all(replies.map((reply) => start(() => reply)));
  const lines: Record<string, unknown>[] = [];
  const baseUrls = servers.map(({ url }) => url);
  const upstream = createUpstream(
    { name: 'node', baseUrls, timeoutMs: 5000, ...options },
    { fetch: loopbackFetch, now: () => clock.now, log: (line) => lines.push(line) },
  );
  const ask = (request: Partial<JsonRequest> = {}) => upstream.ask({ path: '/a?x=1', label: '/a', ...request });
  const code = async (request: Partial<JsonRequest> = {}) => {
    try {
      await ask(request);
      return 'an answer';
    } catch (error) {
      return error instanceof ProviderError ? error.code : String(error);
    }
  };
  return { servers, lines, ask, code };
}

describe('asking an upstream', () => {
  it('answers JSON with its status, also where the upstream refuses', async () => {
    const { ask } = await upstreamOf([{ status: 400, json: { message: 'no' } }]);
    expect(await ask()).toMatchObject({ status: 400, json: { message: 'no' } });
  });

  it.each<[string, Reply]>([
    ['HTML', { body: '<html>' }],
    ['half a body', { json: { a: 'x'.repeat(5000) }, half: true }],
    ['429', { status: 429, json: {} }],
    ['502', { status: 502, json: {} }],
  ])('leaves a base URL that answers %s for the next one, and comes to httpError without one', async (_kind, reply) => {
    const both = await upstreamOf([reply, { json: { fine: true } }]);
    expect(await both.ask()).toMatchObject({ status: 200, json: { fine: true } });
    expect(await (await upstreamOf([reply])).code()).toBe('httpError');
  });

  it.each<[string, Reply]>([
    ['401', { status: 401, json: { message: 'no key' } }],
    ['402', { status: 402, json: { error: 'payment required' } }],
    ['403', { status: 403, json: { error: 'forbidden' } }],
    ['404', { status: 404, json: { message: 'no route' } }],
    ['200 with an error', { json: { error: 'Too many hops' } }],
  ])('leaves a base URL whose gateway refuses in JSON with %s for the next one', async (_kind, reply) => {
    const isOwnAnswer: JsonRequest['isOwnAnswer'] = ({ json }) => JSON.stringify(json).includes('own');
    const both = await upstreamOf([reply, { json: { fine: true } }]);
    expect(await both.ask({ isOwnAnswer })).toMatchObject({ status: 200, json: { fine: true } });
    const own = await upstreamOf([{ ...reply, json: { error: 'my own word' } }, { json: { fine: true } }]);
    expect((await own.ask({ isOwnAnswer })).json).toEqual({ error: 'my own word' });
    expect(own.servers[1]?.calls).toEqual([]);
  });

  it('accepts an HTTP 500 that is the upstream’s own answer, and asks no other node', async () => {
    const { ask, servers } = await upstreamOf([{ status: 500, json: { message: 'unknown request' } }, { json: {} }]);
    expect((await ask({ isOwnAnswer: () => true })).status).toBe(500);
    expect(servers[1]?.calls).toEqual([]);
  });

  it('fails over from a node that reports a lag, and reads its answer where there is no other', async () => {
    const lagging: Reply = { status: 400, json: { message: 'stale state' } };
    const isFault: JsonRequest['isFault'] = ({ json }) => JSON.stringify(json).includes('stale');
    expect((await (await upstreamOf([lagging, { json: { fine: true } }])).ask({ isFault })).status).toBe(200);
    expect((await (await upstreamOf([lagging])).ask({ isFault })).status).toBe(400);
  });

  it('stops reading at the limit: an endless answer cannot fill the memory', async () => {
    const { code } = await upstreamOf([{ json: 'x'.repeat(10_000) }], { maxBodyBytes: 9_000 });
    expect(await code()).toBe('httpError');
  });

  it('gives up after its own time limit', async () => {
    const { code } = await upstreamOf([{ hang: true }], { timeoutMs: 50 });
    expect(await code()).toBe('providerQuoteTimeout');
  });

  it('says how long, and what would help, where it may not ask so often', async () => {
    const pace = { perSecond: 0.1, advice: 'Try again then.' };
    const { ask } = await upstreamOf([{ json: {} }], { title: 'The node', pace });
    await ask({ patienceMs: 0 });
    await expect(ask({ patienceMs: 0 })).rejects.toMatchObject({
      code: 'httpError',
      message: 'The node takes no more requests for another 10 s: others wait already. Try again then.',
    });
  });

  it('waits no longer for a turn after the clock was set back', async () => {
    const clock = { now: 3_600_000 };
    const { ask } = await upstreamOf([{ json: {} }], { pace: { perSecond: 20, advice: '' } }, clock);
    await ask({ patienceMs: 0 });
    clock.now = 0;
    expect(await ask({ patienceMs: 1000 })).toMatchObject({ status: 200 });
  });

  it('posts JSON', async () => {
    const { ask, servers } = await upstreamOf([{ json: {} }]);
    await ask({ method: 'POST', body: { amount: '1' } });
    expect(servers[0]?.calls[0]).toMatchObject({ method: 'POST', body: '{"amount":"1"}' });
  });

  it('logs one line a call: no query, no body', async () => {
    const { ask, lines } = await upstreamOf([{ json: {} }]);
    await ask();
    expect(lines).toEqual([{ event: 'upstream', upstream: 'node', path: '/a', ms: 0, status: 200 }]);
  });
});

describe('reading an answer', () => {
  it('names the field that is wrong', () => {
    expect(() => readJson('node', z.object({ fees: z.object({ asset: z.string() }) }), { fees: { asset: 1 } })).toThrow(
      /fees\.asset/,
    );
  });
});
