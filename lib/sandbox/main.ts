/**
 * Runs the sandbox as a program: `npm run sandbox`, or the child of a server, with which it ends. A parent receives
 * `{ready: true, url}` or `{error}` over IPC.
 */
import { createRequire } from 'node:module';
import { SettingsError, settings } from '../config/env.ts';
import { SandboxError } from './world/sandbox-error.ts';

/** Packages of the emulators alone: a server of the main networks is installed without them. */
const EMULATORS = ['@foundry-rs/anvil', 'litesvm'];

/** @throws {SandboxError} where one of them is not installed. */
function assertInstalled(): void {
  const { resolve } = createRequire(import.meta.url);
  const missing = EMULATORS.filter((name) => {
    try {
      return !resolve(`${name}/package.json`);
    } catch {
      return true;
    }
  });
  if (missing.length > 0)
    throw new SandboxError(
      `The sandbox needs ${missing.join(' and ')}, which this installation was made without: run npm ci again without --omit=optional, or set SWAP_NETWORK=mainnet.`,
    );
}

/** Longest time that saving may take before the process ends all the same; the journals have everything. */
const STOP_TIMEOUT_MS = 10_000;

const tell = (message: Record<string, unknown>): void => {
  if (process.connected) process.send?.(message);
};

function logger(level: string): (event: Record<string, unknown>) => void {
  const verbose = ['debug', 'trace'].includes(level);
  return (event) => {
    const loud = event.level === 'error' || event.level === 'warn';
    if (level === 'silent' || !(loud || verbose)) return;
    const line = JSON.stringify(
      { time: new Date().toISOString(), from: 'sandbox', ...event },
      (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    );
    (loud ? process.stderr : process.stdout).write(`${line}\n`);
  };
}

async function main(): Promise<void> {
  const { sandboxPort, dataDir, logLevel } = settings();
  const began = performance.now();
  assertInstalled();
  const { startSandbox } = await import('./start-world.ts');
  const sandbox = await startSandbox({ dataDir, port: sandboxPort, log: logger(logLevel) });
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    sandbox.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The sandbox did not stop cleanly: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('disconnect', end);
  // The parent may have ended while this one started.
  if (process.send !== undefined && !process.connected) end();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (process.send === undefined) process.stdout.write(`Sandbox ready at ${sandbox.url} after ${seconds} s.\n`);
  tell({ ready: true, url: sandbox.url });
}

main().catch((error: unknown) => {
  const expected = error instanceof SettingsError || error instanceof SandboxError;
  const sentence = expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  // A parent says it itself, once.
  if (!(expected && process.connected)) process.stderr.write(`${sentence}\n`);
  tell({ error: expected ? sentence : 'The sandbox failed to start.' });
  process.exitCode = 1;
  // The message above must be out before the channel closes.
  setTimeout(() => process.exit(1), 100);
});
