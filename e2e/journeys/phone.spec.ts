/** A first visit on a phone, by touch alone: a swap paid from a wallet that is not connected, to its arrival. */

import type { Locator } from '@playwright/test';
import { faults } from '../support/accessibility.ts';
import { NEWCOMER } from '../support/accounts.ts';
import { expectArrived } from '../support/arrived.ts';
import { DepositAddress } from '../support/page-objects/deposit-address.ts';
import { ReviewSheet } from '../support/page-objects/review-sheet.ts';
import { expect, test } from '../support/page-test.ts';
import { createUtxoPayer } from '../support/utxo-payer.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

/** The element is large enough for a thumb, inside the window, and tapped. */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  expect(box?.height ?? 0, `${target}`).toBeGreaterThanOrEqual(40);
  expect(box?.x ?? -1, `${target}`).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0), `${target}`).toBeLessThanOrEqual(390);
  await target.tap();
}

test('BTC becomes ETH on a phone: a deposit address, paid from elsewhere, tracked until it has arrived', async ({
  swapPage,
  trackPage,
  sandbox,
  api,
  page,
  baseURL,
}) => {
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  await sandbox.fund('BTC', payer.address, '0.2');
  const { form, tokens, routes } = swapPage;
  const state = async (name: string) => {
    expect(await faults(page), name).toEqual([]);
    const { scrollWidth, clientWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }));
    expect(scrollWidth, name).toBeLessThanOrEqual(clientWidth);
    await page.screenshot({ path: `test-results/photos/phone-${name}.png`, animations: 'disabled' });
  };
  await swapPage.open();
  await state('1-front');

  await tap(form.getByRole('button', { name: /^Choose buy asset/ }));
  await expect(tokens.dialog).toBeVisible();
  // The phone's keyboard stays closed until the user wants to type.
  await expect(tokens.search).not.toBeFocused();
  await expect(tokens.dialog.getByRole('option').first()).toBeVisible();
  await state('2-tokens');
  await tap(tokens.search);
  await tokens.search.fill('eth');
  await tap(tokens.option({ symbol: 'ETH', chain: 'Ethereum' }));
  await expect(tokens.dialog).toBeHidden();

  await tap(swapPage.amount);
  await expect(swapPage.amount).toHaveAttribute('inputmode', 'decimal');
  await swapPage.amount.fill('0,05');
  await swapPage.receiveAt.fill(NEWCOMER.ETH);
  await expect(swapPage.button).toHaveText('Connect a wallet', { timeout: 30_000 });
  await tap(form.getByRole('button', { name: 'Continue without a wallet' }));
  await swapPage.sendFrom.fill(payer.address);
  await expect(swapPage.button).toHaveText('Review swap of 0.05 BTC', { timeout: 30_000 });
  await tap(routes.getByRole('button', { name: /^\d+ more routes?$/ }));
  await swapPage.find('Chainflip');
  const plain = swapPage.route('Chainflip');
  await plain.tap();
  await expect(plain).toBeChecked();
  await state('3-routes');

  // The form is out of sight, but its button is visible.
  const asked = ReviewSheet.answer(page);
  await tap(page.getByRole('button', { name: 'Review swap of 0.05 BTC' }).last());
  const review = await ReviewSheet.opened(page, await asked, 'Chainflip');
  await state('4-review');
  const deposit = new DepositAddress(page);
  for (const consent of await review.dialog.getByRole('checkbox').all()) await consent.tap();
  await tap(review.dialog.getByRole('button', { name: 'Pay by deposit address' }));
  await expect(deposit.dialog).toContainText(payer.address);
  await state('5-deposit');
  await tap(deposit.openButton);
  await trackPage.arrivedAt(review.quoteId);
  await expect(deposit.card).toBeVisible();
  await expect(deposit.card.getByRole('img', { name: 'QR code: address and amount' })).toBeVisible();
  await state('6-address');

  const { depositAddress = '' } = (await api.track(review.key)).data.depositChannel ?? {};
  await expect(deposit.card).toContainText(depositAddress);
  await payer.pay({ to: depositAddress, baseUnits: 5_000_000n });
  await expectArrived(trackPage, api, review);
  await state('7-arrived');
});
