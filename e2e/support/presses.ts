/** Counts a journey's presses, so that a page that asks for more of them is noticed. */
import type { Page } from '@playwright/test';

/**
 * Counts presses in the page from its next load on; those in the wallet's own window are not counted. Call it before
 * the page is opened.
 */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { presses: 0 });
    window.addEventListener(
      'click',
      (event) => {
        const inWallet = event
          .composedPath()
          .some((one) => one instanceof Element && one.localName === 'sandbox-wallet');
        if (event.isTrusted && !inWallet)
          Object.assign(window, { presses: Number(Reflect.get(window, 'presses')) + 1 });
      },
      { capture: true },
    );
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'presses')));
}
