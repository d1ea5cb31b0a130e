/** Chainflip when it does not go as planned: what becomes of the money, and what the user is advised to do. */
import { createGatewayClient } from '../../../lib/api/gateway.ts';
import { NEWCOMER } from '../../support/accounts.ts';
import { withPriceMoved } from '../../support/chainflip.ts';
import { createDotPayer } from '../../support/dot-payer.ts';
import { createEvmPayer } from '../../support/evm-payer.ts';
import { test as ownTest } from '../../support/own-test.ts';
import { DepositAddress } from '../../support/page-objects/deposit-address.ts';
import { expect, SWAP_MS, test } from '../../support/page-test.ts';
import { glimpse } from '../../support/photographer.ts';
import { createUtxoPayer } from '../../support/utxo-payer.ts';

const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const ETH = { symbol: 'ETH', chain: 'Ethereum' };
const SOL = { symbol: 'SOL', chain: 'Solana' };
const USDC = { symbol: 'USDC', chain: 'Ethereum' };

test('a price that stays below the limit: retried, then sent back to the refund address, and the page says why', async ({
  swapPage,
  trackPage,
  sandbox,
  api,
  baseURL,
}) => {
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  const refund = createUtxoPayer(baseURL ?? '', 'BTC');
  await sandbox.fund('BTC', payer.address, '0.2');
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.03', to: NEWCOMER.ETH, slippage: '1.5' });
  await swapPage.withoutWallet(refund.address);
  const review = await swapPage.review('Chainflip');
  const deposit = new DepositAddress(swapPage.page);
  await deposit.open(review);
  const { depositAddress = '' } = (await api.track(review.key)).data.depositChannel ?? {};
  await withPriceMoved(sandbox, { asset: 'Btc', percent: -6 }, async () => {
    await payer.pay({ to: depositAddress, baseUnits: 3_000_000n });
    await expect(trackPage.step(/^Swapping/)).toContainText('Chainflip tries again', { timeout: SWAP_MS });
    await glimpse(trackPage.page, 'chainflip-tried-again', { whole: true });
    await expect(trackPage.state).toHaveText('Refunded', { timeout: SWAP_MS });
  });
  await expect(trackPage.page).toHaveTitle('Refunded: BTC to ETH · Portage');
  await expect(trackPage.heading).toHaveText(/^0\.0299\d+ BTC came back$/);
  const alert = trackPage.page.getByRole('alert').filter({ hasText: 'Sent to' });
  await expect(alert).toContainText('until the retry time ran out');
  await expect(alert).toContainText('The refund cost 0.');
  await glimpse(trackPage.page, 'chainflip-refunded', { whole: true });
  const end = await api.track(review.key);
  expect(end).toMatchObject({ success: true, trackingStatus: 'refunded', stage: 'refund' });
  expect(end.data.refund).toMatchObject({ address: refund.address, asset: 'BTC.BTC' });
  // The money is really there.
  const coins = await createGatewayClient({ baseUrl: baseURL ?? '' }).utxos('BTC', refund.address);
  expect(coins.map(({ value }) => BigInt(value))).toEqual([BigInt(Math.round(Number(end.data.refund?.amount) * 1e8))]);
});

test('a deposit below the minimum is reported as kept by the network', async ({
  swapPage,
  trackPage,
  sandbox,
  api,
  baseURL,
}) => {
  const payer = createEvmPayer(baseURL ?? '', 'ETH');
  await sandbox.fund('ETH', payer.address, '1');
  await swapPage.open();
  await swapPage.fill({ sell: ETH, buy: SOL, amount: '0.5', to: NEWCOMER.SOL });
  await swapPage.withoutWallet(payer.address);
  const review = await swapPage.review('Chainflip');
  const deposit = new DepositAddress(swapPage.page);
  await deposit.open(review);
  await expect(deposit.card.getByText(/^Never send less than/)).toBeVisible();
  const { depositAddress = '' } = (await api.track(review.key)).data.depositChannel ?? {};
  await payer.send({ from: payer.address, to: depositAddress, value: '1000000000000000', data: '0x' });
  await expect(trackPage.state).toHaveText('Failed', { timeout: SWAP_MS });
  const alert = trackPage.page.getByRole('alert').filter({ hasText: 'The swap failed' });
  await expect(alert).toContainText('The deposit was below Chainflip’s minimum.');
  await expect(alert).toContainText('nothing comes back');
  await expect(deposit.card).toBeHidden();
});

