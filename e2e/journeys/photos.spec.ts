/** Every state of the page as a picture, at both widths and in both themes; none may be wider than a phone. */
import { NEWCOMER } from '../support/accounts.ts';
import { expect, SWAP_MS, test } from '../support/page-test.ts';
import { photograph } from '../support/photographer.ts';
import { createUtxoPayer } from '../support/utxo-payer.ts';

test('the form: empty, with routes and their causes, without any, the selector and the wallets', async ({
  swapPage,
  page,
}) => {
  await swapPage.open();
  await photograph(page, 'front', { whole: true });
  await swapPage.fill({ amount: '0.05', to: NEWCOMER.ETH });
  await expect(swapPage.route('THORChain')).toBeVisible({ timeout: 30_000 });
  await expect(swapPage.button).toHaveText('Connect a wallet');
  await photograph(page, 'routes', { whole: true });
  await swapPage.routes.getByText(/did not offer a route/).click();
  await photograph(page, 'failed-providers', { whole: true });
  await swapPage.form.getByRole('button', { name: /^Slippage .* change$/ }).click();
  await expect(page.getByRole('textbox', { name: 'Slippage in percent' })).toBeVisible();
  await photograph(page, 'slippage');
  await page.keyboard.press('Escape');
  await swapPage.button.click();
  await expect(page.getByRole('button', { name: 'Sandbox wallet' })).toBeVisible();
  await photograph(page, 'wallet-picker');
  await page.keyboard.press('Escape');
  await swapPage.form.getByRole('button', { name: /^Choose buy asset/ }).click();
  await expect(swapPage.tokens.dialog.getByRole('option').first()).toBeVisible();
  await photograph(page, 'token-selector');
  await page.keyboard.press('Escape');
  await swapPage.amount.fill('0.00002');
  await expect(swapPage.routes.getByText('No route for this swap', { exact: true })).toBeVisible();
  await photograph(page, 'no-route', { whole: true });
  await swapPage.open('?sell=ETH.ETH&buy=BTC.BTC&amount=1');
  await swapPage.receiveAt.fill(NEWCOMER.ETH);
  await expect(swapPage.form.getByText('This does not fit Bitcoin.')).toBeVisible();
  await photograph(page, 'wrong-address', { whole: true });
  await swapPage.receiveAt.fill(NEWCOMER.BTC);
  await expect(swapPage.button).toHaveText('Connect a wallet', { timeout: 30_000 });
  await swapPage.button.click();
  await expect(page.getByRole('button', { name: 'Sandbox wallet' })).toBeVisible();
  await photograph(page, 'rainbowkit');
});

test('a swap: reviewed, refused, signed, under way, arrived and remembered', async ({
  swapPage,
  trackPage,
  wallet,
  sandbox,
  page,
}) => {
  await swapPage.open();
  await swapPage.fill({ amount: '0.05', to: NEWCOMER.ETH });
  await swapPage.connect();
  const review = await swapPage.review('THORChain');
  await expect(review.swapButton).toBeEnabled();
  await photograph(page, 'review');
  await review.dialog.getByRole('heading', { name: 'What you will sign' }).scrollIntoViewIfNeeded();
  await photograph(page, 'review-signing');
  await review.pay();
  await expect(wallet.question).toBeVisible();
  await photograph(page, 'wallet-question');
  await wallet.reject(/Sign this transaction\?/);
  await expect(review.dialog.getByText('You rejected the request')).toBeVisible();
  await photograph(page, 'rejected');
  await sandbox.withHeldClock(async () => {
    await review.pay();
    await wallet.confirm(/Sign this transaction\?/);
    await trackPage.arrivedAt(review.quoteId);
    await expect(trackPage.state).toHaveText('Confirming', { timeout: 45_000 });
    await photograph(page, 'tracking', { whole: true });
  });
  await expect(trackPage.state).toHaveText('Arrived', { timeout: SWAP_MS });
  await photograph(page, 'arrived', { whole: true });
  await swapPage.open();
  await expect(page.getByRole('region', { name: 'Your swaps in this browser' })).toBeVisible();
  await photograph(page, 'recent-swaps', { whole: true });
});

test('a payment by hand, one of something else, and a refund', async ({
  swapPage,
  trackPage,
  sandbox,
  page,
  baseURL,
}) => {
  const payer = createUtxoPayer(baseURL ?? '', 'LTC');
  await sandbox.fund('LTC', payer.address, '5');
  await swapPage.open('?sell=LTC.LTC&buy=THOR.RUNE&amount=2.5');
  await swapPage.fill({ to: NEWCOMER.THOR });
  await expect(swapPage.button).toHaveText('Connect a wallet', { timeout: 30_000 });
  await page.getByRole('button', { name: 'Continue without a wallet' }).click();
  await swapPage.sendFrom.fill(payer.address);
  const { dialog, route, quoteId } = await swapPage.review('THORChain');
  await dialog.getByRole('button', { name: 'Show where to send 2.5 LTC' }).click();
  const card = page.getByRole('dialog', { name: 'Pay from your wallet' });
  await expect(card.getByRole('checkbox')).toBeVisible();
  await photograph(page, 'deposit-before');
  await card.getByRole('checkbox').check();
  await expect(card.getByRole('img', { name: 'QR code: address' })).toBeVisible();
  await photograph(page, 'deposit');
  await card.getByRole('button', { name: 'Track this payment' }).scrollIntoViewIfNeeded();
  await photograph(page, 'deposit-end');

  await page.goto(`/track/${quoteId}/0`);
  await expect(trackPage.state).toHaveText('Not seen yet');
  await photograph(page, 'not-seen', { whole: true });
  const other = await payer.pay({ to: payer.address, baseUnits: 1_000_000n, memo: 'hello' });
  await page.goto(`/track/${quoteId}/0?hash=${other}`);
  await expect(page.getByText('This transaction does not belong to this swap')).toBeVisible({ timeout: 45_000 });
  await expect(trackPage.step(/Waiting for your 2\.5 LTC/)).toBeVisible();
  await photograph(page, 'mismatch', { whole: true });

  await sandbox.withFault(
    { target: 'thornode', kind: 'forceRefund', reason: 'emit asset 437 less than price limit 440' },
    async () => {
      const hash = await payer.pay({
        to: route.inboundAddress ?? '',
        baseUnits: 250_000_000n,
        memo: route.memo ?? '',
      });
      await page.goto(`/track/${quoteId}/0?hash=${hash}`);
      await expect(trackPage.state).toHaveText('Refunded', { timeout: SWAP_MS });
    },
  );
  await photograph(page, 'refunded', { whole: true });
});

test('documents and the page of parts', async ({ page }) => {
  await page.goto('/docs');
  await photograph(page, 'docs', { whole: true });
  await page.goto('/ui');
  await expect(page.getByRole('heading', { name: 'Parts, in all their states' })).toBeVisible();
  await photograph(page, 'ui', { whole: true });
});

test.describe('addresses that lead nowhere', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('an unknown swap and an unknown page', async ({ page }) => {
    await page.goto('/track/does-not-exist/0');
    await expect(page.getByRole('heading', { name: 'This swap is not known here' })).toBeVisible();
    await photograph(page, 'unknown-quote');
    await page.goto('/no-such-page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await photograph(page, 'not-found');
  });
});
