/**
 * Every page at 320 px, which is also 1280 px at four times the size, at twice the size, and without motion: nothing is
 * lost.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/page-test.ts';

const PAGES = ['/', '/activity', '/settings', '/receipt', '/track/none/0'];

/** Elements that extend beyond the window sideways, or are cut off there. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const out = scrollWidth > clientWidth ? [`the page: ${scrollWidth} in ${clientWidth}`] : [];
    const pressed = [...document.querySelectorAll('a, button, input, select, h1, h2')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && !element.closest('.sr-only') && (left < -1 || right > clientWidth + 1);
    });
    return [...out, ...pressed.map((element) => element.outerHTML.slice(0, 120))];
  });

test.describe('nothing is lost', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('at 320 px, at twice the size and with larger text', async ({ page }) => {
    for (const path of PAGES) {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await tooWide(page), `${path} at 320 px`).toEqual([]);
      // 200 % of a window of 1280 px has 640 px for the page.
      await page.setViewportSize({ width: 640, height: 450 });
      expect(await tooWide(page), `${path} at 200 %`).toEqual([]);
      // Text alone at 200 %.
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      expect(await tooWide(page), `${path} with text at 200 %`).toEqual([]);
    }
  });
});

test('reduced motion stops all animation', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/?amount=0.05');
  await expect(page.getByRole('region', { name: 'Routes' })).toBeVisible();
  await page.getByRole('button', { name: /^Choose sell asset/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 20)
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 120) : 'something')),
  );
  expect(moving).toEqual([]);
});
