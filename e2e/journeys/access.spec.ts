/** The page by keyboard alone, and by the rules for those who do not see it. */
import type { Locator, Page } from '@playwright/test';
import { faults } from '../support/accessibility.ts';
import { NEWCOMER } from '../support/accounts.ts';
import { expect, test } from '../support/page-test.ts';

/** Presses Tab until the element has the focus, as somebody without a mouse would. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  const focused = () => target.evaluate((element) => element.matches(':focus'));
  for (let presses = 0; presses < 60; presses += 1) {
    if (await focused()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}

test('a whole swap by keyboard: assets, amount, address, route, wallet, review and signature', async ({
  swapPage,
  trackPage,
  wallet,
}) => {
  const { page, form, tokens } = swapPage;
  await swapPage.open();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');

  await tabTo(form.getByRole('button', { name: /^Choose sell asset/ }));
  await page.keyboard.press('Enter');
  await expect(tokens.search).toBeFocused();
  await page.keyboard.type('atom');
  await expect(tokens.option({ symbol: 'ATOM', chain: 'Cosmos Hub' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const chosen = form.getByRole('button', { name: 'Choose sell asset, ATOM on Cosmos Hub' });
  await expect(chosen).toBeFocused();

  await tabTo(form.getByRole('button', { name: /^Choose buy asset/ }));
  await page.keyboard.press('Enter');
  await expect(tokens.search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(tokens.dialog).toBeHidden();
  await expect(form.getByRole('button', { name: /^Choose buy asset/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('thorchain');
  await expect(tokens.option({ symbol: 'RUNE', chain: 'THORChain' })).toBeVisible();
  await tabTo(tokens.chain('All chains'));
  while (!(await tokens.chain('THORChain').isChecked())) await page.keyboard.press('ArrowDown');
  await tabTo(tokens.search);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('rune');
  await expect(tokens.dialog.getByRole('option').first()).toContainText('RUNE');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('button', { name: 'Choose buy asset, RUNE on THORChain' })).toBeFocused();

  await tabTo(swapPage.receiveAt);
  await page.keyboard.insertText(NEWCOMER.THOR);
  await tabTo(swapPage.amount);
  await page.keyboard.type('30');
  await expect(swapPage.button).toHaveText('Connect a wallet', { timeout: 30_000 });
  await page.keyboard.press('Enter');
  const offer = page.getByRole('dialog', { name: /^Connect a/ }).getByRole('button', { name: 'Sandbox wallet' });
  await expect(offer).toBeVisible();
  await tabTo(offer);
  await page.keyboard.press('Enter');
  await confirmByKeyboard(page, wallet.question);

  await expect(swapPage.button).toHaveText('Review swap of 30 ATOM', { timeout: 30_000 });
  await tabTo(swapPage.button);
  await page.keyboard.press('Enter');
  const review = page.getByRole('dialog', { name: 'Review swap' });
  const pay = review.getByRole('button', { name: 'Swap 30 ATOM' });
  await expect(pay).toBeEnabled();
  await tabTo(pay);
  await page.keyboard.press('Enter');
  await confirmByKeyboard(page, wallet.question);
  await trackPage.arrivedAt();
  await expect(trackPage.heading).toContainText('30 ATOM');
});

async function confirmByKeyboard(page: Page, question: Locator): Promise<void> {
  await expect(question).toBeVisible({ timeout: 30_000 });
  const confirm = question.getByRole('button', { name: 'Confirm', exact: true });
  // Focus is inside the wallet's own window: its buttons are reached by Tab alone.
  for (let presses = 0; presses < 10; presses += 1) {
    if (await confirm.evaluate((element) => element.matches(':focus'))) break;
    await page.keyboard.press('Tab');
  }
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`rules of accessibility, ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('front, routes, selector, wallet picker, review and deposit card', async ({ swapPage, page }) => {
      await swapPage.open();
      expect(await faults(page)).toEqual([]);
      await swapPage.form.getByRole('button', { name: /^Choose sell asset/ }).click();
      await expect(swapPage.tokens.dialog.getByRole('option').first()).toBeVisible();
      expect(await faults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await swapPage.fill({ amount: '0.05', to: NEWCOMER.ETH });
      await expect(swapPage.route('THORChain')).toBeVisible({ timeout: 30_000 });
      await swapPage.routes.getByText(/did not offer a route/).click();
      expect(await faults(page)).toEqual([]);
      await expect(swapPage.button).toHaveText('Connect a wallet', { timeout: 30_000 });
      await swapPage.button.click();
      await expect(page.getByRole('button', { name: 'Sandbox wallet' })).toBeVisible();
      expect(await faults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await swapPage.connect();
      const review = await swapPage.review('THORChain');
      await review.dialog.getByText('Fees, and who gets them').click();
      await expect(review.swapButton).toBeEnabled();
      expect(await faults(page)).toEqual([]);
      await review.dialog.getByRole('button', { name: 'Pay from another wallet' }).click();
      const card = page.getByRole('dialog', { name: 'Pay from your wallet' });
      await card.getByRole('checkbox').check();
      await expect(card.getByRole('img', { name: 'QR code: address' })).toBeVisible();
      expect(await faults(page)).toEqual([]);
    });

    test('tracking, the page of parts and the docs', async ({ page, api }) => {
      const { quoteId } = await api.quote({
        sellAsset: 'LTC.LTC',
        buyAsset: 'THOR.RUNE',
        sellAmount: '2.5',
        slippage: 3,
        providers: ['THORCHAIN'],
        sourceAddress: NEWCOMER.LTC,
        destinationAddress: NEWCOMER.THOR,
      });
      await page.goto(`/track/${quoteId}/0`);
      await expect(page.getByText('Not seen yet')).toBeVisible();
      expect(await faults(page)).toEqual([]);
      await page.goto('/ui');
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      expect(await faults(page)).toEqual([]);
      await page.goto('/docs');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await faults(page)).toEqual([]);
    });
  });
}
