/**
 * Reads the settings of access: API keys, rate limits, and the proxies that are trusted to report a client's address.
 */
import { isIP } from 'node:net';
import { z } from 'zod';
import { choice, integer } from './setting-kinds.ts';

const MOST_BITS: Record<number, number> = { 4: 32, 6: 128 };

/** Accepts `10.0.0.1`, `10.0.0.0/8`, `::1` and `fd00::/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = MOST_BITS[isIP(address)];
  if (most === undefined || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

const networks = z
  .string()
  .optional()
  .transform((text, context): readonly string[] => {
    const items = (text ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
    if (text === undefined || (items.length > 0 && items.every(isNetwork))) return items;
    context.addIssue({ code: 'custom', message: 'a comma list of addresses and networks, such as 10.0.0.0/8, ::1' });
    return z.NEVER;
  });

/** Names and addresses without port, in lower case. */
const hosts = z
  .string()
  .optional()
  .transform((text, context): readonly string[] => {
    const items = (text ?? '')
      .split(',')
      .map((item) => item.trim().toLowerCase())
      .filter(Boolean);
    const isHost = (item: string): boolean => isIP(item) !== 0 || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(item);
    if (text === undefined || (items.length > 0 && items.every(isHost))) return items;
    context.addIssue({ code: 'custom', message: 'a comma list of names without port, such as swap.example.com' });
    return z.NEVER;
  });

const redisUrl = z
  .string()
  .optional()
  .refine((text) => text === undefined || (/^rediss?:\/\/[^\s/]+/.test(text) && URL.canParse(text)), {
    message: 'a redis:// or rediss:// address',
  });

export const accessSettings = {
  API_KEYS: choice(['optional', 'required'], 'optional'),
  RATE_LIMIT: integer(60, 100_000_000, 6000),
  RATE_LIMIT_PER_KEY: integer(60, 100_000_000, 60_000),
  QUOTES_AT_ONCE: integer(4, 100_000, 256),
  STREAMS_AT_ONCE: integer(4, 1_000_000, 2000),
  STREAMS_PER_CALLER: integer(1, 1_000_000, 100),
  ALLOWED_HOSTS: hosts,
  TRUSTED_PROXIES: networks,
  TRUSTED_PROXY_HEADER: choice(['x-forwarded-for', 'forwarded'], 'x-forwarded-for'),
  REDIS_URL: redisUrl,
};

type Given = z.output<z.ZodObject<typeof accessSettings>>;

export type Access = {
  keysRequired: boolean;
  /** Points a minute for one client address, and for an integrator without a limit of its own. */
  pointsPerMinute: { anonymous: number; integrator: number };
  /** Quotes and openings of deposit channels that one instance works on at once, for all callers together. */
  quotesAtOnce: number;
  /** Event streams that may be open in one instance: in all, and for one client address. */
  streams: { atOnce: number; perCaller: number };
  /** Names under which this deployment answers, beside those of PUBLIC_URL and of this machine. */
  allowedHosts: readonly string[];
  /**
   * Addresses and networks of proxies that are trusted to report a client's address, and the one header that they use.
   */
  trustedProxies: readonly string[];
  trustedProxyHeader: 'x-forwarded-for' | 'forwarded';
  /** Undefined: instances share limits through the database. */
  redisUrl: string | undefined;
};

export const accessOf = (given: Given): Access => ({
  keysRequired: given.API_KEYS === 'required',
  pointsPerMinute: { anonymous: given.RATE_LIMIT, integrator: given.RATE_LIMIT_PER_KEY },
  quotesAtOnce: given.QUOTES_AT_ONCE,
  streams: { atOnce: given.STREAMS_AT_ONCE, perCaller: given.STREAMS_PER_CALLER },
  allowedHosts: given.ALLOWED_HOSTS,
  trustedProxies: given.TRUSTED_PROXIES,
  trustedProxyHeader: given.TRUSTED_PROXY_HEADER,
  redisUrl: given.REDIS_URL,
});