test('an amount below the minimum is refused with the minimum, which one click takes', async ({
  swapPage,
  sandbox,
}) => {
  const payer = createDotPayer(`${process.env.E2E_SANDBOX_URL}/rpc/dot`);
  await sandbox.fund('DOT', payer.address, '20');
  await swapPage.open();
  await swapPage.fill({ sell: { symbol: 'DOT', chain: 'Polkadot' }, buy: USDC, amount: '1', to: NEWCOMER.ETH });
  await expect(swapPage.button).toHaveText(/^The minimum is [\d.]+ DOT\. Use it$/, { timeout: 30_000 });
  const [least = ''] = /\d+(\.\d+)?/.exec((await swapPage.button.textContent()) ?? '') ?? [];
  expect(Number(least)).toBeGreaterThanOrEqual(4.4);
  await expect(swapPage.routes.getByRole('heading', { name: 'No routes' })).toBeVisible();
  await swapPage.button.click();
  await expect(swapPage.amount).toHaveValue(least);
  await expect(swapPage.button).toHaveText('Enter the Polkadot address you pay from', { timeout: 30_000 });
  await swapPage.sendFrom.fill(payer.address);
  await swapPage.review('Chainflip');
});

test.describe('a broker that refuses', () => {
  test.use({ expectedErrors: [/status of 502/] });

  test('is reported at once; nothing was sent, and asking again opens the address', async ({
    swapPage,
    trackPage,
    sandbox,
  }) => {
    await swapPage.open();
    await swapPage.fill({ sell: ETH, buy: BTC, amount: '0.5', to: NEWCOMER.BTC });
    await swapPage.withoutWallet(NEWCOMER.ETH);
    const review = await swapPage.review('Chainflip');
    const deposit = new DepositAddress(swapPage.page);
    await deposit.choose(review);
    await sandbox.withFault(
      { target: 'chainflip-broker', kind: 'error', message: 'DispatchError: Module(OutOfFunds)', code: -32021 },
      async () => {
        await deposit.openButton.click();
        const alert = deposit.dialog.getByRole('alert').filter({ hasText: 'No address was opened yet' });
        await expect(alert).toContainText('Nothing was sent.');
      },
    );
    await deposit.dialog.getByRole('button', { name: 'Ask again for the address' }).click();
    await trackPage.arrivedAt(review.quoteId);
    await expect(deposit.card).toBeVisible();
  });
});

ownTest(
  'an address whose time is over is struck out; who has sent late learns what that means, who has not gets a new one',
  async ({ swapPage, trackPage, sandbox, api, baseURL }) => {
    const payer = createUtxoPayer(baseURL ?? '', 'BTC');
    await sandbox.fund('BTC', payer.address, '0.2');
    const unpaid = await api.depositChannel({
      sellAsset: 'BTC.BTC',
      buyAsset: 'SOL.SOL',
      destinationAddress: NEWCOMER.SOL,
      refundAddress: payer.address,
      sellAmount: '0.02',
    });
    await swapPage.open();
    await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.05', to: NEWCOMER.ETH });
    await swapPage.withoutWallet(payer.address);
    const review = await swapPage.review('Chainflip');
    const deposit = new DepositAddress(swapPage.page);
    await deposit.open(review);
    const {
      depositAddress = '',
      channelId,
      sourceChainExpiryBlock = 0,
    } = (await api.track(review.key)).data.depositChannel ?? {};

    // Bitcoin's blocks came faster than estimated.
    await sandbox.control('chainflip-expire-channel', { id: channelId });
    const { over } = deposit;
    await expect(over).toBeVisible({ timeout: 45_000 });
    await expect(deposit.card).toBeHidden();
    await expect(over.getByRole('alert')).toContainText('Do not send');
    await expect(over).toContainText('neither swapped nor returned automatically');
    await expect(over).toContainText('No longer valid since');
    await expect(over).toContainText(depositAddress);
    await expect(over.getByRole('button', { name: /^Copy the/ })).toHaveCount(0);
    await expect(over.getByRole('img', { name: /^QR code/ })).toHaveCount(0);
    await glimpse(trackPage.page, 'chainflip-expired', { whole: true });

    // A day and two of Bitcoin's blocks.
    await sandbox.control('clock', { stepSeconds: 86_400 + 1200 });
    const hash = await payer.pay({ to: depositAddress, baseUnits: 5_000_000n });
    await deposit.alreadySent(hash);
    const alert = trackPage.page.getByRole('alert').filter({ hasText: 'The swap failed' });
    await expect(alert).toContainText(`the channel ended with block ${sourceChainExpiryBlock}`, { timeout: SWAP_MS });
    await expect(trackPage.state).toHaveText('Failed');
    await expect(alert).toContainText('ask its support');
    await glimpse(trackPage.page, 'chainflip-late', { whole: true });

    // The other address stays unpaid, and ends once no deposit can be on its way any more.
    const path = `/track/${unpaid.quoteId}/${unpaid.routeIndex}`;
    await trackPage.page.goto(path);
    await expect(over).toBeVisible({ timeout: 45_000 });
    await sandbox.control('clock', { stepSeconds: 6000 });
    await expect(trackPage.state).toHaveText('Failed', { timeout: SWAP_MS });
    await expect(trackPage.page.getByRole('alert').filter({ hasText: 'The time to pay has run out' })).toContainText(
      'No deposit arrived at the address before it expired',
    );
    await over.getByRole('link', { name: 'Get a new address' }).click();
    await expect(swapPage.amount).toHaveValue('0.02');
    await expect(swapPage.receiver).toHaveAttribute('data-receiver', NEWCOMER.SOL);
  },
);
