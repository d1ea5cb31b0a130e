/** The owner of an account by code learns in the review that it cannot pay a route, and by which way it can. */
import { NEWCOMER } from '../support/accounts.ts';
import { FakeWallets } from '../support/fake-wallets/fake-wallets.ts';
import { expect, test } from '../support/page-test.ts';
import { createSmartAccount } from '../support/smart-account.ts';

test('THORChain is closed to an account by code, and Chainflip is left by its deposit address', async ({
  page,
  baseURL,
  sandbox,
  swapPage,
}) => {
  const fakes = new FakeWallets(page, baseURL ?? '', sandbox);
  await fakes.install('evm');
  const { address } = await createSmartAccount(baseURL ?? '', sandbox, 'ETH');
  await sandbox.fund('ETH', address, '3');
  fakes.knobs.byCode = address;
  const swap = {
    ...{ sell: { symbol: 'ETH', chain: 'Ethereum' }, buy: { symbol: 'BTC', chain: 'Bitcoin' }, amount: '1' },
    to: NEWCOMER.BTC,
  };
  const lost = await swapPage.begin(swap, 'THORChain', 'Fake EVM wallet');
  await expect(lost.dialog.getByText('This account is a contract')).toBeVisible();
  await expect(lost.dialog.getByText(/cannot detect a payment from this account/)).toBeVisible();
  await expect(lost.dialog.locator('[data-pays]')).toBeDisabled();
  await lost.close();

  const open = await swapPage.review('Chainflip');
  await expect(open.dialog.getByText('This account is a contract')).toBeVisible();
  await expect(open.dialog.getByText(/Pay to a deposit address instead/)).toBeVisible();
  await expect(open.swapButton).toBeDisabled();
  await open.dialog.getByRole('button', { name: 'Pay from another wallet' }).click();
  await expect(page.getByRole('dialog', { name: 'Pay by deposit address' })).toBeVisible();
  expect(fakes.calls.filter((call) => /send/i.test(call))).toEqual([]);
});
