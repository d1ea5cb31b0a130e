/** Accessibility: axe finds nothing in any state of the page, in either theme. */
import { expectAccessible } from '../../support/accessibility.ts';
import { LTC_TO_RUNE, NEWCOMER } from '../../support/accounts.ts';
import { PAGE_PATHS, untilLoaded } from '../../support/page-paths.ts';
import { expect, test } from '../../support/page-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the form, its routes, its lists and sheets, the review and the payment by hand', async ({ swapPage, page }) => {
  const { form, routes, tokens } = swapPage;
  await swapPage.open();
  await expectAccessible(page);
  await form.getByRole('button', { name: /^Choose sell asset/ }).click();
  await expect(tokens.dialog.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await swapPage.fill({ amount: '0.05', to: NEWCOMER.ETH });
  await expect(swapPage.card('THORChain')).toBeVisible({ timeout: 30_000 });
  await expect(swapPage.button).toHaveText('Connect a wallet', { timeout: 30_000 });
  await swapPage.openCard('THORChain');
  await expect(routes.getByText(/^No route from /)).toBeVisible();
  await form.getByRole('button', { name: /^Slippage / }).click();
  await expect(page.getByRole('textbox', { name: 'Slippage in percent' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const wallets = await swapPage.openWallets();
  await expect(wallets.getByRole('button', { name: 'Sandbox wallet' }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(wallets).toBeHidden();
  await swapPage.connect();
  const review = await swapPage.review('THORChain');
  await review.dialog.getByText('Rate, fees and other details').click();
  await expect(review.swapButton).toBeEnabled();
  await expectAccessible(page);

  await review.agree();
  await review.dialog.getByRole('button', { name: 'Pay from another wallet' }).click();
  const card = page.getByRole('dialog', { name: 'Pay from your wallet' });
  await card.getByRole('checkbox').check();
  await expect(card.getByRole('img', { name: 'QR code: address' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('each page as it opens', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  test('on a wide screen and on a phone, and an unseen swap', async ({ page, api }) => {
    test.setTimeout(600_000);
    const { quoteId } = await api.quote(LTC_TO_RUNE);
    for (const path of [...PAGE_PATHS, `/track/${quoteId}/0`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      // A swap's page keeps its event stream open.
      if (path.includes(quoteId)) await expect(page.getByRole('article')).toBeVisible();
      else await untilLoaded(page);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expectAccessible(page, `${path} at ${width}`);
      }
    }
  });
});
