/** Every state of a swap through Chainflip as a picture, at both widths and in both themes; none may be wider than a phone. */
import { NEWCOMER } from '../support/accounts.ts';
import { withPriceMoved } from '../support/chainflip.ts';
import { test as ownTest } from '../support/own-test.ts';
import { DepositAddress } from '../support/page-objects/deposit-address.ts';
import { expect, SWAP_MS, test } from '../support/page-test.ts';
import { photograph } from '../support/photographer.ts';
import { createUtxoPayer } from '../support/utxo-payer.ts';

const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const ETH = { symbol: 'ETH', chain: 'Ethereum' };
const SOL = { symbol: 'SOL', chain: 'Solana' };
const USDC = { symbol: 'USDC', chain: 'Ethereum' };

test('plain, boosted and in parts side by side; vault swaps reviewed on Ethereum, Solana and Bitcoin', async ({
  swapPage,
  page,
}) => {
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.5', to: NEWCOMER.ETH });
  await expect(swapPage.route('Chainflip, boosted')).toBeVisible({ timeout: 30_000 });
  await photograph(page, 'chainflip-routes', { whole: true });
  for (const [name, sell, buy, amount, to] of [
    ['bitcoin', BTC, ETH, '0.02', NEWCOMER.ETH],
    ['ethereum', USDC, SOL, '320', NEWCOMER.SOL],
    ['solana', SOL, USDC, '4', NEWCOMER.ETH],
  ] as const) {
    await swapPage.open();
    await swapPage.fill({ sell, buy, amount, to });
    await swapPage.connect();
    const review = await swapPage.review('Chainflip');
    await expect(review.swapButton).toBeEnabled();
    await photograph(page, `chainflip-review-${name}`);
    await review.dialog.getByRole('heading', { name: 'What you will sign' }).scrollIntoViewIfNeeded();
    await review.dialog
      .getByText(/^What Chainflip is told to do|swap program/)
      .first()
      .scrollIntoViewIfNeeded();
    await photograph(page, `chainflip-signing-${name}`);
  }
});

test('a deposit address: before it is opened, waiting, seen, tried again and sent back', async ({
  swapPage,
  trackPage,
  sandbox,
  api,
  page,
  baseURL,
}) => {
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  await sandbox.fund('BTC', payer.address, '0.2');
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.031', to: NEWCOMER.ETH, slippage: '1.5' });
  await swapPage.withoutWallet(payer.address);
  const review = await swapPage.review('Chainflip');
  await photograph(page, 'chainflip-review-by-hand');
  const deposit = new DepositAddress(page);
  await deposit.choose(review);
  await photograph(page, 'chainflip-open-channel');
  await deposit.openButton.click();
  await trackPage.arrivedAt(review.quoteId);
  await expect(deposit.card.getByRole('img', { name: 'QR code: address and amount' })).toBeVisible();
  await deposit.card.getByText('What if I send less, more, late or something else?').click();
  await photograph(page, 'chainflip-waiting', { whole: true });
  const { depositAddress = '' } = (await api.track(review.key)).data.depositChannel ?? {};
  await sandbox.withFault({ target: 'BTC', kind: 'no-blocks' }, async () => {
    await payer.pay({ to: depositAddress, baseUnits: 3_100_000n });
    await expect(trackPage.state).toHaveText('Confirming', { timeout: 45_000 });
    await photograph(page, 'chainflip-seen', { whole: true });
  });
  await withPriceMoved(sandbox, { asset: 'Btc', percent: -6 }, async () => {
    await expect(trackPage.step(/^Swapping/)).toContainText('tries again', { timeout: SWAP_MS });
    await photograph(page, 'chainflip-tried-again', { whole: true });
    await expect(trackPage.state).toHaveText('Refunded', { timeout: SWAP_MS });
  });
  await photograph(page, 'chainflip-refunded', { whole: true });
});

ownTest(
  'a deposit address whose time is over, and a payment that came late',
  async ({ trackPage, sandbox, api, page, baseURL }) => {
    const payer = createUtxoPayer(baseURL ?? '', 'BTC');
    await sandbox.fund('BTC', payer.address, '0.2');
    const ask = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.05', destinationAddress: NEWCOMER.ETH };
    const channel = await api.depositChannel({ ...ask, refundAddress: payer.address });
    await page.goto(`/track/${channel.quoteId}/${channel.routeIndex}`);
    const deposit = new DepositAddress(page);
    await expect(deposit.card).toBeVisible();
    await sandbox.control('chainflip-expire-channel', { id: channel.channelId });
    await expect(deposit.over).toBeVisible({ timeout: 45_000 });
    await photograph(page, 'chainflip-expired', { whole: true });
    await sandbox.control('clock', { stepSeconds: 86_400 + 1200 });
    await expect(trackPage.state).toHaveText('Failed', { timeout: SWAP_MS });
    await photograph(page, 'chainflip-nobody-paid', { whole: true });
    await deposit.alreadySent(await payer.pay({ to: channel.depositAddress, baseUnits: 5_000_000n }));
    await expect(page.getByRole('alert').filter({ hasText: 'the channel ended with block' })).toBeVisible({
      timeout: SWAP_MS,
    });
    await photograph(page, 'chainflip-late', { whole: true });
  },
);
