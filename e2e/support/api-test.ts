/** Playwright's `test` for journeys of the API, with the URL of the app that they share. */
import { test as base } from '@playwright/test';
import { reportFailure } from './on-failure.ts';

export { expect } from '@playwright/test';

export const test = base.extend<{ url: string; failureReport: undefined }>({
  failureReport: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use, info) => {
      await use(undefined);
      await reportFailure(info);
    },
    { auto: true },
  ],
  url: async ({ baseURL }, use) => use(baseURL ?? ''),
});
