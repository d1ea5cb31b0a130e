/** Starts a separate sandbox, in a process of its own, for what must not go down with its app. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../lib/db/test-port.ts';

export type OwnSandbox = {
  url: string;
  port: number;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
  /** Sends SIGKILL and waits for the end: the process cannot clean up. */
  kill(): Promise<void>;
};

/** With the same folder and port it continues from where it was. @throws when it ends before it is ready. */
export async function startOwnSandbox(dataDir: string, given?: number): Promise<OwnSandbox> {
  const port = given ?? (await freePort());
  const child = spawn(process.execPath, ['.next/portage/sandbox.js'], {
    env: { ...process.env, SANDBOX_PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error('the sandbox ended before it was ready')));
  });
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return { url: `http://127.0.0.1:${port}`, port, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
