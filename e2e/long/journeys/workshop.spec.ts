/**
 * Every component in every state, as pictures: light, dark and from the right, on a phone and on a wide screen. Where
 * pictures of the same renderer are kept, a difference is a failure; all others are made and attached.
 */
import { existsSync } from 'node:fs';
import type { Page, TestInfo } from '@playwright/test';
import { LOCALE_COOKIE } from '../../../lib/i18n/locales.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expect, test } from '../../support/page-test.ts';
import { rendererOf } from '../../support/renderer.ts';

/** The workshop's own list of pages. */
const EXHIBITS = [
  'controls',
  'texts',
  'buttons',
  'form',
  'receivers',
  'tokens',
  'lines',
  'routes',
  'review',
  'signing',
  'payment',
  'deposit',
  'tracking',
  'endings',
  'two-legs',
  'records',
  'ledger',
];
/** The day of the figures, so that times of day are shown without a date. */
const NOW = Date.UTC(2026, 10, 21, 12, 4);
const WIDTHS = [390, 1280];
const HEIGHT = 900;

/**
 * Compared with kept pictures: each theme and each layout once, so that the kept files stay few. The others are
 * attached.
 */
const KEPT = ['390-light', '1280-dark', '390-rtl'];

test.use({ timezoneId: 'UTC', contextOptions: { reducedMotion: 'reduce' } });

/** Route lines follow a change of the width with a delay. */
const fits = (page: Page, width: number, what: string): Promise<void> =>
  expect
    .configure({ soft: true })
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), what)
    .toBeLessThanOrEqual(width);

async function open(page: Page, exhibitName: string): Promise<void> {
  await page.goto(`/ui?exhibit=${exhibitName}`);
  await expect(page.locator(`[data-exhibit="${exhibitName}"] [data-state]`).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
}

type Picture = { info: TestInfo; renderer: string; exhibitName: string; name: string; kept: boolean };

/** Compares with the kept picture; where none is kept, takes one and attaches it. */
async function picture(page: Page, { info, renderer, exhibitName, name, kept }: Picture): Promise<void> {
  const exhibit = page.locator(`[data-exhibit="${exhibitName}"]`);
  const how = { animations: 'disabled', caret: 'hide', scale: 'css' } as const;
  // The largest pages take seconds to be drawn, and are drawn until two pictures are equal.
  if (kept) await expect.soft(exhibit).toHaveScreenshot([renderer, `${name}.png`], { ...how, timeout: 30_000 });
  else await info.attach(name, { body: await exhibit.screenshot(how), contentType: 'image/png' });
}

test('every exhibit is photographed', async ({ page }) => {
  await page.goto('/ui');
  const links = page.getByRole('navigation', { name: 'Exhibits' }).getByRole('link');
  await expect(links).toHaveText(EXHIBITS);
});

for (const exhibitName of EXHIBITS) {
  test(`the exhibit ${exhibitName}, in light, in dark and from the right`, async ({ page, context, baseURL }, info) => {
    // Before the clock stands still, which axe does not bear.
    await open(page, exhibitName);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await expectAccessible(page, `${exhibitName} at ${width}`);
    }
    await page.clock.setFixedTime(NOW);
    await open(page, exhibitName);
    const renderer = await rendererOf(page);
    const renewed = ['all', 'changed'].includes(info.config.updateSnapshots);
    const kept = renewed || existsSync(info.snapshotPath(renderer, { kind: 'screenshot' }));
    if (!kept) info.annotations.push({ type: 'pictures', description: `No pictures of ${renderer} are kept.` });
    for (const looks of ['light', 'dark', 'rtl']) {
      if (looks === 'rtl') {
        await context.addCookies([{ name: LOCALE_COOKIE, value: 'ar', url: baseURL ?? '' }]);
        await open(page, exhibitName);
        await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      }
      await page.emulateMedia({ colorScheme: looks === 'dark' ? 'dark' : 'light' });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        await fits(page, width, `${exhibitName} at ${width}, ${looks}`);
        const compared = kept && KEPT.includes(`${width}-${looks}`);
        await picture(page, { info, renderer, exhibitName, name: `${exhibitName}-${width}-${looks}`, kept: compared });
      }
    }
  });
}
