/** Starts an app for each worker before the journeys, by the README's own command, and stops them after. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { untilReady } from '../support/own-app.ts';
import { appOfWorker, type WorkerApp } from '../support/worker-app.ts';

/** `npm start` as the head of a process group, so that its server can be stopped with it. */
function startApp({ port, sandboxPort }: WorkerApp, dataDir: string): ChildProcess {
  const app = spawn('npm', ['start', '--silent'], {
    detached: true,
    // Its server and its sandbox hold the pipe too, so that it closes when the last of them has ended.
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
  });
  app.stdout.resume();
  return app;
}

async function stopApp(app: ChildProcess): Promise<void> {
  if (app.pid === undefined || app.exitCode !== null || app.signalCode !== null) return;
  process.kill(-app.pid, 'SIGTERM');
  await once(app, 'close');
}

export default async function startApps({ workers }: FullConfig): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'portage-e2e-'));
  const apps = Array.from({ length: workers }, (_, worker) => {
    const appPorts = appOfWorker(worker);
    return { url: appPorts.url, process: startApp(appPorts, join(folder, String(worker))) };
  });
  const stopAll = async () => {
    await Promise.all(apps.map((app) => stopApp(app.process)));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(apps.map((app) => untilReady(app.process, app.url)));
  } catch (error) {
    await stopAll();
    throw error;
  }
  return stopAll;
}
