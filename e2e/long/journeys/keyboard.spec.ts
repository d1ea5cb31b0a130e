/**
 * From a first visit to a finished swap by the keyboard alone: the focus is visible at each stop, and axe finds nothing
 * in any state on the way.
 */
import { faults } from '../../support/accessibility.ts';
import { NEWCOMER } from '../../support/accounts.ts';
import { confirmByKeyboard, pressOn, tabTo } from '../../support/keyboard.ts';
import { expect, SWAP_MS, test } from '../../support/page-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a whole swap by keyboard: assets, amount, address, route, wallet, review, signature and arrival', async ({
  swapPage,
  trackPage,
  wallet,
}) => {
  const { page, form, tokens } = swapPage;
  const { keyboard } = page;
  const clean = async (state: string) => expect(await faults(page), state).toEqual([]);
  await swapPage.open();
  await clean('the page as it opens');
  await pressOn(page.getByRole('link', { name: 'Skip to the content' }));

  // The sold asset is searched, reached by keys and chosen.
  await pressOn(form.getByRole('button', { name: /^Choose sell asset/ }));
  await expect(tokens.search).toBeFocused();
  await keyboard.type('atom');
  const atom = tokens.option({ symbol: 'ATOM', chain: 'Cosmos Hub' });
  await expect(atom).toBeVisible();
  await clean('the list of assets');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowUp');
  await expect(atom).toHaveAttribute('id', (await tokens.search.getAttribute('aria-activedescendant')) ?? 'none');
  await keyboard.press('Enter');
  await expect(form.getByRole('button', { name: 'Choose sell asset, ATOM on Cosmos Hub' })).toBeVisible();
  // The amount is still missing.
  await expect(swapPage.amount).toBeFocused();

  // The selector of the bought asset is left without a choice, then the asset is found on its chain.
  const buying = form.getByRole('button', { name: /^Choose buy asset/ });
  await pressOn(buying);
  await expect(tokens.search).toBeFocused();
  await keyboard.press('Escape');
  await expect(tokens.dialog).toBeHidden();
  await expect(buying).toBeFocused();
  await keyboard.press('Enter');
  await expect(tokens.search).toBeFocused();
  await keyboard.type('thorchain');
  await expect(tokens.option({ symbol: 'RUNE', chain: 'THORChain' })).toBeVisible();
  await tabTo(tokens.chain('All chains'));
  while (!(await tokens.chain('THORChain').isChecked())) await keyboard.press('ArrowDown');
  await tabTo(tokens.search);
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('rune');
  await expect(tokens.dialog.getByRole('option').first()).toContainText('RUNE');
  await keyboard.press('Enter');
  await expect(form.getByRole('button', { name: 'Choose buy asset, RUNE on THORChain' })).toBeVisible();
  await expect(swapPage.amount).toBeFocused();
  await keyboard.type('30');
  await tabTo(swapPage.receiveAt);
  await keyboard.insertText(NEWCOMER.THOR);
  await expect(swapPage.button).toHaveText('Connect a wallet', { timeout: 30_000 });
  await expect(swapPage.route('THORChain')).toBeVisible({ timeout: 30_000 });
  await clean('the routes');

  // Enter in the address field finishes it; the main button follows.
  await keyboard.press('Enter');
  await expect(swapPage.receiver).toHaveAttribute('data-receiver', NEWCOMER.THOR);
  await pressOn(swapPage.button);
  const offer = page
    .getByRole('dialog', { name: /^Connect a/ })
    .getByRole('region', { name: /^To sell from / })
    .getByRole('button', { name: 'Sandbox wallet' });
  await expect(offer).toBeVisible();
  await clean('the wallets');
  await pressOn(offer);
  await confirmByKeyboard(wallet.question);

  await expect(swapPage.button).toHaveText('Review swap of 30 ATOM', { timeout: 30_000 });
  await tabTo(swapPage.routes.getByRole('radio', { checked: true }));
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowUp');
  await expect(swapPage.routes.getByRole('radio', { checked: true })).toBeFocused();
  await expect(swapPage.button).toHaveText('Review swap of 30 ATOM', { timeout: 30_000 });
  await pressOn(swapPage.button);

  const review = page.getByRole('dialog', { name: 'Review swap' });
  const pay = review.getByRole('button', { name: 'Swap 30 ATOM' });
  await expect(pay).toBeEnabled();
  await clean('the review');
  // Closed and opened again, the focus is back where it was.
  await keyboard.press('Escape');
  await expect(review).toBeHidden();
  await expect(swapPage.button).toBeFocused();
  await keyboard.press('Enter');
  await expect(pay).toBeEnabled();
  await pressOn(pay);
  await confirmByKeyboard(wallet.question);

  await trackPage.arrivedAt();
  await expect(trackPage.heading).toContainText('30 ATOM');
  await clean('the swap under way');
  await expect(trackPage.state).toHaveText('Arrived', { timeout: SWAP_MS });
  await clean('the swap at its end');
  await pressOn(page.getByRole('link', { name: 'Swap again' }));
  await expect(form.getByRole('button', { name: 'Choose sell asset, ATOM on Cosmos Hub' })).toBeVisible();
});
