/** The page's calls carry a pass as soon as there is one, and are sent without one otherwise. */
import { afterEach, describe, expect, it } from 'vitest';
import { createPageFetch } from './page-fetch.ts';

type Call = { path: string; pass: string | null };

function world(options: { required?: boolean; none?: boolean } = {}) {
  const state = { now: 0, given: 0, ...options };
  const calls: Call[] = [];
  const good = () => `pass ${state.given}`;
  const send: typeof fetch = async (input, init) => {
    const path = String(input);
    const pass = new Headers(init?.headers).get('x-portage-page');
    calls.push({ path, pass });
    if (path === '/page/pass') {
      if (state.none) return new Response('', { status: 503 });
      state.given += 1;
      return Response.json({ pass: good(), seconds: 600 });
    }
    return new Response('', { status: state.required && pass !== good() ? 401 : 200 });
  };
  return { state, calls, call: createPageFetch({ send, monotonic: () => state.now }) };
}
const post = { method: 'POST', body: '{}' };

describe('a call of the page', () => {
  it('that sends something carries a pass, which is requested once and renewed before it ends', async () => {
    const { state, calls, call } = world();
    await Promise.all([call('/v1/quote', post), call('/v1/track', post)]);
    expect(calls.map(({ path, pass }) => `${path} ${pass}`)).toEqual([
      '/page/pass null',
      '/v1/quote pass 1',
      '/v1/track pass 1',
    ]);
    state.now = 299_000;
    await call('/v1/quote', post);
    expect(state.given).toBe(1);
    state.now = 301_000;
    const passNow = async () => {
      await call('/v1/quote', post);
      return calls.at(-1)?.pass;
    };
    expect(await passNow()).toBe('pass 1');
    await expect.poll(passNow).toBe('pass 2');
    expect(state.given).toBe(2);
    state.now = 900_000;
    await call('/v1/quote', post);
    expect(calls.at(-1)?.pass).toBe('pass 3');
  });

  it('that reads waits for no pass, and is repeated once when one is required', async () => {
    const { calls, call } = world();
    expect((await call('/v1/tokens')).status).toBe(200);
    expect(calls.find(({ path }) => path === '/v1/tokens')?.pass).toBeNull();
    const strict = world({ required: true });
    expect((await strict.call('/v1/tokens')).status).toBe(200);
    expect(strict.calls.at(-1)).toEqual({ path: '/v1/tokens', pass: 'pass 1' });
  });

  it('whose pass is no longer valid gets a new one, once', async () => {
    const { state, calls, call } = world({ required: true });
    await call('/v1/quote', post);
    // The deployment was set up again.
    state.given += 1;
    expect((await call('/v1/quote', post)).status).toBe(200);
    expect(calls.at(-1)?.pass).toBe('pass 3');
  });

  it('is sent without a pass when none is given, and does not ask for one each time', async () => {
    const { state, calls, call } = world({ none: true });
    for (const _call of [1, 2, 3]) expect((await call('/v1/quote', post)).status).toBe(200);
    expect(calls.filter(({ path }) => path === '/page/pass')).toHaveLength(1);
    state.now = 31_000;
    await call('/v1/quote', post);
    expect(calls.filter(({ path }) => path === '/page/pass')).toHaveLength(2);
    state.required = true;
    expect((await call('/v1/quote', post)).status).toBe(401);
  });
});

describe('a quote that was asked before the page’s scripts were there', () => {
  afterEach(() => {
    globalThis.portageEarlyQuote = undefined;
  });
  const askedEarly = (answer: Promise<Response>, askedMs = performance.now()) => {
    const abort = new AbortController();
    globalThis.portageEarlyQuote = { question: post.body, askedMs, abort, answer };
    return abort.signal;
  };

  it('answers the page’s first question, if it is the same, and ends with it', async () => {
    const { calls, call } = world();
    const answer = new Response('early');
    const ended = askedEarly(Promise.resolve(answer));
    const abort = new AbortController();
    expect(await call('/v1/quote', { ...post, signal: abort.signal })).toBe(answer);
    expect(calls).toEqual([]);
    abort.abort();
    expect(ended.aborted).toBe(true);
    await call('/v1/quote', post);
    expect(calls.at(-1)?.path).toBe('/v1/quote');
  });

  it('is ended by another question, and where it was asked long ago', async () => {
    const { calls, call } = world();
    for (const [body, askedMs] of [
      ['{"sellAmount":"2"}', performance.now()],
      [post.body, performance.now() - 16_000],
    ] as const) {
      const ended = askedEarly(Promise.resolve(new Response('early')), askedMs);
      await call('/v1/quote', { ...post, body });
      expect([ended.aborted, calls.at(-1)?.path]).toEqual([true, '/v1/quote']);
    }
  });

  it('is asked again where it failed or its pass was refused, and no other refusal is', async () => {
    const { calls, call } = world({ required: true });
    for (const answer of [Promise.reject(new Error('offline')), Promise.resolve(new Response('', { status: 401 }))]) {
      answer.catch(() => undefined);
      askedEarly(answer);
      expect((await call('/v1/quote', post)).status).toBe(200);
      expect(calls.at(-1)).toEqual({ path: '/v1/quote', pass: 'pass 1' });
    }
    const asked = calls.length;
    askedEarly(Promise.resolve(new Response('', { status: 429 })));
    expect((await call('/v1/quote', post)).status).toBe(429);
    expect(calls).toHaveLength(asked);
  });
});
