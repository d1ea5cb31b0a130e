/** Goes through a page as somebody without a mouse does, and sees at each stop where the focus is. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './page-test.ts';

const MOST_STOPS = 80;

/**
 * Why nobody would see where the focus is, or undefined: no ring of 2 px on what has it or close around it, out of the
 * window, or under something else.
 */
const unseen = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    // After the last stop come the browser's own; a wallet's window draws its own ring.
    if (!focused || focused === document.body || focused.shadowRoot) return undefined;
    const around = [focused, focused.parentElement, focused.parentElement?.parentElement, focused.closest('.card')];
    const ringed = around.find((element): element is Element => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const what = focused.outerHTML.slice(0, 160);
    if (!ringed) return `no ring: ${what}`;
    const { left, right, top, bottom } = ringed.getBoundingClientRect();
    const x = (Math.max(0, left) + Math.min(window.innerWidth, right)) / 2;
    const y = (Math.max(0, top) + Math.min(window.innerHeight, bottom)) / 2;
    const above = document.elementFromPoint(x, y);
    const seen = above !== null && (ringed.contains(above) || above.contains(ringed));
    return seen ? undefined : `out of sight: ${what}`;
  });

/** Presses Tab until the element has the focus, which is seen at each stop. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
    // Past the last stop of a dialog its edge has the focus for a frame, and hands it to the first.
    await expect(page.locator('[data-base-ui-focus-guard]:focus')).toHaveCount(0);
    expect(await unseen(page)).toBeUndefined();
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Goes there and presses Enter. */
export async function pressOn(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press('Enter');
}

/** Confirms what a wallet asks in its own window. */
export async function confirmByKeyboard(question: Locator): Promise<void> {
  await expect(question).toBeVisible({ timeout: 30_000 });
  await pressOn(question.getByRole('button', { name: 'Confirm', exact: true }));
  await expect(question).toBeHidden();
}
