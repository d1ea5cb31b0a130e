/** Operates a page by the keyboard alone, and checks at each stop that the focus is visible. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './page-test.ts';

const MOST_STOPS = 80;

/**
 * Why the focus cannot be seen, or undefined: no ring of 2 px on the element or close around it, outside of the window,
 * or covered.
 */
const unseen = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    // After the last stop the browser's own controls follow; a wallet's window draws its own ring.
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

/** Presses Tab until the element has the focus, and checks that the focus is visible at each stop. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
    // After a dialog's last stop its focus guard has the focus for one frame, before it passes it to the first stop.
    await expect(page.locator('[data-base-ui-focus-guard]:focus')).toHaveCount(0);
    expect(await unseen(page)).toBeUndefined();
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Moves the focus to the element and presses Enter. */
export async function pressOn(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press('Enter');
}

/** Confirms a wallet's prompt in its own window. */
export async function confirmByKeyboard(question: Locator): Promise<void> {
  await expect(question).toBeVisible({ timeout: 30_000 });
  await pressOn(question.getByRole('button', { name: 'Confirm', exact: true }));
  await expect(question).toBeHidden();
}
