/** Shares callers' limits through Redis: one command counts and leases. */
import type { Lease, LeaseWish, LimitStore } from '../db/limit-store.ts';
import { noAnswerInTime, within } from '../domain/waiting.ts';

const ANSWER_MS = 2000;
/** After a failure Redis is not asked again for this long. */
const REST_MS = 1000;

/**
 * Counts first and then cuts down to the limit, so that callers beyond it get nothing, whatever the order of the
 * commands.
 */
const LEASE = `
local used = redis.call('INCRBY', KEYS[1], ARGV[1])
if used == tonumber(ARGV[1]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
local over = math.max(0, used - tonumber(ARGV[2]))
local granted = math.max(0, tonumber(ARGV[1]) - over)
if granted < tonumber(ARGV[1]) then redis.call('INCRBY', KEYS[1], granted - tonumber(ARGV[1])) end
return {granted, math.min(used, tonumber(ARGV[2]))}
`;

/** A connected client. The package is read only where Redis is configured. @throws where Redis cannot be reached or refuses. */
async function open(url: string) {
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    RESP: 2,
    disableClientInfo: true,
    disableOfflineQueue: true,
    socket: { connectTimeout: ANSWER_MS, reconnectStrategy: false },
  });
  // The caller of a command gets its error; the next command reopens an idle connection that broke.
  client.on('error', () => undefined);
  await client.connect();
  client.unref();
  return client;
}

/**
 * @param url redis:// or rediss://, with a password and a database number where they are needed. @param prefix of all
 * keys.
 */
export function createRedisLimits(url: string, prefix: string): LimitStore & { close(): void } {
  let connecting: ReturnType<typeof open> | undefined;
  let restUntil = 0;

  const drop = () => {
    // A connection that is already closed, or was never made, has nothing to destroy.
    void connecting?.then((client) => client.destroy()).catch(() => undefined);
    connecting = undefined;
  };

  async function connected() {
    if (connecting && !(await connecting).isReady) connecting = undefined;
    connecting ??= open(url);
    return connecting;
  }

  async function lease({ key, startedAt, windowMs, limit, want }: LeaseWish): Promise<Lease> {
    const client = await connected();
    const name = `${prefix}:rate:${key}:${startedAt}`;
    // Twice the window, so that an instance whose clock is behind still counts in it.
    const reply = await client.eval(LEASE, { keys: [name], arguments: [want, limit, 2 * windowMs].map(String) });
    const [granted, used] = Array.isArray(reply) ? reply.map(Number) : [];
    if (granted === undefined || used === undefined || Number.isNaN(granted + used))
      throw new Error('Redis answered something else than two numbers');
    return { granted, used };
  }

  return {
    async leaseRate(wish) {
      if (performance.now() < restUntil) throw new Error('Redis does not answer');
      try {
        return await within(lease(wish), ANSWER_MS, noAnswerInTime);
      } catch (error) {
        drop();
        restUntil = performance.now() + REST_MS;
        throw error;
      }
    },
    close: drop,
  };
}
