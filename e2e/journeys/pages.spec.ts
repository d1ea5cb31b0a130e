/**
 * Every page of the site under its policy, at both widths: nothing is blocked, nothing fails, each has its title and no
 * other site may frame it.
 */

import type { Page } from '@playwright/test';
import { LONG_RUN } from '../../lib/domain/test-effort.ts';
import { LTC_TO_RUNE } from '../support/accounts.ts';
import { untilLoaded } from '../support/page-paths.ts';
import { expect, test } from '../support/page-test.ts';

// The workers share them.
test.describe.configure({ mode: 'parallel' });

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const PAGES: readonly (readonly [path: string, title: RegExp])[] = [
  ['/', /^Portage: swap across chains$/],
  ['/?sell=BTC.BTC&buy=ETH.ETH&amount=0.05', /^Portage: swap across chains$/],
  ['/activity', /^Activity · Portage$/],
  ['/settings', /^Settings · Portage$/],
  ['/status', /^Status · Portage$/],
  ['/ledger', /^Ledger · Portage$/],
  ['/licences', /^Licences · Portage$/],
  ['/receipt', /^Open a receipt · Portage$/],
  ['/docs', /^Docs · Portage$/],
  ['/docs/api', /^API reference · Portage$/],
  ['/docs/first-swap', / · Portage$/],
  ['/errors', /^All errors · Portage$/],
  ['/errors/too-many-requests', /^Too Many Requests · Portage$/],
  ['/embed/playground', /^Embed playground · Portage$/],
];

/** Loads the page at both widths. */
async function load(page: Page, path: string, title: RegExp): Promise<void> {
  const refused: string[] = [];
  await page.exposeFunction('tellRefused', (what: string) => refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      Reflect.get(window, 'tellRefused')(`${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile}`),
    );
  });
  const answer = await page.goto(path);
  expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(page.getByRole('contentinfo')).toContainText('Portage adds no fee.');
  // A swap's page keeps its event stream open.
  if (!path.startsWith('/track')) await untilLoaded(page);
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size);
    // Elements that depend on the window's size are drawn a moment later.
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(over, { message: `at ${size.width}` }).toBeLessThanOrEqual(0);
  }
  expect(refused).toEqual([]);
}

test.describe('loads only what its policy allows, and has a title:', () => {
  for (const [path, title] of PAGES) test(path, ({ page }) => load(page, path, title));

  test('a swap', async ({ page, api }) => {
    const { quoteId } = await api.quote(LTC_TO_RUNE);
    await load(page, `/track/${quoteId}/0`, /Portage$/);
  });
});

test.describe('an address that leads nowhere', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  test('is a page with its headers, whatever its name ends with, and runs nothing', async ({ page, request }) => {
    for (const path of ['/nothing.svg', '/track/x/y.md', '/embed.svg', '/theme.mjs', '/sw.js.md']) {
      const { 'content-security-policy': policy = '' } = (await request.get(path)).headers();
      expect(policy, path).toMatch(/script-src 'self' 'nonce-.+frame-ancestors 'none'/);
    }
    for (const path of [
      '/page/nothing',
      '/garden/a/b/c',
      '/icons/nothing.svg',
      '/chain/a',
      '/brand/x',
      '/_next/nothing',
    ]) {
      const answer = await request.get(path);
      const { 'content-security-policy': policy = '', 'content-type': type = '' } = answer.headers();
      expect([path, type.startsWith('text/html') && !policy.includes("frame-ancestors 'none'")]).toEqual([path, false]);
    }
    for (const path of [
      '/icons/app.svg',
      '/chains/btc.svg',
      '/theme.js',
      '/embed.js',
      '/sw.js',
      '/openapi.json',
      '/docs.md',
    ])
      expect([path, (await request.get(path)).status()]).toEqual([path, 200]);
    await page.goto('/nothing.svg');
    await expect(page).toHaveTitle('Page not found · Portage');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test('the reference is a list with a page for each call and schema, all short and light', async ({ page, request }) => {
  await page.goto('/docs/api');
  const hrefs = await page
    .getByRole('article')
    .getByRole('link')
    .evaluateAll((links) => links.flatMap((link) => link.getAttribute('href') ?? []));
  const pages = hrefs.filter((href) => href.startsWith('/docs/api/'));
  expect(pages.length).toBeGreaterThan(20);
  const lengths = new Map<string, number>();
  for (const path of pages) {
    const answer = await request.get(path);
    const text = await answer.text();
    expect([path, answer.status(), text.includes('<h1')]).toEqual([path, 200, true]);
    lengths.set(path, text.length);
  }
  // Of the pages the longest stand for all, except in the long run.
  const longestFirst = pages.toSorted((a, b) => (lengths.get(b) ?? 0) - (lengths.get(a) ?? 0));
  for (const path of ['/docs/api', ...(LONG_RUN ? longestFirst : longestFirst.slice(0, 4))]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect.soft(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThanOrEqual(6000);
  }
});
