/** Playwright's `test` for journeys with a foreign site that embeds the app under test. */
import { test as base } from '../page-test.ts';
import { type HostSite, openHostSite } from './host-server.ts';

export const test = base.extend<{ site: HostSite }>({
  site: async ({ baseURL }, use) => {
    const site = await openHostSite(baseURL ?? '');
    await use(site);
    await site.close();
  },
  otherOrigins: async ({ site }, use) => use([site.origin, site.stranger]),
});
