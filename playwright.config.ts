import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, browserPath } from './e2e/support/browser.ts';

const PORT = process.env.E2E_PORT ?? '3917';
const SANDBOX_PORT = process.env.E2E_SANDBOX_PORT ?? '4917';
process.env.E2E_SANDBOX_URL = `http://127.0.0.1:${SANDBOX_PORT}`;
const executablePath = browserPath();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '{api,journeys,lies,long}/**/*.spec.ts',
  // A journey waits for real blocks: default settings, at most a minute or two.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // Kept pictures: one folder for each renderer. They are written on demand only, by --update-snapshots.
  snapshotPathTemplate: '{testDir}/{testFilePath}-pictures/{arg}{ext}',
  updateSnapshots: 'none',
  retries: 0,
  workers: 1,
  // Parts that run beside each other must not clear each other's traces.
  outputDir: `test-results/${process.env.E2E_PART ?? 'all'}`,
  forbidOnly: true,
  reporter: process.env.PORTAGE_REPORT ? [['list'], ['json', { outputFile: process.env.PORTAGE_REPORT }]] : [['list']],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    // Recording slows every journey: a journey that failed says how it is run again with a trace.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Drawn in software, what moves costs more than what is tried; journeys of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args: BROWSER_ARGUMENTS, ...(executablePath ? { executablePath } : {}) },
  },
  webServer: {
    command: 'npm start --silent',
    url: `http://127.0.0.1:${PORT}/health`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    env: { PORT, SANDBOX_PORT, DATA_DIR: mkdtempSync(join(tmpdir(), 'portage-e2e-')), LOG_LEVEL: 'warn' },
  },
});
