/** What journeys of the API begin with: where the app is that they all share. */
import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';

export const test = base.extend<{ url: string }>({
  url: async ({ baseURL }, use) => use(baseURL ?? ''),
});
