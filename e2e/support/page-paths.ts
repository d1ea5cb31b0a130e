import type { Page } from '@playwright/test';
import { expect } from './page-test.ts';

/**
 * The pages of the site, for journeys that look at all of them. The page without a network is not among them: with one
 * it leaves for the page that was wanted.
 */
export const PAGE_PATHS = [
  '/',
  '/activity',
  '/settings',
  '/status',
  '/ledger',
  '/licences',
  '/receipt',
  '/receipt/verify',
  '/docs',
  '/docs/verify',
  '/docs/first-swap',
  '/docs/api',
  '/errors',
  '/errors/too-many-requests',
  '/embed/playground',
  '/embed',
  '/track/unknown/0',
  '/no-such-page',
];

/** Waits until the page has loaded what it asks for; not for a swap's page, which keeps its event stream open. */
export async function untilLoaded(page: Page): Promise<void> {
  // Where a frame has been given another address, Playwright may never call the network idle.
  if (page.url().endsWith('/embed/playground'))
    await expect(page.getByRole('log').getByRole('listitem').first()).toBeVisible();
  else await page.waitForLoadState('networkidle');
}
