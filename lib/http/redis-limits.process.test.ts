/**
 * Limits in Redis hold as those in the database do. A Redis that is down or refuses is reported and delays no request.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRedisLimits } from './redis-limits.ts';

const wish = { key: 'a', startedAt: 60_000, windowMs: 60_000, limit: 100, want: 10 };

/** A server that always sends the same text and counts its connections. */
async function saying(text: string): Promise<{ url: string; server: Server; came: () => number }> {
  let came = 0;
  const server = createServer((socket) => {
    came += 1;
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { url: `redis://127.0.0.1:${address.port}`, server, came: () => came };
}

describe('a Redis in trouble', () => {
  it('is reported, and is not asked again by each request', async () => {
    const { url, server, came } = await saying('-NOAUTH Authentication required.\r\n');
    const limits = createRedisLimits(url, 'test');
    await expect(limits.leaseRate(wish)).rejects.toThrow('NOAUTH');
    await expect(limits.leaseRate(wish)).rejects.toThrow('does not answer');
    expect(came()).toBe(1);
    limits.close();
    server.close();
  });

  it('is asked again after its rest, also under steady load', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { url, server, came } = await saying('-NOAUTH Authentication required.\r\n');
    const limits = createRedisLimits(url, 'test');
    for (let asked = 0; asked < 30; asked += 1) {
      await expect(limits.leaseRate(wish)).rejects.toThrow();
      vi.advanceTimersByTime(100);
    }
    expect(came()).toBe(3);
    limits.close();
    server.close();
    vi.useRealTimers();
  });

  it('that is not running is reported', async () => {
    const { url, server } = await saying('');
    await new Promise((resolve) => server.close(resolve));
    await expect(createRedisLimits(url, 'test').leaseRate(wish)).rejects.toThrow('ECONNREFUSED');
  });

  it('that answers something else gives no points away', async () => {
    const { url, server } = await saying('$5\r\nhello\r\n');
    const limits = createRedisLimits(url, 'test');
    await expect(limits.leaseRate(wish)).rejects.toThrow('two numbers');
    limits.close();
    server.close();
  });
});

/** Whether Redis is installed on this machine. */
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

const describeReal = () =>
  describe('a real Redis', () => {
    let redis: ChildProcess;
    let url = '';
    beforeAll(async () => {
      const { url: free, server } = await saying('');
      await new Promise((resolve) => server.close(resolve));
      const { port } = new URL(free);
      const settings = [
        '--port',
        port,
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--requirepass',
        'secret word',
        '--dir',
        '/tmp',
      ];
      redis = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] });
      await new Promise<void>((resolve, reject) => {
        redis.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
        redis.stdout?.on('data', (chunk) => String(chunk).includes('Ready to accept connections') && resolve());
      });
      url = `redis://:secret%20word@127.0.0.1:${port}/3`;
    });
    afterAll(async () => {
      const ended = new Promise((resolve) => redis.once('exit', resolve));
      redis.kill();
      await ended;
    });

    it('never leases more than there is, to however many instances at once', async () => {
      const instances = Array.from({ length: 4 }, () => createRedisLimits(url, 'test'));
      const leases = await Promise.all(
        Array.from({ length: 40 }, (_one, n) => instances[n % 4]?.leaseRate({ ...wish, key: 'flood', want: 7 })),
      );
      expect(leases.reduce((sum, lease) => sum + (lease?.granted ?? 0), 0)).toBe(100);
      const [first] = instances;
      expect(await first?.leaseRate({ ...wish, key: 'flood' })).toEqual({ granted: 0, used: 100 });
      expect(await first?.leaseRate({ ...wish, key: 'flood', startedAt: 120_000 })).toEqual({ granted: 10, used: 10 });
      expect(await first?.leaseRate({ ...wish, key: 'big', want: 500 })).toEqual({ granted: 100, used: 100 });
      for (const one of instances) one.close();
    });

    it('that refuses the password is reported in a sentence', async () => {
      const limits = createRedisLimits(url.replace('secret', 'other'), 'test');
      await expect(limits.leaseRate(wish)).rejects.toThrow('WRONGPASS');
      limits.close();
    });
  });
if (hasRedis) describeReal();
