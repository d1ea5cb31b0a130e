/**
 * Runs operators' commands in the server, through a socket of mode 0600 instead of a port: the file system decides who
 * may connect.
 */
import { chmod, mkdir, unlink } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { z } from 'zod';
import { DataFolderFault } from '../db/folder-faults.ts';
import { UsageError } from './arguments.ts';
import { backupCommand } from './backup-command.ts';
import type { AdminCommand, AdminDeps } from './command.ts';
import { keysCommand } from './keys-command.ts';
import { providersCommand } from './providers-command.ts';
import { socketPath } from './socket-path.ts';

export const COMMANDS: Record<string, AdminCommand> = {
  backup: backupCommand,
  keys: keysCommand,
  providers: providersCommand,
};

/** One line of JSON in, one line of JSON out. */
const asked = z.object({ command: z.string(), args: z.array(z.string()).max(100) });
export const answered = z.union([
  z.object({ ok: z.literal(true), data: z.unknown(), text: z.string() }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);
type Answered = z.output<typeof answered>;

const MOST_BYTES = 64 * 1024;
const OWNER_ONLY = 0o600;

export type AdminServer = { stop(): Promise<void> };
type Served = AdminDeps & { log: (event: Record<string, unknown>) => void };

async function answerTo(line: string, deps: Served): Promise<Answered> {
  try {
    const { command, args } = asked.parse(JSON.parse(line));
    const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
    if (!run) throw new UsageError(`The server knows no command "${command}": is it of another version?`);
    const { data, text } = await run(args, deps);
    deps.log({ event: 'admin', command, what: args[0] ?? '', id: args[1]?.startsWith('-') ? '' : (args[1] ?? '') });
    return { ok: true, data, text };
  } catch (error) {
    if (error instanceof UsageError || error instanceof DataFolderFault) return { ok: false, message: error.message };
    deps.log({ event: 'unexpected', error: String(error) });
    return { ok: false, message: 'The server could not do it; its log says why.' };
  }
}

function talk(socket: Socket, deps: Served): void {
  let received = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    received += chunk;
    const end = received.indexOf('\n');
    if (end < 0 && received.length > MOST_BYTES) socket.destroy();
    if (end < 0) return;
    const line = received.slice(0, end);
    socket.removeAllListeners('data');
    void answerTo(line, deps).then((answer) => socket.end(`${JSON.stringify(answer)}\n`));
  });
}

/** Whether a server listens at the socket; false where its server is gone. */
const isAlive = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // The socket is created with its final mode, so that nobody else can connect before the mode is set.
    const before = process.umask(0o177);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(before);
    }
  });
}

/**
 * Serves commands at a socket in the data folder.
 * @param dataDir created where it does not exist. Another running instance that uses it serves it alone.
 * @returns undefined where it cannot be served here; the commands then work on the database.
 */
export async function serveAdmin(dataDir: string, deps: Served): Promise<AdminServer | undefined> {
  try {
    const path = socketPath(dataDir);
    await mkdir(dirname(path), { recursive: true });
    if (await isAlive(path)) return undefined;
    await unlink(path).catch(() => undefined);
    const server = createServer((socket) => talk(socket, deps));
    await listen(server, path);
    await chmod(path, OWNER_ONLY);
    server.unref();
    return { stop: () => new Promise((resolve) => void server.close(() => resolve())) };
  } catch (error) {
    deps.log({ event: 'admin', fault: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}
