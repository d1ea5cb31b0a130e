/** What the form says to what cannot work: what is wrong, and what would be taken. */
import { NEWCOMER } from '../support/accounts.ts';
import { expect, test } from '../support/page-test.ts';
import { glimpse } from '../support/photographer.ts';

test('too small an amount names the least, and one press fills it in', async ({ swapPage }) => {
  await swapPage.open();
  await glimpse(swapPage.page, 'front', { whole: true });
  await swapPage.fill({ amount: '0.00002', to: NEWCOMER.ETH });
  await swapPage.goOnWithoutWallet();
  await expect(swapPage.routes.getByText('No route for this swap', { exact: true })).toBeVisible();
  await expect(swapPage.button).toHaveText(/^The least is 0\.\d+ BTC\. Use it$/);
  const [least = ''] = /0\.\d+/.exec((await swapPage.button.textContent()) ?? '') ?? [];
  // Why, for each provider, stands there without another press.
  await expect(swapPage.routes.getByText(/Sell 0\.\d+ BTC or more\./).first()).toBeVisible();
  await glimpse(swapPage.page, 'no-route', { whole: true });
  await swapPage.button.click();
  await expect(swapPage.amount).toHaveValue(least);
  await expect(swapPage.route('THORChain')).toBeVisible();
});

test('an address of another chain is refused with what is wanted instead', async ({ swapPage }) => {
  await swapPage.open();
  await swapPage.fill({ amount: '0.05', to: NEWCOMER.BTC });
  await expect(swapPage.form.getByText(/Ethereum.*0x/)).toBeVisible();
  await expect(swapPage.receiveAt).toHaveAttribute('aria-invalid', 'true');
  await swapPage.goOnWithoutWallet();
  await expect(swapPage.button).toHaveText('This is no Ethereum address', { timeout: 30_000 });
  await glimpse(swapPage.page, 'wrong-address', { whole: true });
  await swapPage.receiveAt.fill(NEWCOMER.ETH.replace(/.$/, 'E'));
  await expect(swapPage.form.getByText(/checksum|upper|capital|case/i)).toBeVisible();
  await swapPage.receiveAt.fill(NEWCOMER.ETH);
  await expect(swapPage.form.getByText('Ethereum address', { exact: true })).toBeVisible();
  await expect(swapPage.button).toHaveText('Enter the Bitcoin address that you send from', { timeout: 30_000 });
});

test('amounts that are none never reach the service; commas and groups are understood', async ({ swapPage }) => {
  await swapPage.open();
  await expect(swapPage.button).toHaveText('Enter an amount');
  // A key that no number has is dropped; what is pasted is refused in words and never becomes another number.
  await swapPage.amount.pressSequentially('1e5-x');
  await expect(swapPage.amount).toHaveValue('15');
  await swapPage.amount.fill('1e5');
  await expect(swapPage.button).toHaveText('Enter the amount as a number');
  await swapPage.amount.fill('1,234');
  await expect(swapPage.button).toHaveText('Choose how to read the amount');
  await swapPage.form.getByRole('button', { name: '1.234', exact: true }).click();
  await expect(swapPage.amount).toHaveValue('1.234');
  await swapPage.amount.fill('0.123456789');
  await expect(swapPage.button).toHaveText('BTC has 8 decimals at most. Use 0.12345678');
  await swapPage.amount.fill('0');
  await expect(swapPage.button).toHaveText('Enter an amount');
  const asked = swapPage.page.waitForRequest((request) => request.url().endsWith('/v1/quote'));
  await swapPage.amount.fill('0,05');
  expect((await asked).postDataJSON()).toMatchObject({ sellAmount: '0.05' });
  await expect(swapPage.route('THORChain')).toBeVisible();
});

test('who offers no route is told with the cause, and an upstream in trouble costs only its own routes', {
  tag: '@long',
}, async ({ swapPage, sandbox }) => {
  await sandbox.withFault({ target: 'mayanode', kind: 'pauseTrading' }, async () => {
    await swapPage.open();
    await swapPage.fill({ amount: '0.05' });
    await expect(swapPage.route('THORChain')).toBeVisible({ timeout: 30_000 });
    const group = swapPage.routes.getByText(/^\d+ did not offer a route$/);
    await expect(group).toBeVisible();
    await group.click();
    const causes = swapPage.routes.getByRole('listitem').filter({ hasText: 'Maya' });
    await expect(causes.filter({ hasText: /paused|halted/i }).first()).toBeVisible();
    await expect(causes.filter({ hasText: 'Wait until trading resumes' }).first()).toBeVisible();
    await glimpse(swapPage.page, 'failed-providers', { whole: true });
  });
});

test('a link opens the form as it was, and the two sides can be changed over', async ({ swapPage }) => {
  await swapPage.open(`?sell=LTC.LTC&buy=THOR.RUNE&amount=2.5&to=${NEWCOMER.THOR}&slippage=3`);
  await expect(swapPage.form.getByRole('button', { name: 'Choose sell asset, LTC on Litecoin' })).toBeVisible();
  await expect(swapPage.amount).toHaveValue('2.5');
  await expect(swapPage.receiver).toHaveAttribute('data-receiver', NEWCOMER.THOR);
  await expect(swapPage.form.getByRole('button', { name: 'Slippage 3%' })).toBeVisible();
  await expect(swapPage.route('THORChain')).toBeVisible();
  await swapPage.form.getByRole('button', { name: 'Swap sides' }).click();
  await expect(swapPage.form.getByRole('button', { name: 'Choose sell asset, RUNE on THORChain' })).toBeVisible();
  await expect(swapPage.form.getByRole('button', { name: 'Choose buy asset, LTC on Litecoin' })).toBeVisible();
  // Who receives is kept, is said not to fit, and is there again on the way back.
  await expect(swapPage.receiver).toHaveAttribute('data-receiver', NEWCOMER.THOR);
  await expect(swapPage.form.getByText('This does not fit Litecoin. It is kept until you change it.')).toBeVisible();
  await swapPage.page.goBack();
  await expect(swapPage.form.getByRole('button', { name: 'Choose sell asset, LTC on Litecoin' })).toBeVisible();
  await expect(swapPage.form.getByText('From the link. Make sure that it is yours.')).toBeVisible();
});
