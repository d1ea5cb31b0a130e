/** Runs a command in the server that holds the data folder, or directly on the database where no server runs. */
import { createConnection, type Socket } from 'node:net';
import type { Settings } from '../config/env.ts';
import { DataFolderInUse } from '../db/folder-lock.ts';
import { openStore } from '../db/open-store.ts';
import type { Store } from '../db/store.ts';
import { pause } from '../domain/waiting.ts';
import { UsageError } from './arguments.ts';
import type { AdminAnswer } from './command.ts';
import { answered, COMMANDS } from './serve.ts';
import { socketPath } from './socket-path.ts';

/** A server that starts holds its folder for some time before it listens. */
const START_MS = 5000;
const RETRY_MS = 100;

const NOBODY = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTDIR']);
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Connects to the server's socket; undefined where no server listens. */
function connected(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path, () => resolve(socket));
    socket.once('error', (error) => {
      if (NOBODY.has(codeOf(error))) resolve(undefined);
      else if (codeOf(error) === 'EACCES')
        reject(new UsageError('The server belongs to another account of this machine: run this as that one.'));
      else reject(error);
    });
  });
}

function read(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.once('end', () => resolve(text));
    socket.once('error', reject);
  });
}

async function askServer(socket: Socket, command: string, args: readonly string[]): Promise<AdminAnswer> {
  const answer = read(socket);
  socket.write(`${JSON.stringify({ command, args })}\n`);
  const text = await answer;
  if (text === '') throw new UsageError('The server ended before it answered; look with "list" whether it was done.');
  const parsed = answered.parse(JSON.parse(text));
  if (!parsed.ok) throw new UsageError(parsed.message);
  return { data: parsed.data, text: parsed.text };
}

async function runOn(store: Store, settings: Settings, command: string, args: readonly string[]): Promise<AdminAnswer> {
  try {
    const run = COMMANDS[command];
    if (!run) throw new Error(`no command ${command}`);
    return await run(args, {
      store,
      network: settings.network.name,
      now: () => Date.now(),
      affiliates: new Set(Object.keys(settings.affiliates)),
      hasSigningSetting: settings.signing.seed !== undefined,
      changed: () => undefined,
      flushUsage: async () => undefined,
      ...(store.copyTo === undefined ? {} : { backup: store.copyTo }),
    });
  } finally {
    await store.close();
  }
}

/** @throws {UsageError}, and what opening the store throws: sentences for the operator. */
export async function ask(settings: Settings, command: string, args: readonly string[]): Promise<AdminAnswer> {
  const giveUpAt = performance.now() + START_MS;
  for (;;) {
    const socket = await connected(socketPath(settings.dataDir));
    if (socket) return askServer(socket, command, args);
    try {
      return await runOn(await openStore(settings), settings, command, args);
    } catch (error) {
      if (!(error instanceof DataFolderInUse) || performance.now() > giveUpAt) throw error;
    }
    await pause(RETRY_MS);
  }
}
