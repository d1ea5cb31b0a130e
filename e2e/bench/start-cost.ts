/** Measures what the app's process alone takes: the time until it is ready with an existing data folder, and memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOwnApp } from '../support/own-app.ts';
import { residentMb } from './process-cost.ts';

const STARTS = 3;
/** By then lists and prices are loaded, and no request has come in. */
const IDLE_MS = 10_000;

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export async function measureStarts(environment: Record<string, string>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portage-bench-'));
  const seconds: number[] = [];
  const megabytes: number[] = [];
  try {
    await (await startOwnApp(dataDir, environment)).stop();
    for (let start = 0; start < STARTS; start += 1) {
      const startedMs = performance.now();
      const app = await startOwnApp(dataDir, environment);
      seconds.push((performance.now() - startedMs) / 1000);
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
      megabytes.push(residentMb(app.process.pid ?? 0));
      await app.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.log(
    `start with an existing data folder: ready after ${median(seconds).toFixed(1)} s; ` +
      `${median(megabytes).toFixed(0)} MB resident ${IDLE_MS / 1000} s later`,
  );
}
