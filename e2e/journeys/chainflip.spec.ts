/** Chainflip as somebody uses it: paid to a deposit address from any wallet, or through its vault from the connected one. */
import type { PortageClient } from '../../lib/api/client.ts';
import { NEWCOMER } from '../support/accounts.ts';
import { chainflipState } from '../support/chainflip.ts';
import { DepositAddress } from '../support/page-objects/deposit-address.ts';
import type { ReviewSheet } from '../support/page-objects/review-sheet.ts';
import { TrackPage } from '../support/page-objects/track-page.ts';
import { expect, SWAP_MS, test } from '../support/page-test.ts';
import { createUtxoPayer } from '../support/utxo-payer.ts';

const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const ETH = { symbol: 'ETH', chain: 'Ethereum' };

/** The page says that it has arrived, in words and with the amount; the service says the same amount, within what was guaranteed. */
async function expectArrived(trackPage: TrackPage, api: PortageClient, { key, route }: ReviewSheet) {
  await expect(trackPage.state).toHaveText('Arrived', { timeout: SWAP_MS });
  await expect(trackPage.heading).toContainText('became');
  await expect(trackPage.step(/arrived/)).toContainText(/exactly as quoted|(more|less) than quoted/);
  const end = await api.track(key);
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed' });
  const got = Number(end.data.route?.actualBuyAmount);
  expect(got).toBeGreaterThanOrEqual(Number(route.expectedBuyAmountMaxSlippage));
  expect(got).toBeGreaterThan(Number(route.expectedBuyAmount) * 0.99);
  return end;
}

test('BTC becomes ETH by a deposit address: opened once, paid from another wallet, seen, confirmed and arrived', async ({
  swapPage,
  trackPage,
  sandbox,
  api,
  baseURL,
  freshContext,
}) => {
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  await sandbox.fund('BTC', payer.address, '0.2');
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.05', to: NEWCOMER.ETH });
  await swapPage.withoutWallet(payer.address);
  const review = await swapPage.review('Chainflip');
  await expect(review.dialog).toContainText('One plain transfer of 0.05 BTC');
  const before = (await chainflipState(sandbox)).channelsOpened;

  const deposit = new DepositAddress(swapPage.page);
  await deposit.choose(review);
  await expect(deposit.dialog).toContainText(NEWCOMER.ETH);
  await expect(deposit.dialog).toContainText(payer.address);
  await expect(deposit.dialog).toContainText('Smallest deposit');
  expect((await chainflipState(sandbox)).channelsOpened).toBe(before);
  await deposit.openButton.click();
  const path = await trackPage.arrivedAt(review.quoteId);
  const { card } = deposit;
  await expect(card).toBeVisible();
  await expect(trackPage.state).toHaveText('Waiting for your deposit');

  const channel = (await api.track(review.key)).data.depositChannel;
  const address = channel?.depositAddress ?? '';
  expect(channel?.refundAddress).toBe(payer.address);
  expect(channel?.channelId).toMatch(/^\d+-Bitcoin-\d+$/);
  await expect(card.getByText('Watching for your deposit…')).toBeVisible();
  await expect(card.getByText('0.05 BTC', { exact: true })).toBeVisible();
  await expect(card).toContainText(address);
  await expect(card).toContainText(payer.address);
  await expect(card.getByText('Send this much BTC on Bitcoin, in one payment')).toBeVisible();
  await expect(card.getByText(/^The address expires .+ \d/)).toBeVisible();
  await expect(card.getByText(/^Never send less than/)).toBeVisible();
  await expect(card.getByRole('img', { name: 'QR code: address', exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Address and amount' }).click();
  await expect(card.getByRole('img', { name: 'QR code: address and amount' })).toBeVisible();
  await card.getByText('What if I send less, more, late or something else?').click();
  await expect(card.getByText(/^Each deposit is a swap of its own/)).toBeVisible();

  // It is there after a reload, and for whoever has the address of the page and nothing else.
  await trackPage.page.reload();
  await expect(card).toContainText(address);
  const elsewhere = new TrackPage(await (await freshContext()).newPage());
  await elsewhere.page.goto(path);
  await expect(elsewhere.page.getByRole('article')).toContainText(address);
  await expect(elsewhere.state).toHaveText('Waiting for your deposit');
  await swapPage.open();
  const recent = swapPage.page.getByRole('region', { name: 'Your swaps in this browser' });
  await recent.getByRole('link').click();
  await trackPage.arrivedAt(review.quoteId);
  await expect(card).toContainText(address);

  let hash = '';
  await sandbox.withFault({ target: 'BTC', kind: 'no-blocks' }, async () => {
    hash = await payer.pay({ to: address, baseUnits: 5_000_000n });
    await expect(trackPage.state).toHaveText('Confirming', { timeout: 45_000 });
    await expect(card).toBeHidden();
    await expect(trackPage.step(/^Sent 0\.05 BTC/)).toContainText(hash.slice(0, 6));
    await expect(trackPage.step(/Confirming on Bitcoin/)).toContainText(/\d of \d confirmations/);
  });
  const end = await expectArrived(trackPage, api, review);
  await expect(elsewhere.state).toHaveText('Arrived', { timeout: 45_000 });
  expect(end.data.inbound).toMatchObject({ hash, amount: '0.05', asset: 'BTC.BTC' });
  expect(end.data.outbound?.address?.toLowerCase()).toBe(NEWCOMER.ETH.toLowerCase());
  expect((await chainflipState(sandbox)).channelsOpened).toBe(before + 1);
});
