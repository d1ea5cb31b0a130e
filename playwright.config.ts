import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, browserPath } from './e2e/support/browser.ts';
import { appOfWorker } from './e2e/support/worker-app.ts';

// Each worker reads this file again.
const { url, sandboxUrl } = appOfWorker(Number(process.env.TEST_PARALLEL_INDEX ?? 0));
process.env.E2E_SANDBOX_URL = sandboxUrl;
const executablePath = browserPath();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '{api,journeys,lies,long}/**/*.spec.ts',
  // A journey waits for real blocks: default settings, at most a minute or two.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  // Kept pictures: one folder for each renderer. They are written on demand only, by --update-snapshots.
  snapshotPathTemplate: '{testDir}/{testFilePath}-pictures/{arg}{ext}',
  updateSnapshots: 'none',
  retries: 0,
  workers: 1,
  forbidOnly: true,
  reporter: process.env.PORTAGE_REPORT ? [['list'], ['json', { outputFile: process.env.PORTAGE_REPORT }]] : [['list']],
  use: {
    baseURL: url,
    // Recording slows every journey: a journey that failed says how it is run again with a trace.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Drawn in software, what moves costs more than what is tried; journeys of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args: BROWSER_ARGUMENTS, ...(executablePath ? { executablePath } : {}) },
  },
  globalSetup: './e2e/run/start-apps.ts',
});
