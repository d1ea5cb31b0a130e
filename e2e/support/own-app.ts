/**
 * Starts a separate app for a journey (own ports and data folder) that does what the shared app must not suffer, such
 * as being killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../lib/db/test-port.ts';
import packageFile from '../../package.json' with { type: 'json' };

export type OwnApp = {
  url: string;
  sandboxUrl: string;
  process: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
  /** Sends SIGKILL and waits for the end: the process cannot clean up. */
  kill(): Promise<void>;
};

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Of Node, as `npm start` has them. */
const START_ARGUMENTS = packageFile.scripts.start.split(' ').slice(1);

/**
 * Starts `npm start`'s own command without npm in between, so that the process id is the server's.
 * @param folder the installation; default: this one. @param flags of Node.
 */
export function spawnApp(
  environment: Record<string, string>,
  folder = '.',
  flags: readonly string[] = [],
): { process: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [...flags, ...START_ARGUMENTS], {
    cwd: folder,
    env: { ...process.env, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed += chunk;
  });
  return { process: child, output: () => printed };
}

/** Resolves once `/health` reports ready. @throws when the process ends before that. */
export async function untilReady(child: ChildProcess, url: string, output = () => url): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the app ended: ${output()}`);
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export async function startOwnApp(
  dataDir: string,
  environment: Record<string, string> = {},
  ports?: { port: number; sandboxPort: number },
  folder?: string,
  flags: readonly string[] = [],
): Promise<OwnApp> {
  const port = ports?.port ?? (await freePort());
  const sandboxPort = ports?.sandboxPort ?? (await freePort());
  const { process: child, output } = spawnApp(
    {
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      ...environment,
    },
    folder,
    flags,
  );
  const url = `http://127.0.0.1:${port}`;
  await untilReady(child, url, output);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await ended(child);
  };
  return {
    url,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    process: child,
    output,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
