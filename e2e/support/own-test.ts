/**
 * Playwright's `test` for journeys with an app of their own, because they change its world for good: they skip hours.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OwnApp, startOwnApp } from './own-app.ts';
import { test as base } from './page-test.ts';
import { createSandbox } from './sandbox.ts';

export const test = base.extend<{ own: OwnApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  own: async ({}, use) => {
    const app = await startOwnApp(mkdtempSync(join(tmpdir(), 'portage-own-')));
    await use(app);
    await app.stop();
  },
  baseURL: async ({ own }, use) => use(own.url),
  sandbox: async ({ own }, use) => use(createSandbox(own.sandboxUrl)),
});
