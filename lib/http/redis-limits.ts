/**
 * Shares callers' limits through Redis: one command counts and leases. Speaks only the part of the protocol that this
 * needs.
 */
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Lease, LeaseWish, LimitStore } from '../db/limit-store.ts';
import { encodeCommand, type Reply, readReply } from './redis-protocol.ts';

const CONNECT_MS = 2000;
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

type Waiting = { resolve: (reply: Reply) => void; reject: (error: Error) => void };
type Connection = { send(command: readonly string[]): Promise<Reply>; end(): void; ended: () => boolean };

/** Wraps a socket; replies arrive in the order of the commands. */
function connectionOn(socket: Socket): Connection {
  const waiting: Waiting[] = [];
  let received = Buffer.alloc(0);
  let over = false;
  const fail = (error: Error) => {
    over = true;
    socket.destroy();
    for (const one of waiting.splice(0)) one.reject(error);
  };
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    try {
      for (let read = readReply(received); read; read = readReply(received)) {
        received = received.subarray(read.length);
        waiting.shift()?.resolve(read.reply);
      }
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('Redis closed the connection')));
  return {
    send: (command) =>
      new Promise((resolve, reject) => {
        if (over) return reject(new Error('Redis closed the connection'));
        waiting.push({ resolve, reject });
        socket.write(encodeCommand(command));
      }),
    end: () => fail(new Error('closed')),
    ended: () => over,
  };
}

/** The commands that open a connection, by what the URL says: password, user and database. */
function greetings(url: URL): string[][] {
  const password = decodeURIComponent(url.password);
  const user = decodeURIComponent(url.username);
  const database = url.pathname.replace(/^\//, '');
  return [
    ...(password === '' ? [] : [user === '' ? ['AUTH', password] : ['AUTH', user, password]]),
    ...(/^\d+$/.test(database) ? [['SELECT', database]] : []),
  ];
}

async function open(url: URL): Promise<Connection> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const place = { host, port: Number(url.port || 6379), timeout: CONNECT_MS };
  const secure = url.protocol === 'rediss:';
  const socket = secure ? connectTls({ ...place, servername: host }) : connectPlain(place);
  await new Promise<void>((resolve, reject) => {
    socket.once(secure ? 'secureConnect' : 'connect', resolve);
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(new Error('Redis did not answer in time')));
  });
  socket.setTimeout(0);
  socket.setKeepAlive(true, 30_000);
  socket.unref();
  const connection = connectionOn(socket);
  for (const greeting of greetings(url)) await connection.send(greeting);
  return connection;
}

/**
 * @param url redis:// or rediss://, with a password and a database number where they are needed. @param prefix of all
 * keys.
 */
export function createRedisLimits(url: string, prefix: string): LimitStore & { close(): void } {
  const place = new URL(url);
  let connection: Promise<Connection> | undefined;
  let restUntil = 0;

  async function connected(): Promise<Connection> {
    if (connection && (await connection).ended()) connection = undefined;
    if (!connection && Date.now() < restUntil) throw new Error('Redis does not answer');
    connection ??= open(place);
    return connection;
  }

  async function leaseRate({ key, startedAt, windowMs, limit, want }: LeaseWish): Promise<Lease> {
    try {
      const own = await connected();
      const name = `${prefix}:rate:${key}:${startedAt}`;
      // Twice the window, so that an instance whose clock is behind still counts in it.
      const reply = await own.send(['EVAL', LEASE, '1', name, String(want), String(limit), String(2 * windowMs)]);
      if (!Array.isArray(reply)) throw new Error('Redis answered something else than two numbers');
      const [granted, used] = reply.map(Number);
      if (granted === undefined || used === undefined || Number.isNaN(granted + used))
        throw new Error('Redis answered something else than two numbers');
      return { granted, used };
    } catch (error) {
      connection = undefined;
      restUntil = Date.now() + REST_MS;
      throw error;
    }
  }

  return {
    leaseRate,
    close() {
      void connection?.then(
        (own) => own.end(),
        () => undefined,
      );
    },
  };
}
