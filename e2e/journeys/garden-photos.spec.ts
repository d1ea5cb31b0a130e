/** The states of a swap through Garden as pictures, at both widths and in both themes; none may be wider than a phone. */
import { NEWCOMER } from '../support/accounts.ts';
import { DepositAddress } from '../support/page-objects/deposit-address.ts';
import { expect, SWAP_MS, test } from '../support/page-test.ts';
import { photograph } from '../support/photographer.ts';
import { createUtxoPayer } from '../support/utxo-payer.ts';

const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const WBTC = { symbol: 'WBTC', chain: 'Ethereum' };

test('an order’s address: reviewed, waiting, seen, locked by the solver and arrived', async ({
  swapPage,
  trackPage,
  sandbox,
  page,
  baseURL,
}) => {
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  await sandbox.fund('BTC', payer.address, '0.2');
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: WBTC, amount: '0.0333', to: NEWCOMER.ETH });
  await swapPage.withoutWallet(payer.address);
  const review = await swapPage.review('Garden');
  await photograph(page, 'garden-review-deposit');
  await review.dialog.getByRole('heading', { name: 'What you will sign' }).scrollIntoViewIfNeeded();
  await photograph(page, 'garden-review-deposit-below');
  await review.dialog.getByRole('button', { name: 'Pay by deposit address' }).click();
  await trackPage.arrivedAt(review.quoteId);
  const { card } = new DepositAddress(page);
  await expect(card.getByRole('img', { name: 'QR code: address and amount' })).toBeVisible();
  await card.getByText('What if I send less, more, late or something else?').click();
  await photograph(page, 'garden-waiting', { whole: true });
  await sandbox.withFault({ target: 'garden', kind: 'noLiquidity' }, async () => {
    await payer.pay({ to: review.route.inboundAddress ?? '', baseUnits: 3_330_000n });
    await expect(trackPage.state).toHaveText('Swapping', { timeout: SWAP_MS });
    await photograph(page, 'garden-solver', { whole: true });
  });
  await expect(trackPage.state).toHaveText('Arrived', { timeout: SWAP_MS });
  await photograph(page, 'garden-arrived', { whole: true });
});

test('WBTC into Garden’s contract: what is signed, by transaction and by message', async ({ swapPage, page }) => {
  await swapPage.open();
  await swapPage.fill({ sell: WBTC, buy: BTC, amount: '0.0144', to: NEWCOMER.BTC });
  await swapPage.connect();
  const review = await swapPage.review('Garden');
  await expect(review.swapButton).toBeEnabled();
  await photograph(page, 'garden-review');
  const heading = review.dialog.getByRole('heading', { name: 'What you will sign' });
  await heading.scrollIntoViewIfNeeded();
  await review.dialog.getByText('Hash of the secret').scrollIntoViewIfNeeded();
  await photograph(page, 'garden-signing-transaction');
  await review.dialog.getByRole('radio', { name: /^Sign, Garden pays the gas/ }).check();
  await review.dialog.getByText('Sent by').scrollIntoViewIfNeeded();
  await photograph(page, 'garden-signing-message');
});
