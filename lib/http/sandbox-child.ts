/** Runs the sandbox as a child of this process: it ends with this process, and an unexpected end is reported. */
import { type ChildProcess, spawn } from 'node:child_process';
import { z } from 'zod';
import { programArguments } from '../config/programs.ts';
import type { Log } from './logger.ts';

export type SandboxChild = {
  /** Asks the child to end, and kills it after a while. */
  stop(): Promise<void>;
};

const STOP_MS = 5000;
const messageSchema = z.union([z.object({ ready: z.literal(true) }), z.object({ error: z.string() })]);

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/**
 * Starts the sandbox. The IPC channel also ends the child when this process is killed. `onFailed` gets the reason when
 * the sandbox cannot start.
 */
export function startSandbox(log: Log, onFailed: (sentence: string) => void): SandboxChild {
  const child = spawn(process.execPath, programArguments('sandbox'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let stopping = false;
  child.on('message', (message: unknown) => {
    // A loader between the two processes may also send messages.
    const parsed = messageSchema.safeParse(message).data;
    if (!parsed) return;
    if ('ready' in parsed) return log({ event: 'sandbox', ready: true });
    stopping = true;
    onFailed(parsed.error);
  });
  child.on('error', (error) => log({ event: 'sandbox', fault: error.message }));
  child.on('exit', (code, signal) => {
    if (!stopping)
      log({ event: 'sandbox', fault: `the local networks ended (${signal ?? code}); restart to have them again` });
  });
  return {
    async stop() {
      stopping = true;
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended(child);
      clearTimeout(force);
    },
  };
}
