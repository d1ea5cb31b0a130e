import { describe, expect, it } from 'vitest';
import { createAsker, NoAnswer, retryAfterMs, type Send } from './asker.ts';

const base = { baseUrl: 'http://right.example/api/', timeoutMs: 1000, concurrency: 2 };
const ok = () => new Response('{}', { status: 200 });

describe('the asker', () => {
  it('sends requests below the base address, whatever path that has', async () => {
    const urls: string[] = [];
    const send: Send = async (url) => {
      urls.push(url);
      return ok();
    };
    await createAsker({ ...base, send }).ask({ path: '/v1/tokens' });
    expect(urls).toEqual(['http://right.example/api/v1/tokens']);
  });

  it('sends the key and never prints it', async () => {
    const keys: (string | null)[] = [];
    const send: Send = async (_url, { headers }) => {
      keys.push(new Headers(headers).get('x-api-key'));
      return ok();
    };
    const { ask, answers } = createAsker({ ...base, key: 'secret', send });
    await ask({ method: 'POST', path: '/v1/quote', body: { slippage: 1 } });
    await ask({ path: '/v1/tokens', withKey: false });
    expect(keys).toEqual(['secret', null]);
    expect(JSON.stringify(answers.map(({ asked }) => asked))).not.toContain('secret');
  });

  it('waits as long as a 429 says, then tries again', async () => {
    const waited: number[] = [];
    const replies = [new Response('{}', { status: 429, headers: { 'retry-after': '7' } }), ok()];
    const send: Send = async () => replies.shift() ?? ok();
    const wait = async (ms: number) => void waited.push(ms);
    const answer = await createAsker({ ...base, send, wait }).ask({ path: '/v1/tokens' });
    expect(answer.status).toBe(200);
    expect(waited).toEqual([7000]);
  });

  it('gives up on a service that answers 429 for ever, or asks to wait for hours', async () => {
    let asked = 0;
    const refusing =
      (retryAfter: string): Send =>
      async () => {
        asked += 1;
        return new Response('{}', { status: 429, headers: { 'retry-after': retryAfter } });
      };
    const wait = async () => undefined;
    expect((await createAsker({ ...base, send: refusing('1'), wait }).ask({ path: '/' })).status).toBe(429);
    expect(asked).toBe(6);
    expect((await createAsker({ ...base, send: refusing('7200'), wait }).ask({ path: '/' })).status).toBe(429);
    expect(asked).toBe(7);
  });

  it('never has more requests under way than allowed', async () => {
    let [now, most] = [0, 0];
    const send: Send = async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return ok();
    };
    const { ask, answers } = createAsker({ ...base, send });
    await Promise.all(Array.from({ length: 9 }, () => ask({ path: '/v1/tokens' })));
    expect(most).toBe(2);
    expect(answers).toHaveLength(9);
  });

  it('reports the request where no answer comes', async () => {
    const send: Send = async () => {
      throw Object.assign(new Error('timed out'), { name: 'TimeoutError' });
    };
    const asking = createAsker({ ...base, send }).ask({ method: 'POST', path: '/v1/track', body: { quoteId: 'x' } });
    await expect(asking).rejects.toThrow(NoAnswer);
    await expect(asking).rejects.toMatchObject({
      asked: 'POST /v1/track {"quoteId":"x"}',
      message: 'no answer within 1 s',
    });
  });
});

describe('Retry-After', () => {
  it.each([
    ['3', 3000],
    ['Sun, 22 Nov 2026 00:00:10 GMT', 10_000],
    ['Sun, 22 Nov 2026 00:00:00 GMT', 0],
    ['soon', 5000],
    [null, 5000],
  ])('%s', (header, ms) => {
    expect(retryAfterMs(header, Date.UTC(2026, 10, 22))).toBe(ms);
  });
});
