/** Journeys with an app of their own, for what would change the shared one's world for good: hours stepped over. */
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
