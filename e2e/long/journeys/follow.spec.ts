/** Tracking a swap by its address alone, and paying one from elsewhere. */
import { LTC_TO_RUNE, NEWCOMER } from '../../support/accounts.ts';
import { TrackPage } from '../../support/page-objects/track-page.ts';
import { expect, SWAP_MS, test } from '../../support/page-test.ts';
import { glimpse, photograph } from '../../support/photographer.ts';
import { createUtxoPayer } from '../../support/utxo-payer.ts';

test('a swap survives a reload, and its address alone shows it to a browser without a wallet', async ({
  swapPage,
  trackPage,
  wallet,
  sandbox,
  freshContext,
}) => {
  await swapPage.open();
  await swapPage.fill({ amount: '0.04', to: NEWCOMER.ETH });
  await swapPage.connect();
  // The wallet reconnects after a reload without a prompt.
  await swapPage.page.reload();
  await expect(wallet.question).toBeHidden();
  const review = await swapPage.review('THORChain');
  const elsewhere = new TrackPage(await (await freshContext()).newPage());
  await sandbox.withHeldClock(async () => {
    await review.pay();
    await wallet.confirm(/Sign this transaction\?/);
    const address = await trackPage.arrivedAt(review.quoteId);
    await expect(trackPage.state).toHaveText('Confirming', { timeout: 45_000 });
    await trackPage.page.reload();
    await expect(trackPage.heading).toContainText('0.04 BTC');
    await expect(trackPage.state).toHaveText('Confirming');

    // Also without the hash in the address: the service knows it.
    await elsewhere.page.goto(address.replace(/\?.*$/, ''));
    await expect(elsewhere.page.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
    await expect(elsewhere.heading).toContainText('0.04 BTC');
    await expect(elsewhere.state).toHaveText('Confirming');
  });
  await expect(elsewhere.state).toHaveText('Arrived', { timeout: SWAP_MS });
  await expect(trackPage.state).toHaveText('Arrived');
  await expect(elsewhere.page).toHaveTitle('Arrived: BTC to ETH · Portage');

  await swapPage.open();
  const recent = swapPage.page.getByRole('region', { name: 'Your swaps in this browser' });
  await expect(recent.getByRole('link')).toContainText(/0\.04 BTC to [\d.]+ ETH/);
  await expect(recent.getByRole('link')).toContainText('Arrived');
  await glimpse(swapPage.page, 'recent-swaps', { whole: true });
});

test('a payment from a wallet that is not connected: the address is shown once it is confirmed, and its hash finds it', async ({
  swapPage,
  trackPage,
  sandbox,
  api,
  baseURL,
}) => {
  const payer = createUtxoPayer(baseURL ?? '', 'LTC');
  await sandbox.fund('LTC', payer.address, '5');
  await swapPage.open();
  await swapPage.fill({
    sell: { symbol: 'LTC', chain: 'Litecoin' },
    buy: { symbol: 'RUNE', chain: 'THORChain' },
    amount: '2.5',
    to: NEWCOMER.THOR,
  });
  await expect(swapPage.button).toHaveText('Connect a wallet', { timeout: 30_000 });
  await swapPage.page.getByRole('button', { name: 'Continue without a wallet' }).click();
  await expect(swapPage.button).toHaveText('Enter the Litecoin address you pay from');
  await swapPage.sendFrom.fill(payer.address);
  const { dialog, page, route, quoteId } = await swapPage.review('THORChain');
  await dialog.getByRole('button', { name: 'Show where to send 2.5 LTC' }).click();

  const card = page.getByRole('dialog', { name: 'Pay from your wallet' });
  const address = route.inboundAddress ?? '';
  const memo = route.memo ?? '';
  await expect(card.getByText('Only for wallets that can attach a memo')).toBeVisible();
  await expect(card.getByText(memo)).toHaveCount(0);
  await expect(card.getByText(address)).toHaveCount(0);
  await glimpse(page, 'deposit-before');
  await card.getByRole('checkbox').check();
  await expect(card.getByText(memo).first()).toBeVisible();
  await expect(card.getByText(address).first()).toBeVisible();
  await expect(card.getByText('2.5 LTC', { exact: true })).toBeVisible();
  await expect(card.getByRole('img', { name: 'QR code: address' })).toBeVisible();
  await expect(card.getByText('2 independent nodes name the same vault.')).toBeVisible();
  await photograph(page, 'deposit');

  const hash = await payer.pay({ to: address, baseUnits: 250_000_000n, memo });
  const field = card.getByRole('textbox', { name: 'Hash of your payment (transaction id)' });
  await field.fill('not a hash');
  await field.blur();
  await expect(card.getByText(/^This is not a Litecoin transaction hash/)).toBeVisible();
  await field.fill(hash);
  await card.getByRole('button', { name: 'Track this payment' }).click();
  await trackPage.arrivedAt(quoteId);
  await expect(trackPage.state).toHaveText('Arrived', { timeout: SWAP_MS });
  const end = await api.track({ quoteId });
  expect(end.data.inbound).toMatchObject({ hash, amount: '2.5', asset: 'LTC.LTC' });
});

test('the hash of another payment is reported as such, and an address that names no swap says so', async ({
  swapPage,
  trackPage,
  sandbox,
  api,
  baseURL,
}) => {
  const payer = createUtxoPayer(baseURL ?? '', 'LTC');
  await sandbox.fund('LTC', payer.address, '1');
  const { quoteId } = await api.quote({ ...LTC_TO_RUNE, sourceAddress: payer.address });
  const hash = await payer.pay({ to: payer.address, baseUnits: 1_000_000n, memo: 'hello' });
  await trackPage.page.goto(`/track/${quoteId}/0?hash=${hash}`);
  const status = trackPage.page
    .getByRole('status')
    .filter({ hasText: 'This transaction does not belong to this swap' });
  await expect(status).toBeVisible({ timeout: 45_000 });
  await expect(status).toContainText('expected');
  await glimpse(trackPage.page, 'mismatch', { whole: true });
  expect((await api.track({ quoteId })).trackingStatus).toBe('not_started');
  expect(swapPage.page).toBe(trackPage.page);
});

test.describe('addresses that lead nowhere', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('an unknown quote and an unknown page have a message', async ({ page }) => {
    await page.goto('/track/does-not-exist/0');
    await expect(page.getByRole('heading', { name: 'We can’t find this swap' })).toBeVisible();
    await expect(page.getByText('Nobody from Portage will ever ask for your keys.').first()).toBeVisible();
    await glimpse(page, 'unknown-swap');
    await page.getByRole('link', { name: 'Go to the swap page' }).click();
    await expect(page.getByRole('form', { name: 'Swap' })).toBeVisible();
    await page.goto('/no-such-page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await glimpse(page, 'not-found');
  });
});
