/**
 * Lets one process at a time use a data folder. The operating system frees the lock when that process ends, in whatever
 * way.
 */
import { createHash } from 'node:crypto';
import { open, realpath, stat, unlink } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pause } from '../domain/waiting.ts';

/** Another running process uses the folder; `message` is the sentence to show. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}

export type FolderLock = { release(): Promise<void> };

/** The longest path of a Unix socket that every system accepts (macOS: 104 bytes with the terminator). */
const MAX_SOCKET_PATH = 100;
/** Taking over a dead lock takes milliseconds, so a guard older than this belongs to a process that died meanwhile. */
const TAKEOVER_MS = 10_000;
const ANSWER_MS = 2_000;
const ATTEMPTS = 50;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(String(process.pid));
    });
    server.once('error', reject);
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** `dead`: no process listens there. A process that is too busy to answer counts as alive. */
function ask(path: string): Promise<{ dead: true } | { dead: false; pid?: string }> {
  return new Promise((resolve) => {
    let connected = false;
    let pid = '';
    const socket = createConnection(path, () => {
      connected = true;
    });
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(connected ? { dead: false, ...(pid ? { pid } : {}) } : { dead: true });
    };
    const timer = setTimeout(() => {
      connected = true;
      finish();
    }, ANSWER_MS);
    socket.on('data', (chunk) => {
      pid += chunk;
    });
    socket.on('end', finish);
    socket.on('error', finish);
  });
}

/** Removes a dead socket, one process at a time, so that two that start at once cannot remove each other's new one. */
async function removeDead(path: string): Promise<void> {
  const guard = `${path}.takeover`;
  try {
    await (await open(guard, 'wx')).close();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const made = await stat(guard).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > TAKEOVER_MS) await unlink(guard).catch(() => {});
    await pause(20);
    return;
  }
  try {
    if ((await ask(path)).dead) await unlink(path).catch(() => {});
  } finally {
    await unlink(guard).catch(() => {});
  }
}

/**
 * The addresses to try. The first is inside the folder, where containers that share the folder see each other's lock;
 * the one outside is for folders in which a socket is impossible.
 */
async function addressesFor(folder: string): Promise<string[]> {
  const real = await realpath(folder);
  const name = createHash('sha256').update(real).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return [`\\\\.\\pipe\\portage-${name}`];
  const inside = [join(real, 'db.lock'), relative(process.cwd(), join(real, 'db.lock'))]
    .filter((path) => Buffer.byteLength(path) <= MAX_SOCKET_PATH)
    .slice(0, 1);
  return [...inside, join(tmpdir(), `portage-${name}.lock`)];
}

async function lockAt(path: string, folder: string): Promise<Server> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await listen(path);
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE') throw error;
    }
    const holder = await ask(path);
    if (!holder.dead) {
      const who = holder.pid ? `process ${holder.pid}` : 'another process';
      throw new DataFolderInUse(
        `The data folder ${folder} is in use by ${who}: stop it, or set DATA_DIR to another folder or DATABASE_URL to a Postgres that several can share.`,
      );
    }
    await removeDead(path);
  }
  throw new DataFolderInUse(`The data folder ${folder} is being opened by several processes at once: start one.`);
}

/** @throws {DataFolderInUse} while another running process, or this one, holds the folder. The folder must exist. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  let fault: unknown;
  for (const path of await addressesFor(folder)) {
    try {
      const server = await lockAt(path, folder);
      return {
        release: () =>
          new Promise((resolve) => {
            server.close(() => resolve());
          }),
      };
    } catch (error) {
      if (error instanceof DataFolderInUse) throw error;
      // The file system has no sockets (some container mounts): try the next address.
      fault = error;
    }
  }
  throw fault;
}
