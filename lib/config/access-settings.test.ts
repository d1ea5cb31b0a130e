/** Access and proxy settings are applied as written, or the start stops with a sentence. */
import { describe, expect, it } from 'vitest';
import { readSettings } from './env.ts';

describe('settings of keys, limits and proxies', () => {
  it('trust no proxy and require no key by default', () => {
    expect(readSettings({}).access).toEqual({
      keysRequired: false,
      pointsPerMinute: { anonymous: 6000, integrator: 60_000 },
      quotesAtOnce: 256,
      streams: { atOnce: 2000, perCaller: 100 },
      allowedHosts: [],
      trustedProxies: [],
      trustedProxyHeader: 'x-forwarded-for',
      redisUrl: undefined,
    });
  });

  it('are read as written', () => {
    const given = {
      API_KEYS: 'required',
      RATE_LIMIT: '120',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1,fd00::/8',
      TRUSTED_PROXY_HEADER: 'forwarded',
      REDIS_URL: 'rediss://user:word@redis.internal:6380/2',
    };
    expect(readSettings(given).access).toMatchObject({
      keysRequired: true,
      pointsPerMinute: { anonymous: 120 },
      trustedProxies: ['10.0.0.0/8', '::1', 'fd00::/8'],
      trustedProxyHeader: 'forwarded',
      redisUrl: given.REDIS_URL,
    });
  });

  it.each([
    ['API_KEYS', 'yes', 'one of optional, required'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'such as 10.0.0.0/8'],
    ['TRUSTED_PROXIES', 'proxy.example', 'such as 10.0.0.0/8'],
    ['TRUSTED_PROXIES', '*', 'such as 10.0.0.0/8'],
    ['ALLOWED_HOSTS', 'https://swap.example', 'names without port'],
    ['ALLOWED_HOSTS', 'swap.example:443', 'names without port'],
    ['RATE_LIMIT', '1', 'a whole number from 60'],
    ['REDIS_URL', 'http://redis', 'a redis:// or rediss:// address'],
  ])('%s=%s stops the start', (name, value, sentence) => {
    expect(() => readSettings({ [name]: value })).toThrow(sentence);
  });

  it('never repeat a password', () => {
    const secret = 'redis://user:word@ host';
    expect(() => readSettings({ REDIS_URL: secret })).toThrow('REDIS_URL is not repeated here');
  });
});
