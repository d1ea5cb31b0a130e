/**
 * Rejects pages that are wider than a phone. In the long run it also takes pictures, at both widths and in both themes,
 * and axe must find nothing in what is pictured.
 */
import { expect, type Page } from '@playwright/test';
import { LONG_RUN } from '../../lib/domain/test-effort.ts';
import { expectAccessible, settledIn } from './accessibility.ts';

const FOLDER = 'test-results/photos';
const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const SMALLEST = { width: 320, height: 640 };

/** Waits two frames: sizes are observed in the first, and their effects drawn in the second. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** Elements that extend beyond the right edge of the window, or of a dialog that does not scroll sideways. */
const wider = (page: Page) =>
  page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=dialog] > *')];
    return boxes
      .filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX !== 'hidden')
      .map((box) => `${box.tagName} ${box.className}: ${box.scrollWidth} in ${box.clientWidth}`);
  });

export type PhotoOptions = {
  /** Photographs the whole page instead of the window; dialogs appear only in the window. */
  whole?: boolean;
};

export async function photograph(page: Page, name: string, { whole = false }: PhotoOptions = {}): Promise<void> {
  for (const size of LONG_RUN ? [WIDE, PHONE] : []) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await settledIn(page, colorScheme);
      await drawn(page);
      await page.screenshot({
        path: `${FOLDER}/${name}-${size.width}-${colorScheme}.png`,
        fullPage: whole,
        animations: 'disabled',
      });
    }
    await expectAccessible(page, `${name} at ${size.width}`);
  }
  await expectFits(page, name, PHONE);
  await expectFits(page, name, SMALLEST);
  await back(page);
}

/** Takes one picture of a state that differs little from others; its name decides the width and theme. */
export async function glimpse(page: Page, name: string, { whole = false }: PhotoOptions = {}): Promise<void> {
  if (LONG_RUN) await takeOne(page, name, whole);
  await expectFits(page, name, SMALLEST);
  await back(page);
}

async function takeOne(page: Page, name: string, whole: boolean): Promise<void> {
  const turn = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const size = turn % 2 === 0 ? WIDE : PHONE;
  const colorScheme = turn % 4 < 2 ? 'light' : 'dark';
  await page.setViewportSize(size);
  await settledIn(page, colorScheme);
  await drawn(page);
  await page.screenshot({
    path: `${FOLDER}/${name}-${size.width}-${colorScheme}.png`,
    fullPage: whole,
    animations: 'disabled',
  });
  await expectAccessible(page, `${name} at ${size.width}`);
}

async function expectFits(page: Page, name: string, size: typeof PHONE): Promise<void> {
  await page.setViewportSize(size);
  await drawn(page);
  // A busy machine may take more frames to draw what was measured anew.
  await expect.poll(() => wider(page), { message: `${name} at ${size.width}` }).toEqual([]);
}

async function back(page: Page): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
  await drawn(page);
}
