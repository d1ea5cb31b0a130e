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
