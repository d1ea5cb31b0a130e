import { afterEach, describe, expect, it } from 'vitest';
import { createFailover } from './failover.ts';
import { type Canned, closedUrl, loopbackFetch, startTestServer } from './test-server.ts';

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
async function serve(answer: () => Canned) {
  const server = await startTestServer(answer);
  servers.push(server);
  return server;
}

describe('several base URLs', () => {
  for (const [name, fault] of [
    ['answers 500', { status: 500, body: 'no' }],
    ['answers 429', { status: 429, body: 'slow down' }],
    ['cuts the connection', 'hangUp'],
    ['does not answer', 'hang'],
  ] as const) {
    it(`the second serves while the first ${name}`, async () => {
      const first = await serve(() => fault);
      const second = await serve(() => ({ body: 'two' }));
      const failover = createFailover([first.url, second.url], {
        fetch: loopbackFetch,
        attemptTimeoutMs: 50,
      });
      expect((await failover.ask({ path: '/x' })).text).toBe('two');
    });
  }

  it('the second serves when nothing listens at the first', async () => {
    const second = await serve(() => ({ body: 'two' }));
    const failover = createFailover([await closedUrl(), second.url], { fetch: loopbackFetch });
    expect((await failover.ask({ path: '/x' })).text).toBe('two');
  });

  it('a faulty first one rests for a while, then is asked again and used', async () => {
    let now = 0;
    let well = false;
    const first = await serve(() => (well ? { body: 'one' } : { status: 503, body: '' }));
    const second = await serve(() => ({ body: 'two' }));
    const failover = createFailover([first.url, second.url], { fetch: loopbackFetch, monotonic: () => now });
    await failover.ask({ path: '/x' });
    await failover.ask({ path: '/x' });
    expect(first.asked).toHaveLength(1);
    well = true;
    now = 31_000;
    expect((await failover.ask({ path: '/x' })).text).toBe('one');
    now = 32_000;
    expect((await failover.ask({ path: '/x' })).text).toBe('one');
  });

  it('one that failed rests, even if another request to it that was already under way succeeds', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked: string[] = [];
    const failover = createFailover(['http://one', 'http://two'], {
      fetch: async (url) => {
        asked.push(String(url));
        if (String(url) === 'http://one/slow') await held;
        return new Response('fine', { status: String(url) === 'http://one/refused' ? 429 : 200 });
      },
    });
    const slow = failover.ask({ path: '/slow' });
    await failover.ask({ path: '/refused' });
    release();
    expect((await slow).baseUrl).toBe('http://one');
    expect((await failover.ask({ path: '/next' })).baseUrl).toBe('http://two');
  });

  it('a resting one is still asked when the others fail too', async () => {
    let well = false;
    const first = await serve(() => (well ? { body: 'one' } : { status: 500, body: '' }));
    const second = await serve(() => (well ? { status: 500, body: '' } : { body: 'two' }));
    const failover = createFailover([first.url, second.url], { fetch: loopbackFetch });
    expect((await failover.ask({ path: '/x' })).text).toBe('two');
    well = true;
    expect((await failover.ask({ path: '/x' })).text).toBe('one');
  });

  it('the last answer is returned when all are faulty, and the call throws when none answered', async () => {
    const first = await serve(() => ({ status: 500, body: 'mine' }));
    const bad = createFailover([first.url], { fetch: loopbackFetch });
    expect(await bad.ask({ path: '/x' })).toMatchObject({ status: 500, text: 'mine' });
    const gone = createFailover([await closedUrl()], { fetch: loopbackFetch });
    await expect(gone.ask({ path: '/x' })).rejects.toThrow();
  });

  it('requests are spaced at each host and go to the one whose turn comes first; a queue that is too long is an error', async () => {
    let now = 0;
    const asked: string[] = [];
    const urls = ['http://paced-one', 'http://paced-two'];
    const deps = {
      monotonic: () => now,
      fetch: async (url: RequestInfo | URL) => {
        asked.push(String(url));
        return new Response('fine');
      },
      pace: { perSecond: 1 },
    };
    const failover = createFailover(urls, deps);
    await failover.ask({ path: '/1', patienceMs: 0 });
    await failover.ask({ path: '/2', patienceMs: 0 });
    expect(asked).toEqual(['http://paced-one/1', 'http://paced-two/2']);
    await expect(failover.ask({ path: '/3', patienceMs: 900 })).rejects.toMatchObject({
      name: 'TooBusy',
      waitMs: 1000,
    });
    await failover.ask({ path: '/free' });
    now = 1000;
    await createFailover(urls, deps).ask({ path: '/4', patienceMs: 0 });
    expect(asked.slice(2)).toEqual(['http://paced-one/free', 'http://paced-one/4']);
  });

  it('a request that waits for its turn gets it in time', async () => {
    const one = await serve(() => ({ body: 'one' }));
    const failover = createFailover([one.url], { fetch: loopbackFetch, pace: { perSecond: 20 } });
    const started = performance.now();
    await Promise.all([1, 2, 3].map(() => failover.ask({ path: '/x', patienceMs: 1000 })));
    expect(performance.now() - started).toBeGreaterThan(90);
    expect(one.asked).toHaveLength(3);
  });

  it('the caller’s abort ends the request without blaming the base URL', async () => {
    const first = await serve(() => 'hang');
    const second = await serve(() => ({ body: 'two' }));
    const failover = createFailover([first.url, second.url], { fetch: loopbackFetch });
    await expect(failover.ask({ path: '/x', signal: AbortSignal.timeout(30) })).rejects.toThrow();
    expect(second.asked).toHaveLength(0);
  });
});
