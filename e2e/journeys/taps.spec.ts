/** On a phone every target is at least 44 px high and wide, on every page and in every sheet. */
import type { Page } from '@playwright/test';
import { NEWCOMER } from '../support/accounts.ts';
import { PAGE_PATHS, untilLoaded } from '../support/page-paths.ts';
import { expect, test } from '../support/page-test.ts';

// The pages of an unknown swap and of an unknown path are among them.
test.use({ viewport: { width: 390, height: 844 }, expectedErrors: [/404 \(Not Found\)/] });

/** Visible targets that are smaller; links within a sentence do not count. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 43.5;
    const pressed = (element: Element): Element =>
      element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)
        ? (element.closest('label') ?? element)
        : element.matches('input') && element.parentElement
          ? element.parentElement
          : element;
    // The skip link at the top of the page exists for the keyboard alone.
    const found = [...document.querySelectorAll('button, summary, select, input, a[href]:not([href="#content"])')];
    return found.flatMap((element) => {
      const target = pressed(element);
      const { width, height } = target.getBoundingClientRect();
      const isHidden = width <= 1 || height <= 1 || !target.checkVisibility({ visibilityProperty: true });
      const isInText = element.matches('a') && getComputedStyle(element).display === 'inline';
      if (isHidden || isInText || (height >= least && (width >= least || element.matches('input')))) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
      return [`${element.tagName.toLowerCase()} "${name}" ${Math.round(width)}x${Math.round(height)}`];
    });
  });

test('on every page', async ({ page }) => {
  for (const path of PAGE_PATHS) {
    await page.goto(path);
    await untilLoaded(page);
    expect.soft(await tooSmall(page), path).toEqual([]);
  }
});

test('in the form, the list, the sheets and the review', async ({ swapPage, page }) => {
  const expectLarge = async (name: string) => expect.soft(await tooSmall(page), name).toEqual([]);
  await swapPage.open();
  await swapPage.fill({ amount: '0.05', to: NEWCOMER.ETH });
  await swapPage.form.getByRole('button', { name: /^Choose buy asset/ }).click();
  await expect(swapPage.tokens.dialog.getByRole('option').first()).toBeVisible();
  await expectLarge('tokens');
  await page.keyboard.press('Escape');
  await expect(swapPage.tokens.dialog).toBeHidden();
  const wallets = await swapPage.openWallets();
  await expectLarge('wallets');
  await page.keyboard.press('Escape');
  await expect(wallets).toBeHidden();
  await swapPage.connect();
  await swapPage.find('Chainflip');
  await swapPage.openCard('Chainflip');
  await swapPage.form.getByRole('button', { name: /^Slippage / }).click();
  await expectLarge('form and list');
  const review = await swapPage.review('Chainflip');
  await review.dialog.getByText('Rate, fees and other details').click();
  await expectLarge('review');
});
